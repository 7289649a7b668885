import { appendFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { relative, resolve } from 'node:path';
import {
  type Created,
  cleanUpCreated,
  type RunOptions,
  type Target,
} from '../../../contract-tests/index.ts';
import { shellWord } from '../../traffic/curl.ts';
import { plural } from '../../values/listed.ts';
import type { ExitCode, Io } from '../io.ts';
import { UsageError } from '../options.ts';
import { canWriteTo, readText } from '../written.ts';
import { type Choice, judgedServer } from './judged.ts';

/** The reports created by a run, on disk as long as some may be left. */
interface CreatedFile {
  readonly listener: NonNullable<RunOptions['onStored']>;
  /** How to delete reports that may be left; empty where all are known to be gone. */
  readonly hint: (hasLeftovers?: boolean) => string;
  /** Removes the file, once nothing is left. */
  readonly remove: () => void;
}

/** Where the reports were sent, without tokens: those are in none of our files. */
interface Head {
  readonly target: string | null;
  readonly baseUrl: string;
  readonly analysisUrl?: string;
}

interface Line extends Partial<Head> {
  readonly creating?: {
    readonly nth: number;
    readonly about: Created['about'];
    readonly sent: unknown;
  };
  /** The result of a pending create is known. */
  readonly settled?: number;
  readonly created?: Created;
  readonly deleted?: Pick<Created, 'id' | 'about'>;
}

/** What is needed to find a report in a database. */
const trailOf = (sent: unknown): unknown => {
  if (typeof sent !== 'object' || sent === null || Array.isArray(sent))
    return JSON.stringify(sent)?.slice(0, 200);
  const { c2Address, file256Hash, tags } = sent as { readonly [field: string]: unknown };
  return { c2Address, file256Hash, tags: JSON.stringify(tags)?.slice(0, 200) };
};

/**
 * One line for each create before it is sent, and one for each report before it is used, so that even
 * a crash leaves them known.
 */
export const createdFile = (
  { baseUrl, analysisUrl }: Pick<Target, 'baseUrl' | 'analysisUrl'>,
  target: string | undefined,
  io: Io,
): CreatedFile => {
  const folder = canWriteTo(io.cwd) ? io.cwd : tmpdir();
  const stamp = new Date().toISOString().replaceAll(/[:.]/g, '-');
  const path = resolve(folder, `abuse-feed-created-${stamp}-${process.pid}.jsonl`);
  const open = new Set<number>();
  const left = new Set<string>();
  let [isBegun, creates] = [false, 0];
  const write = (entry: Line): void => {
    const file = target === undefined ? null : resolve(io.cwd, target);
    const head: Head = { target: file, baseUrl, ...(analysisUrl && { analysisUrl }) };
    const lines = isBegun ? [entry] : [head, entry];
    isBegun = true;
    appendFileSync(path, lines.map((line) => `${JSON.stringify(line)}\n`).join(''), {
      mode: 0o600,
    });
  };
  return {
    listener: {
      creating({ about, sent }) {
        creates += 1;
        const nth = creates;
        open.add(nth);
        write({ creating: { nth, about, sent: trailOf(sent) } });
        return () => {
          open.delete(nth);
          write({ settled: nth });
        };
      },
      created({ id, about, creator }) {
        left.add(keyOf({ id, about }));
        write({ created: { id, about, creator } });
      },
      deleted({ id, about }) {
        left.delete(keyOf({ id, about }));
        write({ deleted: { id, about } });
      },
    },
    hint(hasLeftovers = left.size > 0) {
      if (!isBegun || (!hasLeftovers && open.size === 0)) return '';
      const file = shellWord(relative(io.cwd, path) || path);
      const unknown = open.size === 0 ? '' : `${unanswered(open.size)}\n`;
      return `${unknown}To try again to delete what is left: abuse-feed verify --cleanup ${file}\n\n`;
    },
    remove: () => rmSync(path, { force: true }),
  };
};

const keyOf = ({ id, about }: Pick<Created, 'id' | 'about'>): string => `${about.service} ${id}`;

/** Runs something that creates reports, each on disk until it is known to be gone. */
export const withCreatedFile = async <T>(
  target: Target,
  file: string | undefined,
  io: Io,
  act: (listener: CreatedFile['listener']) => Promise<T>,
): Promise<T> => {
  const created = createdFile(target, file, io);
  try {
    return await act(created.listener);
  } finally {
    const hint = created.hint();
    if (hint === '') created.remove();
    io.stdout.write(hint);
  }
};

const unanswered = (count: number): string =>
  `${plural(count, 'create was', 'creates were')} sent without a response that says what came of it; what the server may have stored of that has no id here.`;

/** The last line may be truncated; its report was then never used. */
const lineIn = (text: string): Line[] => {
  try {
    return [JSON.parse(text) as Line];
  } catch {
    return [];
  }
};

/** Deletes the reports left by an interrupted run: `verify --cleanup FILE`. */
export const cleanUpFrom = async (file: string, choice: Choice, io: Io): Promise<ExitCode> => {
  const path = resolve(io.cwd, file);
  const lines = readText(file, io).split('\n').flatMap(lineIn);
  const [head] = lines;
  if (head?.baseUrl === undefined)
    throw new UsageError(
      `${file} is not a file of a run: it does not say where its reports were sent.`,
    );
  const { baseUrl, analysisUrl } = head;
  // The URL in the file, unless the user says that the server has moved.
  const flags = { baseUrl, ...(analysisUrl && { analysisUrl }), ...choice.flags };
  const target = choice.target ?? head.target ?? undefined;
  const gone = new Set(lines.flatMap(({ deleted }) => (deleted ? [keyOf(deleted)] : [])));
  const due = lines.flatMap(({ created }) => created ?? []).filter((one) => !gone.has(keyOf(one)));
  const settled = new Set(lines.flatMap(({ settled }) => settled ?? []));
  const unknown = lines
    .flatMap(({ creating }) => creating ?? [])
    .filter(({ nth }) => !settled.has(nth));
  const moved = flags.baseUrl === baseUrl ? '' : `; the run went to ${baseUrl}`;
  io.stdout.write(`Deleting at ${flags.baseUrl}${moved}\n`);
  const { target: judged, close } = await judgedServer({ ...choice, target, flags }, io);
  const deleted = ({ id, about }: Pick<Created, 'id' | 'about'>): void =>
    appendFileSync(path, `\n${JSON.stringify({ deleted: { id, about } })}\n`);
  const { signal } = io;
  const onStored = { created: () => undefined, deleted };
  const done = await cleanUpCreated(judged, due, { signal, onStored }).finally(close);
  // If the server has one of them, it had them all: those not found are gone.
  const isTheirs = done.deleted.length > 0;
  const away = isTheirs ? done.notFound.length : 0;
  io.stdout.write(
    `${done.deleted.length + away} of ${plural(due.length, 'report is', 'reports are')} gone.\n`,
  );
  const say = (lines: readonly string[]): unknown =>
    io.stdout.write(lines.map((line) => `${line}\n`).join(''));
  const [first] = done.left;
  if (first)
    say([`${plural(done.left.length, 'is', 'are')} left, such as ${keyOf(first)}: ${first.why}`]);
  const missing = isTheirs ? [] : done.notFound;
  if (missing.length > 0)
    say([
      `${plural(missing.length, 'is', 'are')} not found there, which a server says that never had them, too. Is it the right one?`,
    ]);
  const [lost] = unknown;
  if (lost)
    say([
      unanswered(unknown.length),
      `It may be ${lost.about.service} ${JSON.stringify(lost.sent)}.`,
    ]);
  if (done.left.length + missing.length + unknown.length > 0) {
    say([`${file} lists all of it, and stays. Remove it when nothing of this is left.`]);
    return 3;
  }
  rmSync(path, { force: true });
  return 0;
};
