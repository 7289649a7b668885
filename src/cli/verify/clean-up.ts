import { appendFileSync, rmSync } from 'node:fs';
import { resolve } from 'node:path';
import { cleanUpCreated } from '../../../contract-tests/index.ts';
import { shellWord } from '../../traffic/curl.ts';
import { listed, plural } from '../../values/listed.ts';
import type { ExitCode, Io } from '../io.ts';
import { UsageError } from '../options.ts';
import { readText } from '../written.ts';
import {
  type Creating,
  keyOf,
  lineWriter,
  readCreated,
  unanswered,
  type WhereSent,
} from './created-file.ts';
import { type Choice, describedTarget, judgedServer } from './judged.ts';

/** Deletes the reports left by an interrupted run: `verify --cleanup FILE`. */
export async function cleanUpFrom(file: string, choice: Choice, io: Io): Promise<ExitCode> {
  const path = resolve(io.cwd, file);
  const { run, due, unknown } = readCreated(readText(file, io));
  if (!run)
    throw new UsageError(
      `${file} is not a file of a run: it does not say where its reports were sent.`,
    );
  const chosen = targetAt(run, choice, io);
  const { target, close } = await judgedServer(chosen, io);
  const { baseUrl } = chosen.flags;
  const moved = baseUrl === run.baseUrl ? '' : `; the run went to ${run.baseUrl}`;
  io.stdout.write(`Deleting at ${baseUrl}${moved}\n`);
  const textOf = lineWriter(target);
  const onStored = {
    created: () => undefined,
    deleted: ({ id, about }: (typeof due)[number]) =>
      appendFileSync(path, `\n${textOf({ deleted: { id, about } })}`),
  };
  const done = await cleanUpCreated(target, due, { signal: io.signal, onStored }).finally(close);
  // If the server has one of them, it had them all: those not found are gone.
  const isTheirs = done.deleted.length > 0;
  const missing = isTheirs ? 0 : done.notFound.length;
  const gone = done.deleted.length + done.notFound.length - missing;
  const [first] = done.left;
  const left = [
    ...(first
      ? [`${plural(done.left.length, 'is', 'are')} left, such as ${keyOf(first)}: ${first.why}`]
      : []),
    ...(missing > 0
      ? [
          `${plural(missing, 'is', 'are')} not found there, which a server says that never had them, too. Is it the right one?`,
        ]
      : []),
    ...(unknown.length > 0
      ? [
          unanswered(unknown.length),
          'Nothing finds a report without its id. Look for these in its database:',
          ...listed(unknown, (one) => `  ${contentOf(one)}`),
        ]
      : []),
  ];
  io.stdout.write(`${gone} of ${plural(due.length, 'report is', 'reports are')} gone.\n`);
  if (left.length === 0) {
    rmSync(path, { force: true });
    return 0;
  }
  left.push(`${file} lists all of it, and stays. Remove it when nothing of this is left.`);
  io.stdout.write(left.map((line) => `${line}\n`).join(''));
  return 3;
}

/** `in tunnelco, as tokens.researcher: {…}`. */
function contentOf({ about, creator, sent }: Creating): string {
  return `in ${Object.values(about).join(' ')}, as ${creator}: ${sent}`;
}

/** The target of a run, at the URLs of its file: tokens go only to hosts that the target or the user names. */
function targetAt({ target, baseUrl, analysisUrl }: WhereSent, choice: Choice, io: Io): Choice {
  const described = { ...choice, target: choice.target ?? target ?? undefined };
  const given = describedTarget(described, io);
  // With the scheme: a token that is for HTTPS does not go where anybody can read it.
  const originOf = (url: string): string => new URL(url).origin;
  const named = [given?.baseUrl, given?.analysisUrl].flatMap((url) => (url ? originOf(url) : []));
  const flags = { baseUrl, ...(analysisUrl !== undefined && { analysisUrl }), ...choice.flags };
  for (const [key, url] of Object.entries(flags))
    if (choice.flags[key as keyof Choice['flags']] === undefined && !named.includes(originOf(url)))
      throw new UsageError(
        `The run went to ${url}, which the target file does not name. Tokens are sent there only if you say so: --${key === 'baseUrl' ? 'base-url' : 'analysis-url'} ${shellWord(url)}`,
      );
  return { ...described, flags };
}
