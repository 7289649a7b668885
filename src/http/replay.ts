import type { RequestHandler } from 'express';
import { fixedBody, type Reply } from './reply/reply.ts';
import { respond } from './reply/respond.ts';
import { keepBody } from './request/body.ts';

/** A recording that cannot be replayed. */
export class ReplayProblem extends Error {
  override readonly name = 'ReplayProblem';
}

interface Recorded {
  readonly method: string;
  readonly url: string;
  /** As in the JSON; undefined where absent. */
  readonly body: unknown;
  readonly reply: Reply;
}

type Part = { readonly [key: string]: unknown };
const part = (value: unknown): Part =>
  typeof value === 'object' && value !== null ? (value as Part) : {};

/** Headers set by the connection, or no longer true of the decoded body. */
const ofConnection =
  /^(connection|keep-alive|content-(length|encoding)|transfer-encoding|date|:.*)$/i;

function recordedIn(raw: unknown): Recorded[] {
  const { request, response } = {
    request: part(part(raw).request),
    response: part(part(raw).response),
  };
  const { status } = response;
  if (typeof status !== 'number' || status < 200) return [];
  const { text, encoding } = part(response.content);
  const body = typeof text === 'string' ? text : '';
  const list = Array.isArray(response.headers) ? response.headers.map(part) : [];
  const headers = list
    .filter(({ name }) => !ofConnection.test(String(name)))
    .map(({ name, value }) => [String(name), String(value)]);
  const decoded = encoding === 'base64' ? Buffer.from(body, 'base64').toString() : body;
  return [
    {
      method: String(request.method).toUpperCase(),
      url: String(request.url),
      body: parsed(part(request.postData).text),
      reply: {
        status,
        headers: Object.fromEntries(headers),
        body: fixedBody(decoded === '' ? undefined : decoded),
        outcome: 'replayed',
        why: 'Replayed from the recording.',
      },
    },
  ];
}

function parsed(text: unknown): unknown {
  if (typeof text !== 'string' || text === '') return undefined;
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
  const { entries } = part(part(har).log);
  if (!Array.isArray(entries)) {
    throw new ReplayProblem('The recording is not a HAR file: it has no log.entries.');
  }
  const recorded = entries.flatMap(recordedIn);
  const used = new Set<Recorded>();
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
