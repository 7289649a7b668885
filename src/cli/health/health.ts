import { once } from 'node:events';
import http, { type IncomingMessage } from 'node:http';
import https, { type RequestOptions } from 'node:https';
import { withoutTrailingSlashes } from '../../values/url.ts';
import type { Io } from '../io.ts';
import { command, refuseArguments, text, UsageError } from '../options.ts';
import { commandDefaults, typedOption } from '../serve/server-flags.ts';
import { readOption } from '../written.ts';

/** Container health checks have time limits of their own. */
const seconds = 3;
/** Far more than a stand-in says of its health, in characters. */
const longest = 64 * 1024;

const definition = {
  page: 'docs/serve.md',
  begins: `Checks the health of a running stand-in, for container health checks.

Usage: abuse-feed health [options]`,
  example: 'abuse-feed health --url http://127.0.0.1:4010',
  options: {
    url: text('URL', 'where the stand-in is (default by HOST and PORT, http://127.0.0.1:4010)'),
    ca: text('FILE', 'CA certificate (PEM) to trust for an https URL (ABUSE_FEED_CA)'),
  },
  ends: `Without --url, a stand-in that speaks TLS there is asked by TLS, whatever its certificate: no secret is sent.

Exits with 0 if healthy, 1 if unhealthy or unreachable, 2 on wrong usage.`,
};

export const health = command(definition, async ({ values, positionals }, io) => {
  refuseArguments(positionals, 'health', 'Did you mean --url?');
  const late = AbortSignal.timeout(seconds * 1000);
  const signal = AbortSignal.any([late, io.signal]);
  const ca = authorityFrom(values.ca, io);
  const plain = values.url === undefined ? ownUrl(io) : urlFrom(values.url);
  const asked = { url: plain, problem: await problemAt(plain, { signal, ...(ca && { ca }) }) };
  // A TLS server closes a plain HTTP connection.
  const byTls = plain.replace(/^http:/, 'https:');
  const isTls =
    values.url === undefined &&
    asked.problem !== undefined &&
    (await problemAt(byTls, { signal, rejectUnauthorized: false })) === undefined;
  const { url, problem } = isTls ? { url: byTls, problem: undefined } : asked;
  if (problem === undefined) {
    io.stdout.write(`The stand-in at ${url} is healthy.\n`);
    return 0;
  }
  const why = late.aborted ? `there was no response in ${seconds} s.` : problem;
  io.stderr.write(`abuse-feed: The stand-in at ${url} is not healthy: ${why}\n`);
  return 1;
});

/** The URL of a stand-in started with the same variables. */
function ownUrl(io: Io): string {
  const defaults = commandDefaults(io);
  const port = typedOption('port', undefined, io) ?? defaults.port;
  const given = String(typedOption('host', undefined, io) ?? defaults.host);
  // A server on all addresses is reached by one of them.
  const host = { '0.0.0.0': '127.0.0.1', '::': '::1' }[given] ?? given;
  return `http://${host.includes(':') ? `[${host}]` : host}:${port}`;
}

function urlFrom(given: string): string {
  if (/^https?:\/\//.test(given) && URL.canParse(given)) return withoutTrailingSlashes(given);
  throw new UsageError(`--url is "${given}". Give a URL such as http://127.0.0.1:4010.`);
}

function authorityFrom(file: string | undefined, io: Io): string | undefined {
  if (file !== undefined) return readOption('--ca', file, io);
  const { ABUSE_FEED_CA } = io.env;
  return ABUSE_FEED_CA ? readOption('ABUSE_FEED_CA', ABUSE_FEED_CA, io) : undefined;
}

async function problemAt(url: string, options: RequestOptions): Promise<string | undefined> {
  try {
    const { status, body } = await answerOf(`${url}/__admin/health`, options);
    const { status: state, type, detail } = jsonIn(body);
    if (status === 200) return state === 'ok' ? undefined : 'what responds there is no stand-in.';
    const isOurs = String(type).startsWith('urn:abuse-feed:');
    return isOurs ? String(detail) : `it responds with ${status}.`;
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    return `it cannot be reached (${code ?? message}).`;
  }
}

async function answerOf(url: string, options: RequestOptions) {
  const ask = (url.startsWith('https:') ? https : http).get(url, { ...options, agent: false });
  ask.on('error', () => {});
  const [answer] = (await once(ask, 'response')) as [IncomingMessage];
  // Reading the body detects a truncated response.
  let body = '';
  for await (const part of answer.setEncoding('utf8')) {
    body += part;
    if (body.length > longest) break;
  }
  return { status: answer.statusCode, body };
}

/** Empty for anything but a JSON object. */
function jsonIn(body: string): { readonly [key: string]: unknown } {
  try {
    return { ...JSON.parse(body) };
  } catch {
    return {};
  }
}
