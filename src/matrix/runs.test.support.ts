import { AnswerSearch, type SearchOptions } from './answer-search.ts';
import { reportText } from './report.ts';
import { unwatched } from './search.ts';
import { type Answers, answerTexts, type Change, type Run } from './trial.ts';

/** A run of a command that creates and deletes a report, and passes. */
export const passing: Run = {
  label: '',
  passed: true,
  end: 'exit 0',
  ms: 500,
  output: '',
  notes: ['create created', 'delete deleted'],
  tests: {},
  elsewhere: [],
};

export const failed: Partial<Run> = { passed: false, end: 'exit 1' };

/** What is special about a run, by what differs from the default, and by how many runs there were before. */
export type Client = (answers: Answers, runsBefore: number, change: Change) => Partial<Run>;

/** Searches what a client relies on. */
export async function searched(client: Client, wanted: Partial<SearchOptions> = {}) {
  /** What each run changes: `create.status.created: 200, …`, and how it is called. */
  const changed: string[] = [];
  const labels: string[] = [];
  const said: string[] = [];
  let running = 0;
  let atOnce = 0;
  async function runOnce(change: Change): Promise<Run> {
    const runsBefore = labels.length;
    labels.push(change.label);
    changed.push(answerTexts(change.answers).join(', '));
    running += 1;
    atOnce = Math.max(atOnce, running);
    await new Promise((resolve) => setImmediate(resolve));
    running -= 1;
    return { ...passing, label: change.label, ...client(change.answers, runsBefore, change) };
  }
  const watcher = { ...unwatched, say: (line: string) => void said.push(line) };
  const report = await new AnswerSearch({ seed: 1, jobs: 1, ...wanted }, runOnce, watcher).run();
  return {
    report,
    text: reportText(report),
    /** `create.status.created fails with 200, 202`, and of a combination `a with b`. */
    names: report.reliesOn.map(({ points }) =>
      points.length === 1
        ? `${points[0]?.id} fails with ${points[0]?.failsWith.join(', ')}`
        : points.map(({ id }) => id).join(' with '),
    ),
    changed,
    labels,
    said,
    atOnce,
    tried: (kind: Change['kind']) => report.trials.filter((trial) => trial.kind === kind),
  };
}
