import { createServer, type IncomingMessage } from 'node:http';
import { json } from 'node:stream/consumers';
import * as choice from './choices.ts';
import {
  type Caller,
  type Choices,
  type Draft,
  listen,
  type OrdinaryServer,
  type Report,
  type Running,
  type Seed,
} from './ordinary.ts';

const never = Number.POSITIVE_INFINITY;

type Stored = { report: Report; service: string; creator: Caller; shownAt: number; goneAt: number };

class Problem extends Error {
  readonly status: number;
  constructor(status: number, message: string) {
    super(message);
    this.status = status;
  }
}

function draftOf(body: unknown, choices: Choices): Draft {
  if (typeof body !== 'object' || body === null || Array.isArray(body)) {
    throw new Problem(400, 'body must be an object');
  }
  const hash = new RegExp(choice.hashPattern(choices));
  const checks: Record<keyof Draft, (value: unknown) => boolean> = {
    tags: (value) => Array.isArray(value) && value.every((tag) => typeof tag === 'string'),
    c2Address: (value) => typeof value === 'string' && /^\S+:\d{1,5}$/.test(value),
    file256Hash: (value) => typeof value === 'string' && hash.test(value),
    referenceLink: (value) => typeof value === 'string' && URL.canParse(value),
    confidenceScore: (value) => Number.isInteger(value),
  };
  const draft = choice.pick({ ...body });
  for (const field of choice.fields) {
    const missing = !(field in draft);
    if (missing ? choice.requiredFields(choices).includes(field) : !checks[field](draft[field])) {
      throw new Problem(400, missing ? `${field} is missing` : `${field} is invalid`);
    }
  }
  const objection = choice.refusal(draft, choices);
  if (objection) throw new Problem(400, objection);
  return choice.tidy(draft, choices);
}

async function start(seed: Seed, choices: Choices, port?: number): Promise<Running> {
  const callers = new Map(seed.callers.map((caller) => [caller.token, caller]));
  const services = new Set(seed.services);
  const analyses = new Map(
    seed.analyses.flatMap((analysis) =>
      [analysis.sha256Hash, analysis.sha512Hash, analysis.blake3Hash].map((h) => [h, analysis]),
    ),
  );
  const reports = new Map<string, Stored>();
  const takeRequest = choice.quota(choices);

  function create(service: string, caller: Caller, body: unknown) {
    if (!services.has(service) && !choices.has('unknown-feed-empty')) {
      throw new Problem(404, 'no such feed');
    }
    if (!caller.researcher) throw new Problem(403, 'only researchers may report');
    const draft = draftOf(body, choices);
    const delay = choice.creationDelay(choices);
    const accepted = (id: string) => ({
      status: delay ? 202 : 201,
      body: { id, successful: true },
    });
    if (choices.has('idempotent-create')) {
      for (const { report, ...old } of reports.values()) {
        const mine = old.service === service && old.creator === caller && old.goneAt === never;
        if (mine && choice.same(report, draft)) return accepted(report.id);
      }
    }
    const report: Report = {
      id: choice.newId(choices),
      name: `${service} #${reports.size + 1}`,
      ...draft,
      reportedAt: choice.timestamp(choices),
      reportedBy: caller.name,
      firstSeenID: choice.newId(choices),
    };
    const stored = { report, service, creator: caller, shownAt: Date.now() + delay, goneAt: never };
    reports.set(choice.idKey(report.id, choices), stored);
    return accepted(report.id);
  }

  function find(service: string, query: URLSearchParams, evenDeleted = false): Stored {
    const id = query.get('report');
    if (!id) throw new Problem(400, 'the parameter report is missing');
    const stored = reports.get(choice.idKey(id, choices));
    const gone = stored && stored.goneAt <= Date.now() && !evenDeleted;
    if (stored?.service !== service || stored.shownAt > Date.now() || gone) {
      throw new Problem(404, 'no such report');
    }
    return stored;
  }

  function remove(service: string, caller: Caller, query: URLSearchParams) {
    const stored = find(service, query, choices.has('repeat-delete-ok'));
    if (stored.creator !== caller && !caller.owns.includes(service)) {
      throw new Problem(403, 'not your report');
    }
    const delay = choice.deletionDelay(choices);
    stored.goneAt = Math.min(stored.goneAt, Date.now() + delay);
    return { status: delay ? 202 : 200, body: choice.deleted('deleted', choices) };
  }

  async function answer(request: IncomingMessage): Promise<{ status: number; body: unknown }> {
    const url = new URL(`http://localhost${request.url}`);
    const caller = callers.get(request.headers.authorization ?? '');
    if (!caller) throw new Problem(401, 'who are you?');
    const hash = /^\/private\/sample\/([^/]+)$/.exec(url.pathname)?.[1];
    if (hash !== undefined && request.method === 'GET') {
      if (!takeRequest(caller)) throw new Problem(429, 'no requests left');
      const analysis = analyses.get(hash);
      if (!analysis) throw new Problem(404, 'never analysed');
      return { status: 200, body: analysis };
    }
    const feed = /^\/feed\/([^/]+)\/api$/.exec(url.pathname)?.[1];
    if (feed === undefined) throw new Problem(404, 'no such path');
    const service = decodeURIComponent(feed);
    if (request.method === 'POST') return create(service, caller, await json(request));
    if (request.method === 'DELETE') return remove(service, caller, url.searchParams);
    if (request.method !== 'GET') throw new Problem(405, 'no such method');
    const { report } = find(service, url.searchParams);
    return { status: 200, body: { report, successful: true } };
  }

  const server = createServer((request, response) => {
    answer(request).then(
      ({ status, body }) => choice.send(request, response, status, body, choices),
      (error: Error) => {
        const bad = error instanceof SyntaxError || error instanceof URIError;
        const status = error instanceof Problem ? error.status : bad ? 400 : 500;
        const lookup = request.url?.startsWith('/private/') ?? false;
        const own = { error: error.message, successful: false };
        const body = lookup ? choice.missBody(choices, status, error.message, own) : own;
        const shown = choices.has('errors-200') && !lookup ? 200 : status;
        choice.send(request, response, shown, body, choices);
      },
    );
  });
  return listen(server, port);
}

export const nodeHttp: OrdinaryServer = {
  name: 'node-http',
  choices: [
    ...choice.commonChoices,
    ...choice.valueChoices,
    ...choice.quotaChoices,
    ...choice.missChoices,
    'any-case-report-id',
    'repeat-delete-ok',
    'unknown-feed-empty',
    'errors-200',
    'charset',
    'cache-headers',
    'chunked',
    'gzip',
    'escaped-json',
  ],
  start,
};
