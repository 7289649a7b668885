import type { RequestHandler } from 'express';
import { harEntries, type RecordedEntry } from '../spec/traffic/har.ts';
import { fixedBody, type Reply } from './reply/reply.ts';
import { respond } from './reply/respond.ts';
import { keepBody } from './request/body.ts';

/** A recording that cannot be replayed. */
export class ReplayProblem extends Error {
  override readonly name = 'ReplayProblem';
}

interface Replayed {
  readonly method: string;
  readonly url: string;
  /** As in the JSON; undefined where absent. */
  readonly body: unknown;
  readonly reply: Reply;
}

/** Headers set by the connection. */
const ofConnection = /^(connection|keep-alive|content-length|transfer-encoding|date)$/;

const replayed = (recorded: RecordedEntry): Replayed[] => {
  if ('skipped' in recorded || recorded.response.status < 200) return [];
  const { method, url, body } = recorded.request;
  const { status, headers, body: text } = recorded.response;
  const reply = {
    status,
    headers: Object.fromEntries(
      Object.entries(headers).filter(([name]) => !ofConnection.test(name)),
    ),
    body: fixedBody(text === '' ? undefined : text),
    outcome: 'replayed',
    why: 'Replayed from the recording.',
  };
  return [{ method, url, body: parsed(body), reply }];
};

function parsed(text = ''): unknown {
  if (text === '') return undefined;
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

const same = (one: unknown, other: unknown): boolean =>
  JSON.stringify(sorted(one)) === JSON.stringify(sorted(other));

const sorted = (value: unknown): unknown => {
  if (Array.isArray(value) || typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)));
};

/** Replays recorded responses in order, repeating the last one; passes all other requests on. */
export function replayOf(har: unknown): RequestHandler {
  const entries = harEntries(har);
  if (!entries) throw new ReplayProblem('The recording is not a HAR file: it has no log.entries.');
  const recorded = entries.flatMap(replayed);
  const used = new Set<Replayed>();
  return async (req, _res, next) => {
    const { context } = req;
    const alike = recorded.filter(
      ({ method, url }) => method === req.method && url.endsWith(context.url),
    );
    if (alike.length === 0) return next();
    if (alike.some(({ body }) => body !== undefined)) await keepBody(context);
    const found = alike.filter(({ body }) => same(body, parsed(context.unreadBody)));
    const one = found.find((each) => !used.has(each)) ?? found.at(-1);
    if (!one) return next();
    used.add(one);
    respond(context, one.reply);
  };
}
