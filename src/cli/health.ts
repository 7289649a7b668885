import type { ExitCode, Io } from './io.ts';
import { parseOptions, portFrom, refuseArguments, UsageError, wholeNumber } from './options.ts';

const help = `Asks a running stand-in whether it is well. Made for health checks of containers.

Usage: abuse-feed health [options]

      --url URL    where the stand-in is      (default by HOST and PORT, http://127.0.0.1:4010)
      --timeout S  seconds to wait            (default 3)
  -h, --help       show this

Ends with 0 where it is well, 1 where it is not or cannot be reached, 2 on wrong usage.
`;

const options = {
  url: { type: 'string' },
  timeout: { type: 'string' },
  help: { type: 'boolean', short: 'h' },
} as const;

export async function health(args: string[], io: Io): Promise<ExitCode> {
  const { values, positionals } = parseOptions(args, options);
  if (values.help) {
    io.stdout.write(help);
    return 0;
  }
  refuseArguments(positionals, 'health');
  const url = values.url === undefined ? ownUrl(io.env) : urlFrom(values.url);
  const seconds = wholeNumber(values.timeout ?? '3', '--timeout', 1);
  const problem = await problemAt(`${url}/__admin/health`, seconds, io.signal);
  if (problem === undefined) {
    io.stdout.write(`The stand-in at ${url} is well.\n`);
    return 0;
  }
  io.stderr.write(`abuse-feed: The stand-in at ${url} is not well: ${problem}\n`);
  return 1;
}

/** Where a stand-in is that was started with the same variables. */
function ownUrl({ HOST, PORT }: Io['env']): string {
  const port = portFrom(PORT || '4010', 'PORT');
  // Whoever listens on every address is called by one of them.
  const host = { '0.0.0.0': '127.0.0.1', '::': '::1' }[HOST ?? ''] ?? (HOST || '127.0.0.1');
  return `http://${host.includes(':') ? `[${host}]` : host}:${port}`;
}

function urlFrom(text: string): string {
  if (/^https?:\/\//.test(text) && URL.canParse(text)) return text.replace(/\/+$/, '');
  throw new UsageError(`--url is "${text}". Give a URL such as http://127.0.0.1:4010.`);
}

async function problemAt(
  url: string,
  seconds: number,
  stop: AbortSignal,
): Promise<string | undefined> {
  const late = AbortSignal.timeout(seconds * 1000);
  try {
    const answer = await fetch(url, { signal: AbortSignal.any([late, stop]) });
    if (answer.ok) return undefined;
    const { detail } = (await answer.json().catch(() => ({}))) as { detail?: unknown };
    return typeof detail === 'string' ? detail : `it answers with ${answer.status}.`;
  } catch (error) {
    if (late.aborted) return `there was no answer in ${seconds} s.`;
    const { code } = ((error as Error).cause ?? {}) as { code?: string };
    return `it cannot be reached (${code ?? (error as Error).message}).`;
  }
}
