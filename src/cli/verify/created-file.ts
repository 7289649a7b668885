import { appendFileSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { relative, resolve } from 'node:path';
import { type Created, cleanUpCreated, type RunOptions } from '../../../contract-tests/index.ts';
import type { ExitCode, Io } from '../io.ts';
import { UsageError } from '../options.ts';
import { canWriteTo } from '../written.ts';
import { type Choice, judgedServer } from './judged.ts';

/** What a run has created, on disk as long as some of it may be left. */
export interface CreatedFile {
  readonly listener: NonNullable<RunOptions['onStored']>;
  /** Its name as the user would type it, where anything was created. */
  readonly name: () => string | undefined;
  /** Nothing is left. */
  readonly remove: () => void;
}

/** One line for each report, before anything else is done with it, so that even a crash leaves them known. */
export const createdFile = (target: string | undefined, io: Io): CreatedFile => {
  const folder = canWriteTo(io.cwd) ? io.cwd : tmpdir();
  const stamp = new Date().toISOString().replaceAll(/[:.]/g, '-');
  const path = resolve(folder, `abuse-feed-created-${stamp}-${process.pid}.jsonl`);
  let isBegun = false;
  const write = (entry: object): void =>
    appendFileSync(path, `${JSON.stringify(entry)}\n`, { mode: 0o600 });
  return {
    listener: {
      created({ service, id, creator }) {
        if (!isBegun) write({ target: target === undefined ? null : resolve(io.cwd, target) });
        isBegun = true;
        write({ created: { service, id, creator } });
      },
      deleted: ({ service, id }) => {
        if (isBegun) write({ deleted: { service, id } });
      },
    },
    name: () => (isBegun ? relative(io.cwd, path) || path : undefined),
    remove: () => rmSync(path, { force: true }),
  };
};

interface Line {
  readonly target?: string | null;
  readonly created?: Created;
  readonly deleted?: Pick<Created, 'service' | 'id'>;
}

const linesOf = (path: string, file: string): Line[] => {
  try {
    const lines = readFileSync(path, 'utf8').split('\n');
    // The last line may have been cut off; then its report was not heard of by anybody.
    return lines.flatMap((line, nth) => {
      if (line === '') return [];
      try {
        return [JSON.parse(line) as Line];
      } catch (error) {
        if (nth === lines.length - 1) return [];
        throw error;
      }
    });
  } catch (error) {
    throw new UsageError(`${file} cannot be read: ${(error as Error).message}`);
  }
};

/** Deletes what a run has left that was cut off: `verify --cleanup FILE`. */
export const cleanUpFrom = async (file: string, choice: Choice, io: Io): Promise<ExitCode> => {
  const path = resolve(io.cwd, file);
  const lines = linesOf(path, file);
  const [head] = lines;
  const target = choice.target ?? head?.target ?? undefined;
  if (!head || !('target' in head) || target === undefined)
    throw new UsageError(`${file} names no target. Give one with --target.`);
  const gone = new Set(
    lines.flatMap(({ deleted }) => (deleted ? [`${deleted.service} ${deleted.id}`] : [])),
  );
  const due = lines
    .flatMap(({ created }) => created ?? [])
    .filter(({ service, id }) => !gone.has(`${service} ${id}`));
  const { target: judged, close } = await judgedServer({ ...choice, target }, io);
  const left = await cleanUpCreated(judged, due, { signal: io.signal }).finally(close);
  io.stdout.write(`${due.length - left.length} of ${due.length} reports are gone.\n`);
  for (const { service, id, why } of left) io.stdout.write(`  left: ${service} ${id}: ${why}\n`);
  if (left.length > 0) return 3;
  rmSync(path, { force: true });
  return 0;
};
