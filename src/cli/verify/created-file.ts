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
import { listed, plural } from '../../values/listed.ts';
import { isObject } from '../../values/objects.ts';
import { beginning } from '../../values/quoted.ts';
import type { ExitCode, Io } from '../io.ts';
import { UsageError } from '../options.ts';
import { canWriteTo, readText } from '../written.ts';
import { type Choice, describedTarget, judgedServer } from './judged.ts';
import { NamedTokens } from './named-tokens.ts';

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

/** A create that is about to be sent. */
interface Creating {
  readonly nth: number;
  readonly about: Created['about'];
  readonly creator: string;
  readonly sent: unknown;
}

interface Line extends Partial<Head> {
  readonly creating?: Creating;
  /** The result of a pending create is known. */
  readonly settled?: number;
  readonly created?: Created;
  readonly deleted?: Pick<Created, 'id' | 'about'>;
}

/** In characters. */
const longestValue = 200;

/** What a person needs to find a report in a database: every field, long ones by their beginning. */
function trailOf(sent: unknown): unknown {
  if (!isObject(sent)) return begun(sent);
  return Object.fromEntries(Object.entries(sent).map(([field, value]) => [field, begun(value)]));
}

function begun(value: unknown): unknown {
  const text = JSON.stringify(value) ?? '';
  return text.length > longestValue ? beginning(text, longestValue) : value;
}

/**
 * One line for each create before it is sent, and one for each report before it is used, so that even
 * a crash leaves them known.
 */
export function createdFile(
  described: Pick<Target, 'baseUrl' | 'analysisUrl'> & Partial<Pick<Target, 'tokens' | 'from'>>,
  target: string | undefined,
  io: Io,
): CreatedFile {
  const { baseUrl, analysisUrl, from } = described;
  const tokens = new NamedTokens(described);
  const folder = canWriteTo(io.cwd) ? io.cwd : tmpdir();
  const stamp = new Date().toISOString().replaceAll(/[:.]/g, '-');
  const path = resolve(folder, `abuse-feed-created-${stamp}-${process.pid}.jsonl`);
  const open = new Set<number>();
  const left = new Set<string>();
  let isBegun = false;
  let creates = 0;
  const write = (entry: Line): void => {
    const file = target === undefined ? null : resolve(io.cwd, target);
    const head: Head = { target: file, baseUrl, ...(analysisUrl && { analysisUrl }) };
    const lines = isBegun ? [entry] : [head, entry];
    isBegun = true;
    const texts = lines.map(
      (line) => `${JSON.stringify(withStrings(line, (text) => tokens.put(text)))}\n`,
    );
    appendFileSync(path, texts.join(''), { mode: 0o600 });
  };
  return {
    listener: {
      creating({ about, creator, sent }) {
        creates += 1;
        const nth = creates;
        open.add(nth);
        write({ creating: { nth, about, creator, sent: trailOf(sent) } });
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
      // Tokens go only where the target file says, or the command line.
      const where = from?.baseUrl === undefined ? '' : ` --base-url ${shellWord(baseUrl)}`;
      return `${unknown}To try again to delete what is left: abuse-feed verify --cleanup ${file}${where}\n\n`;
    },
    remove: () => rmSync(path, { force: true }),
  };
}

function keyOf({ id, about }: Pick<Created, 'id' | 'about'>): string {
  return `${about.service} ${id}`;
}

/** Runs something that creates reports, each on disk until it is known to be gone. */
export async function withCreatedFile<T>(
  target: Target,
  file: string | undefined,
  io: Io,
  act: (listener: CreatedFile['listener']) => Promise<T>,
): Promise<T> {
  const created = createdFile(target, file, io);
  try {
    return await act(created.listener);
  } finally {
    const hint = created.hint();
    if (hint === '') created.remove();
    io.stdout.write(hint);
  }
}

/** `in tunnelco, as tokens.researcher: {…}`. */
function contentOf({ about, creator, sent }: Creating): string {
  const where = Object.values(about).join(' ');
  return `in ${where}, as ${creator}: ${JSON.stringify(sent)}`;
}

function unanswered(count: number): string {
  return `${plural(count, 'create was', 'creates were')} sent without a response that says what came of it; what the server may have stored of that has no id here.`;
}

/** The same value with other strings; keys stay. */
function withStrings<T>(node: T, changed: (text: string) => string): T {
  if (typeof node === 'string') return changed(node) as T;
  if (Array.isArray(node)) return node.map((one) => withStrings(one, changed)) as T;
  if (typeof node !== 'object' || node === null) return node;
  const entries = Object.entries(node).map(([key, one]) => [key, withStrings(one, changed)]);
  return Object.fromEntries(entries) as T;
}

function isAbout(value: unknown): boolean {
  return isObject(value) && Object.values(value).every((one) => typeof one === 'string');
}

/** What each key of a line has, as it is written above. */
const forms: { readonly [key in keyof Required<Line>]: (value: unknown) => boolean } = {
  target: (value) => value === null || typeof value === 'string',
  baseUrl: (value) => typeof value === 'string' && URL.canParse(value),
  analysisUrl: (value) => typeof value === 'string' && URL.canParse(value),
  creating: (value) =>
    isObject(value) &&
    typeof value.nth === 'number' &&
    typeof value.creator === 'string' &&
    isAbout(value.about),
  settled: (value) => typeof value === 'number',
  created: (value) =>
    isObject(value) &&
    typeof value.id === 'string' &&
    typeof value.creator === 'string' &&
    isAbout(value.about),
  deleted: (value) => isObject(value) && typeof value.id === 'string' && isAbout(value.about),
};

const headKeys: readonly string[] = ['target', 'baseUrl', 'analysisUrl'] satisfies (keyof Head)[];

/** Undefined where it is not as a run writes it: the first line says where, each other one what happened. */
function lineIn(text: string, isFirst: boolean): Line | undefined {
  try {
    const read: unknown = JSON.parse(text);
    if (!isObject(read)) return undefined;
    const keys = Object.keys(read);
    const isItsPlace = isFirst
      ? keys.every((key) => headKeys.includes(key))
      : keys.length === 1 && keys.every((key) => !headKeys.includes(key));
    const isAsWritten = Object.entries(read).every(
      ([key, value]) => Object.hasOwn(forms, key) && forms[key as keyof Line](value),
    );
    return isItsPlace && isAsWritten ? (read as Line) : undefined;
  } catch {
    return undefined;
  }
}

/** The lines of a file, and the numbers of those that are passed over. The last one may be truncated. */
function linesIn(text: string): { readonly lines: Line[]; readonly strange: readonly number[] } {
  const lines: Line[] = [];
  const strange: number[] = [];
  const written = text.split('\n');
  for (const [at, one] of written.entries()) {
    const line = lineIn(one, at === 0);
    if (line) lines.push(line);
    else if (one !== '' && at < written.length - 1) strange.push(at + 1);
  }
  return { lines, strange };
}

/** The target of a run, at the URLs of its file: tokens go only to hosts that the target or the user names. */
function targetAt({ target, baseUrl, analysisUrl }: Head, choice: Choice, io: Io): Choice {
  const described = { ...choice, target: choice.target ?? target ?? undefined };
  const given = describedTarget(described, io);
  const named = [given?.baseUrl, given?.analysisUrl].flatMap((url) => (url ? [originOf(url)] : []));
  const written = { baseUrl, ...(analysisUrl !== undefined && { analysisUrl }) };
  const flags = { ...written, ...choice.flags };
  for (const [key, url] of Object.entries(flags))
    if (choice.flags[key as keyof Choice['flags']] === undefined && !named.includes(originOf(url)))
      throw new UsageError(
        `The run went to ${url}, which the target file does not name. Tokens are sent there only if you say so: --${key === 'baseUrl' ? 'base-url' : 'analysis-url'} ${shellWord(url)}`,
      );
  return { ...described, flags };
}

/** With the scheme: a token that is for HTTPS does not go where anybody can read it. */
function originOf(url: string): string {
  return new URL(url).origin;
}

/** Deletes the reports left by an interrupted run: `verify --cleanup FILE`. */
export async function cleanUpFrom(file: string, choice: Choice, io: Io): Promise<ExitCode> {
  const path = resolve(io.cwd, file);
  const { lines: written, strange } = linesIn(readText(file, io));
  const [head] = written;
  if (head?.baseUrl === undefined)
    throw new UsageError(
      `${file} is not a file of a run: it does not say where its reports were sent.`,
    );
  const { baseUrl, target = null, analysisUrl } = head;
  const chosen = targetAt(
    { target, baseUrl, ...(analysisUrl !== undefined && { analysisUrl }) },
    choice,
    io,
  );
  const { target: judged, close } = await judgedServer(chosen, io);
  const tokens = new NamedTokens(judged);
  const { due, unknown } = leftIn(
    written.map((line) => withStrings(line, (text) => tokens.fill(text))),
  );
  const moved = chosen.flags.baseUrl === baseUrl ? '' : `; the run went to ${baseUrl}`;
  io.stdout.write(`Deleting at ${chosen.flags.baseUrl}${moved}\n`);
  if (strange.length > 0)
    io.stdout.write(
      `Passed over, since no run writes them so: ${listed(strange, (line) => `line ${line}`).join(', ')}\n`,
    );
  const deleted = ({ id, about }: Pick<Created, 'id' | 'about'>): void => {
    const line = withStrings({ deleted: { id, about } }, (text) => tokens.put(text));
    appendFileSync(path, `\n${JSON.stringify(line)}\n`);
  };
  const { signal } = io;
  const onStored = { created: () => undefined, deleted };
  const done = await cleanUpCreated(judged, due, { signal, onStored }).finally(close);
  // If the server has one of them, it had them all: those not found are gone.
  const isTheirs = done.deleted.length > 0;
  const gone = done.deleted.length + (isTheirs ? done.notFound.length : 0);
  const missing = isTheirs ? 0 : done.notFound.length;
  io.stdout.write(`${gone} of ${plural(due.length, 'report is', 'reports are')} gone.\n`);
  const left = [
    ...whatIsLeft(done.left, tokens),
    ...whatIsMissing(missing),
    ...whatIsUnknown(unknown, tokens),
  ];
  if (left.length === 0) {
    rmSync(path, { force: true });
    return 0;
  }
  left.push(`${file} lists all of it, and stays. Remove it when nothing of this is left.`);
  io.stdout.write(left.map((line) => `${line}\n`).join(''));
  return 3;
}

/** The reports that a run has created and not deleted, and creates of which nobody knows what came of them. */
function leftIn(lines: readonly Line[]): {
  readonly due: readonly Created[];
  readonly unknown: readonly Creating[];
} {
  const gone = new Set(lines.flatMap(({ deleted }) => (deleted ? [keyOf(deleted)] : [])));
  const settled = new Set(lines.flatMap(({ settled }) => settled ?? []));
  return {
    due: lines.flatMap(({ created }) => created ?? []).filter((one) => !gone.has(keyOf(one))),
    unknown: lines.flatMap(({ creating }) => creating ?? []).filter(({ nth }) => !settled.has(nth)),
  };
}

/** A report that could not be deleted. */
type StillThere = Pick<Created, 'id' | 'about'> & { readonly why: string };

function whatIsLeft(left: readonly StillThere[], tokens: NamedTokens): string[] {
  const [first] = left;
  if (!first) return [];
  return [
    `${plural(left.length, 'is', 'are')} left, such as ${tokens.put(keyOf(first))}: ${tokens.put(first.why)}`,
  ];
}

function whatIsMissing(count: number): string[] {
  if (count === 0) return [];
  return [
    `${plural(count, 'is', 'are')} not found there, which a server says that never had them, too. Is it the right one?`,
  ];
}

function whatIsUnknown(unknown: readonly Creating[], tokens: NamedTokens): string[] {
  if (unknown.length === 0) return [];
  return [
    unanswered(unknown.length),
    'Nothing finds a report without its id. Look for these in its database:',
    ...listed(unknown, (one) => `  ${tokens.put(contentOf(one))}`),
  ];
}
