import { appendFileSync, rmSync } from 'node:fs';
import { resolve } from 'node:path';
import { type Created, cleanUpCreated } from '../../../contract-tests/index.ts';
import { shellWord } from '../../traffic/curl.ts';
import { listed, plural } from '../../values/listed.ts';
import { mapStrings } from '../../values/map-strings.ts';
import type { ExitCode, Io } from '../io.ts';
import { UsageError } from '../options.ts';
import { readText } from '../written.ts';
import {
  type Creating,
  type Head,
  keyOf,
  type Line,
  leftIn,
  linesIn,
  unanswered,
} from './created-lines.ts';
import { type Choice, describedTarget, judgedServer } from './judged.ts';
import { NamedTokens } from './named-tokens.ts';

/** Deletes the reports left by an interrupted run: `verify --cleanup FILE`. */
export async function cleanUpFrom(file: string, choice: Choice, io: Io): Promise<ExitCode> {
  const path = resolve(io.cwd, file);
  const { lines, strange } = linesIn(readText(file, io));
  const head = headOf(lines, file);
  const chosen = targetAt(head, choice, io);
  const { target, close } = await judgedServer(chosen, io);
  const tokens = new NamedTokens(target);
  const { due, unknown } = leftIn(
    lines.map((line) => mapStrings(line, (text) => tokens.fill(text))),
  );
  io.stdout.write(beginningOf(chosen.flags.baseUrl, head.baseUrl, strange));
  const deleted = ({ id, about }: Pick<Created, 'id' | 'about'>): void => {
    const line = mapStrings({ deleted: { id, about } }, (text) => tokens.put(text));
    appendFileSync(path, `\n${JSON.stringify(line)}\n`);
  };
  const { signal } = io;
  const onStored = { created: () => undefined, deleted };
  const done = await cleanUpCreated(target, due, { signal, onStored }).finally(close);
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

function headOf([first]: readonly Line[], file: string): Head {
  if (first?.baseUrl === undefined)
    throw new UsageError(
      `${file} is not a file of a run: it does not say where its reports were sent.`,
    );
  const { baseUrl, target = null, analysisUrl } = first;
  return { target, baseUrl, ...(analysisUrl !== undefined && { analysisUrl }) };
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

/** `strange`: the numbers of the lines that are passed over. */
function beginningOf(
  baseUrl: string | undefined,
  wentTo: string,
  strange: readonly number[],
): string {
  const moved = baseUrl === wentTo ? '' : `; the run went to ${wentTo}`;
  const lines = [`Deleting at ${baseUrl}${moved}\n`];
  if (strange.length > 0) {
    const places = listed(strange, (line) => `line ${line}`).join(', ');
    lines.push(`Passed over, since no run writes them so: ${places}\n`);
  }
  return lines.join('');
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

/** `in tunnelco, as tokens.researcher: {…}`. */
function contentOf({ about, creator, sent }: Creating): string {
  const where = Object.values(about).join(' ');
  return `in ${where}, as ${creator}: ${JSON.stringify(sent)}`;
}
