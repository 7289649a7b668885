import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { type Compared, compare, safeCopy, type Target } from '../../../contract-tests/index.ts';
import type { ExitCode, Io } from '../io.ts';
import { serve } from '../serve/serve.ts';
import { withCreatedFile } from '../verify/created-file.ts';

/** The minimum percentage of equal responses for a twin. */
const least = 97;

/** More would bury the verdict. */
const mostShown = 20;

/** Whether the files of a twin exist already. */
export const isLearned = (files: readonly string[], io: Io): boolean =>
  files.every((file) => existsSync(resolve(io.cwd, file)));

/** Runs a function with a twin on a free port. */
const besideTwin = async <T>(
  args: readonly string[],
  io: Io,
  act: (url: string) => Promise<T>,
): Promise<T | ExitCode> => {
  const stop = new AbortController();
  const signal = AbortSignal.any([io.signal, stop.signal]);
  let output = '';
  let ready: (url: string) => void = () => undefined;
  const url = new Promise<string>((resolve) => (ready = resolve));
  const write = (text: string): void => {
    output += text;
    const [, found] = /Ready on (\S+)\. /.exec(output) ?? [];
    if (found !== undefined) ready(found);
  };
  const serving = serve([...args, '--port', '0'], { ...io, stdout: { write }, signal });
  const started = await Promise.race([url, serving]);
  if (typeof started !== 'string') return started;
  try {
    return await act(started);
  } finally {
    stop.abort();
    await serving;
  }
};

const report = ({ requests, alike, differences }: Compared): string => {
  const share = Math.floor((1000 * alike) / requests) / 10;
  const listed = differences.slice(0, mostShown);
  const more = differences.length - listed.length;
  return [
    `${alike} of ${requests} requests are answered alike by the server and its twin (${share} %, at least ${least} % are wanted).`,
    ...listed.flatMap(({ what, server, twin }) => [
      `  ${what}`,
      `    server  ${server}`,
      `    twin    ${twin}`,
    ]),
    ...(more > 0 ? [`  and ${more} more`] : []),
    '',
  ].join('\n');
};

/** Compares the responses of a server and its twin: 1 where they differ too much. */
export const comparedWithTwin = async (
  target: Target,
  args: readonly string[],
  io: Io,
): Promise<ExitCode> => {
  const { signal } = io;
  const compared = await besideTwin(args, io, (url) =>
    withCreatedFile(target, target.source?.file, io, (listener) =>
      compare(target, { baseUrl: url, analysisUrl: url }, { signal, listener }),
    ),
  );
  if (typeof compared === 'number') return compared;
  io.stdout.write(report(safeCopy(compared)));
  return compared.alike * 100 >= compared.requests * least ? 0 : 1;
};
