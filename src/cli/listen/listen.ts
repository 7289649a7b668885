import {
  capturedText,
  concludeListening,
  JudgingQueue,
  type ListenResult,
  listenerOf,
  longestCapturedBody,
  type Target,
} from '../../../contract-tests/index.ts';
import { bugEntry, jsonLog, terminalLog } from '../../http/request-log.ts';
import { type RunningProxy, startProxy } from '../../proxy/proxy.ts';
import type { HttpExchange } from '../../traffic/exchange.ts';
import { type Io, untilStopped } from '../io.ts';
import { command, flag, refuseArguments, text, UsageError, type ValuesOf } from '../options.ts';
import {
  mustTakeFiles,
  outcomeOptions,
  recorderOf,
  recordOptions,
  tell,
  writeRecording,
} from '../outcome.ts';
import { typedOption } from '../serve/server-flags.ts';
import { choiceOf, targetOf } from '../verify/judged.ts';
import { liveOn } from './live.ts';
import { judgeRecording } from './recorded.ts';

const options = {
  target: text('FILE', 'the server: its URLs and what is known about it; tokens are not needed'),
  'base-url': text('URL', 'overrides baseUrl of the target, or replaces the target file'),
  'analysis-url': text('URL', 'overrides analysisUrl of the target'),
  har: text('FILE', 'judge this recording instead of live traffic'),
  port: text('N', 'port to listen on, 0 for any free one (PORT, default 4020)', { short: 'p' }),
  host: text('NAME', 'address to listen on (HOST, default 127.0.0.1)'),
  quiet: flag('print only exchanges that break a clause'),
  ...recordOptions,
  ...outcomeOptions,
};

const definition = {
  page: 'docs/listen.md',
  begins: `Judges a server and its clients by their traffic, live or recorded.

Usage: abuse-feed listen --target FILE [options]
       abuse-feed listen --har FILE [options]

Live, it is a proxy that forwards everything unchanged and sends no requests of its own: point clients at it instead
of at the server. Ctrl-C stops it and prints a report. A recording is a HAR, as browsers, mitmproxy, Charles and
Playwright write it, or the requests that a stand-in has seen (/__admin/requests, as JSON or line by line). Tokens in
it are neither printed nor kept.`,
  example: 'abuse-feed listen --target my-server.yaml --port 4011',
  options,
  modes: {
    har: {
      does: 'judges what is recorded already',
      takes: ['target', 'base-url', 'analysis-url', ...Object.keys(outcomeOptions)],
    },
  },
  ends: `Exit codes: 0 conforms, 1 violates, 2 wrong usage, 3 inconclusive. Clauses that no request
covered are not counted.`,
};

type Values = ValuesOf<typeof options>;

/** Judges the responses of a server to the requests of others. */
export const listen = command(definition, async ({ values, positionals }, io) => {
  const [given = ''] = positionals;
  const meant = /^https?:/.test(given)
    ? 'base-url'
    : /\.(har|jsonl?)$/i.test(given)
      ? 'har'
      : 'target';
  refuseArguments(positionals, 'listen', `Did you mean --${meant}?`);
  mustTakeFiles(values, io);
  const result =
    values.har === undefined
      ? await judgeLive(values, io)
      : await judgeRecording(values.har, values, io);
  return tell(result, values, io);
});

/** Forwards requests to a server until it is stopped, and judges the responses. */
async function judgeLive(values: Values, io: Io): Promise<ListenResult> {
  if (values.target === undefined && !(values['base-url'] ?? io.env.ABUSE_FEED_BASE_URL))
    throw new UsageError(
      'listen needs --target FILE or --base-url URL: the server; or --har FILE: a recording. See --help.',
    );
  const target = targetOf(choiceOf(values), io, true);
  const host = String(typedOption('host', values.host, io) ?? '127.0.0.1');
  const port = Number(typedOption('port', values.port, io) ?? 4020);
  refuseItself(target, host, port);

  const startedAt = new Date();
  const listener = listenerOf(target);
  const write = (line: string) => void io.stderr.write(line);
  const log = io.stderr.isTTY ? terminalLog(write) : jsonLog(write);
  const hide = (text: string) => listener.evidence.hiding.theirs(io.secrets?.theirs(text) ?? text);
  const onBug = (problem: unknown) => log(bugEntry(problem, hide));
  const queue = new JudgingQueue(listener, liveOn(io.stderr, values.quiet ?? false), onBug);
  const recorder = recorderOf(values, listener.service.redactor());
  const proxy = await started(host, port, target, (passed) => {
    queue.add(passed);
    recorder?.add(textOf(passed));
  });
  const { baseUrl, analysisUrl = baseUrl } = target;
  const behind = analysisUrl === baseUrl ? baseUrl : `${baseUrl} and ${analysisUrl}`;
  io.stdout.write(`Ready on ${proxy.url}, in front of ${behind}. Ctrl-C ends it with a report.\n`);
  // An unexpected error must not cost the report so far.
  const endDefence = io.unforeseen?.(onBug);
  await untilStopped(io);
  await proxy.close();
  queue.finish();
  endDefence?.();
  io.stdout.write('\n');
  writeRecording(values, io, recorder);
  return concludeListening(listener, startedAt);
}

/** Undefined where a body is too long, or in an encoding that is unknown here. */
function textOf({ request, response, ...rest }: HttpExchange<Buffer>): HttpExchange | undefined {
  const { body: packed, ...asked } = request;
  const sent = packed && capturedText({ body: packed, headers: request.headers });
  const received = capturedText(response);
  if (!received || (packed && !sent)) return undefined;
  return {
    ...rest,
    request: { ...asked, ...(sent && { body: sent.body }) },
    response: { ...response, ...received },
  };
}

async function started(
  host: string,
  port: number,
  target: Target,
  onPassed: (passed: HttpExchange<Buffer>) => void,
): Promise<RunningProxy> {
  try {
    return await startProxy({
      baseUrl: target.baseUrl,
      analysisUrl: target.analysisUrl ?? target.baseUrl,
      authority: target.authority,
      host,
      port,
      timeoutMs: target.pace.timeoutMs,
      longestBody: longestCapturedBody,
      onPassed,
    });
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    const why = code === 'EADDRINUSE' ? 'it is in use' : message;
    throw new UsageError(`Port ${port} on ${host} cannot be listened on: ${why}. See --port.`);
  }
}

function refuseItself({ baseUrl, analysisUrl = baseUrl }: Target, host: string, port: number) {
  const itself = ['localhost', '127.0.0.1', '[::1]', host];
  for (const url of [baseUrl, analysisUrl].map((one) => new URL(one)))
    if (port !== 0 && url.port === String(port) && itself.includes(url.hostname))
      throw new UsageError(
        `${url.origin} is where this would listen itself. Choose another --port.`,
      );
}
