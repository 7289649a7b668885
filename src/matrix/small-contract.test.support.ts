import type { PointAnswer } from '../spec/open-point.ts';
import { Search } from './search.ts';
import {
  type Answers,
  type Candidate,
  type CommandRun,
  type OpenContract,
  type SearchOptions,
  type SearchResult,
  unwatched,
} from './search-result.ts';

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

/** A command: it gets all answers, and how many runs there were before. */
export type SmallClient = (
  answers: { readonly [id: string]: PointAnswer },
  runsBefore: number,
  candidate: Candidate,
) => Partial<CommandRun> | Promise<Partial<CommandRun>>;

export const failed: Partial<CommandRun> = { passed: false, end: 'exit 1' };

/** What a client touches that does nothing about it. */
export const usualNotes = ['status', 'case', 'order', 'memory'];

export interface Searched extends SearchResult {
  /** Every run, by what was switched: `status: 200, case: lowered`. */
  readonly switched: readonly string[];
  readonly labels: readonly string[];
  readonly said: readonly string[];
  /** The most runs at the same time. */
  readonly atOnce: number;
}

/** Searches the small contract. */
export async function searchFor(
  client: SmallClient,
  wanted: Partial<SearchOptions> = {},
): Promise<Searched> {
  const defaults: Answers = Object.fromEntries(
    [...smallContract.points].map(([id, point]) => [id, point.default]),
  );
  const switched: string[] = [];
  const labels: string[] = [];
  const said: string[] = [];
  let running = 0;
  let atOnce = 0;
  async function runOnce(candidate: Candidate): Promise<CommandRun> {
    const runsBefore = labels.length;
    labels.push(candidate.label);
    switched.push(
      Object.entries(candidate.answers)
        .map(([id, answer]) => `${id}: ${answer}`)
        .join(', '),
    );
    running += 1;
    atOnce = Math.max(atOnce, running);
    await new Promise((resolve) => setImmediate(resolve));
    running -= 1;
    return {
      ...candidate,
      passed: true,
      end: 'exit 0',
      ms: 500,
      output: '',
      notes: usualNotes,
      tests: {},
      elsewhere: [],
      ...(await client({ ...defaults, ...candidate.answers }, runsBefore, candidate)),
    };
  }
  const search = new Search(
    smallContract,
    { extent: 'each', seed: 1, jobs: 1, ...wanted },
    runOnce,
    {
      ...unwatched,
      say: (line) => void said.push(line),
    },
  );
  const outcome = await search.run();
  return { ...outcome, switched, labels, said, atOnce };
}
