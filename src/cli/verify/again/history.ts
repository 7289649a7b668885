import { appendFileSync, existsSync, mkdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { type RunResult, safeCopy } from '../../../../contract-tests/index.ts';
import type { Io } from '../../io.ts';
import { UsageError } from '../../options.ts';

/** One run, as a line of the file. */
interface Entry {
  readonly at: string;
  readonly kit: string;
  readonly server: string;
  readonly verdict: RunResult['verdict'];
  readonly broken: readonly string[];
  readonly met: readonly string[];
}

const entryOf = ({ startedAt, kit, target, verdict, clauses }: RunResult): Entry => {
  const ended = (as: string): string[] =>
    clauses.filter((one) => one.verdict === as).map(({ id }) => id);
  const server = `${target.baseUrl} ${target.service}`;
  return { at: startedAt, kit, server, verdict, broken: ended('broken'), met: ended('met') };
};

const fileIn = (folder: string, io: Io): string => resolve(io.cwd, folder, 'history.jsonl');

const entriesIn = (file: string): Entry[] => {
  if (!existsSync(file)) return [];
  const lines = readFileSync(file, 'utf8').split('\n');
  return lines.filter((line) => line.trim() !== '').map((line) => JSON.parse(line) as Entry);
};

/** An unwritable folder is reported before the run. */
export const mustTakeHistory = (folder: string | undefined, io: Io): void => {
  if (folder === undefined) return;
  try {
    mkdirSync(resolve(io.cwd, folder), { recursive: true });
    appendFileSync(fileIn(folder, io), '');
    entriesIn(fileIn(folder, io));
  } catch (error) {
    const file = join(folder, 'history.jsonl');
    throw new UsageError(`${file} cannot be used: ${(error as Error).message}. Nothing was run.`);
  }
};

/** The number of runs considered to find unstable clauses. */
const recent = 20;

const linesFor = (clause: string, runs: readonly Entry[]): string[] => {
  const judged = runs.filter(({ broken, met }) => [...broken, ...met].includes(clause));
  const isBroken = (one: Entry | undefined): boolean => one?.broken.includes(clause) ?? false;
  const last = judged.slice(-recent);
  const turns = last.filter((one, nth) => nth > 0 && isBroken(one) !== isBroken(last[nth - 1]));
  const times = last.filter(isBroken).length;
  if (turns.length > 1) return [`  ${clause}: flaky, broken in ${times} of ${last.length} runs`];
  if (!isBroken(judged.at(-1))) return [];
  const streak = judged.slice(judged.findLastIndex((one) => !isBroken(one)) + 1);
  const runsSaid = streak.length === 1 ? 'this run' : `${streak.length} runs`;
  return [
    `  ${clause}: broken since ${streak[0]?.at.slice(0, 16).replace('T', ' ')} (${runsSaid})`,
  ];
};

/** Records a run, and reports since when each clause is broken, and which are unstable. */
export const noteRun = (folder: string | undefined, result: RunResult, io: Io): string => {
  if (folder === undefined) return '';
  mustTakeHistory(folder, io);
  const file = fileIn(folder, io);
  const entry = entryOf(result);
  const runs = [...entriesIn(file).filter(({ server }) => server === entry.server), entry];
  appendFileSync(file, `${JSON.stringify(entry)}\n`);
  const clauses = [...new Set(runs.slice(-recent).flatMap(({ broken }) => broken))].sort();
  const lines = safeCopy(clauses.flatMap((clause) => linesFor(clause, runs)));
  const count = runs.length === 1 ? 'the first run' : `${runs.length} runs`;
  return `\nHistory of this server, ${count}${lines.length > 0 ? ':' : ': nothing is broken'}\n${lines.map((line) => `${line}\n`).join('')}`;
};
