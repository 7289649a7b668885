import { readFileSync } from 'node:fs';
import { type IncomingHttpHeaders, type IncomingMessage, request } from 'node:http';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { answering } from '../../traffic/listening.test.support.ts';
import { folderWith } from '../../values/folder-with.test.support.ts';
import { packageRoot } from '../../values/package-root.ts';
import type { Io } from '../io.ts';
import { ran as ranCommand } from '../terminal.test.support.ts';
import { type VerifyTarget, verify } from './verify.ts';

export const example = join(packageRoot, 'contract-tests', 'targets', 'reference.yaml');

interface Ran extends Partial<Pick<Io, 'signal' | 'env'>> {
  /** The result of the run, instead of a run. */
  readonly judge?: VerifyTarget;
  /** Called with the folder before the run. */
  readonly onFolder?: (folder: string) => void;
}

/** `abuse-feed verify` in this process, in its own folder. */
export async function ran(
  args: readonly string[],
  { signal, env = {}, judge, onFolder }: Ran = {},
) {
  const folder = folderWith();
  onFolder?.(folder);
  const { code, out, err } = await ranCommand([...args], {
    cwd: folder,
    env,
    ...(signal && { signal }),
    command: (words, io) => verify(words, io, judge),
  });
  const printed = out + err;
  const file = (name: string) => readFileSync(join(folder, name), 'utf8');
  return { code, printed, folder, file };
}

/** The example target with other URLs and changes. */
export function targetFile(
  at: { readonly baseUrl: string; readonly analysisUrl?: string },
  change: (text: string) => string = (text) => text,
): string {
  const text = readFileSync(example, 'utf8')
    .replace('baseUrl: http://127.0.0.1:4010', `baseUrl: ${at.baseUrl}`)
    .replace('analysisUrl: http://127.0.0.1:4010', `analysisUrl: ${at.analysisUrl ?? at.baseUrl}`);
  return join(folderWith({ 'mine.yaml': change(text) }), 'mine.yaml');
}

/** Keeps only this many limited tokens. */
export function withLimited(count: number) {
  return (text: string): string => {
    const lines = text.split('\n');
    const limited = lines.filter((line) => line.includes('token-analyst-limited-'));
    const dropped = new Set(limited.slice(count));
    const rest = lines.filter((line) => !dropped.has(line)).join('\n');
    return count === 0 ? rest.replace(/^ {2}limited:\n/m, '') : rest;
  };
}

/** Two analyses of nine. */
export function fewerAnalyses(text: string): string {
  return text.replace(/( {2}- sha256: .*\n( {4}\w+: .*\n)+){7}(?=\n)/, '');
}

/** One limited token and two analyses, for runs that need no more. */
export function fewer(text: string): string {
  return withLimited(1)(fewerAnalyses(text));
}

export interface Passed {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

/** A refusal unrelated to the request. */
export const notNow: Passed = {
  status: 500,
  headers: { 'content-type': 'application/json' },
  body: '{"error":"not now","successful":false}',
};

interface PassingOptions {
  /** A path prefix here that the server behind does not have. */
  readonly prefix?: string;
  /** Only paths with this prefix are served. */
  readonly only?: string;
  /** A response in place of the server's, or none. */
  readonly instead?: (asked: IncomingMessage, body: string) => Passed | 'hang up' | undefined;
  readonly alter?: (answer: Passed, asked: IncomingMessage) => Passed;
}

/** A proxy in front of a server: with a path prefix, a part of its paths, or changed responses. */
export async function passing(to: string, options: PassingOptions = {}): Promise<string> {
  const { prefix = '', only = '/', alter = (answer) => answer } = options;
  const behind = new URL(to);
  const url = await answering(async (asked, answer) => {
    const path = asked.url ?? '/';
    const body = await buffer(asked);
    if (!path.startsWith(prefix + only)) {
      answer.writeHead(404, { 'content-type': 'text/plain' }).end('nothing here');
      return;
    }
    const own = options.instead?.(asked, body.toString('utf8'));
    if (own === 'hang up') asked.socket.destroy();
    else if (own) answer.writeHead(own.status, own.headers).end(own.body);
    if (own) return;
    const { connection: _, host: __, ...headers } = asked.headers;
    const onward = request(
      {
        host: behind.hostname,
        port: behind.port,
        method: asked.method,
        path: path.slice(prefix.length),
        headers,
      },
      async (reply) => {
        const { 'content-length': ___, connection: ____, ...rest } = reply.headers;
        const text = (await buffer(reply)).toString('utf8');
        const altered = alter({ status: reply.statusCode ?? 0, headers: rest, body: text }, asked);
        answer.writeHead(altered.status, altered.headers).end(altered.body);
      },
    );
    onward.on('error', () => answer.destroy()).end(body);
  });
  return url + prefix;
}
