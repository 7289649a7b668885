import type { PointAnswer } from '../spec/open-point.ts';
import {
  AnswerSearch,
  type OpenContract,
  type SearchOptions,
  type SearchResult,
} from './answer-search.ts';
import { answerTexts, type Change, type CommandRun, type Trial, unwatched } from './trial.ts';

/** Six open points; a note is the id of a point that the run touched. */
const smallContract: OpenContract = {
  points: new Map([
    ['status', { default: 201, alternatives: [200, 202] }],
    ['case', { default: 'kept', alternatives: ['lowered'] }],
    ['order', { default: 'kept', alternatives: ['sorted'] }],
    ['memory', { default: 'forgets', alternatives: ['remembers'] }],
    ['gone', { default: 410, alternatives: [404, 400] }],
    ['other', { default: 'no', alternatives: ['yes'] }],
  ]),
  touchedBy: (notes) => new Set(notes),
  isCalledBy: (notes) => notes.length > 0,
};

/** What is special about a run, by all answers and by how many runs there were before. */
export type SmallClient = (
  answers: { readonly [id: string]: PointAnswer },
  runsBefore: number,
  change: Change,
) => Partial<CommandRun>;

export const failed: Partial<CommandRun> = { passed: false, end: 'exit 1' };

/** What a client touches that does nothing about it. */
export const usualNotes = ['status', 'case', 'order', 'memory'];

/** A run of a command that passes. */
export const passing: CommandRun = {
  label: '',
  passed: true,
  end: 'exit 0',
  ms: 500,
  output: '',
  notes: usualNotes,
  tests: {},
  elsewhere: [],
};

export interface Searched extends SearchResult {
  /** Every run, by what was changed: `status: 200, case: lowered`. */
  readonly changed: readonly string[];
  readonly labels: readonly string[];
  readonly said: readonly string[];
  /** The most runs at the same time. */
  readonly atOnce: number;
  of(kind: Change['kind']): readonly Trial[];
}

/** Searches the small contract. */
export async function searchFor(
  client: SmallClient,
  wanted: Partial<SearchOptions> = {},
): Promise<Searched> {
  const defaults = Object.fromEntries(
    [...smallContract.points].map(([id, point]) => [id, point.default]),
  );
  const changed: string[] = [];
  const labels: string[] = [];
  const said: string[] = [];
  let running = 0;
  let atOnce = 0;
  async function runOnce(change: Change): Promise<CommandRun> {
    const runsBefore = labels.length;
    labels.push(change.label);
    changed.push(answerTexts(change.answers).join(', '));
    running += 1;
    atOnce = Math.max(atOnce, running);
    await new Promise((resolve) => setImmediate(resolve));
    running -= 1;
    const special = client({ ...defaults, ...change.answers }, runsBefore, change);
    return { ...passing, label: change.label, ...special };
  }
  const watcher = { ...unwatched, say: (line: string) => void said.push(line) };
  const search = new AnswerSearch(smallContract, { seed: 1, jobs: 1, ...wanted }, runOnce, watcher);
  const result = await search.run();
  const of = (kind: Change['kind']) => result.trials.filter((trial) => trial.kind === kind);
  return { ...result, changed, labels, said, atOnce, of };
}
