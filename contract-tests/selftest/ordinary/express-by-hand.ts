import { createServer } from 'node:http';
import express, { type ErrorRequestHandler, type Request, type Response } from 'express';
import * as choice from './choices.ts';
import {
  type Analysis,
  type Caller,
  type Choices,
  type Draft,
  listen,
  type OrdinaryServer,
  type Report,
  type Running,
  type Seed,
} from './ordinary.ts';

type Entry = { report: Report; reporter: string; liveFrom: number; deleting: boolean };

class HttpError extends Error {
  readonly status: number;
  constructor(status: number, message: string) {
    super(message);
    this.status = status;
  }
}

function validate(body: unknown, choices: Choices): Draft {
  if (typeof body !== 'object' || body === null || Array.isArray(body)) {
    throw new HttpError(422, 'Expected a JSON object');
  }
  const draft = choice.pick({ ...body });
  const values: Record<string, unknown> = draft;
  for (const field of choice.requiredFields(choices)) {
    if (values[field] === undefined) throw new HttpError(422, `Missing field: ${field}`);
  }
  const { tags, c2Address, file256Hash, referenceLink, confidenceScore } = values;
  if (tags !== undefined && !(Array.isArray(tags) && tags.every((t) => typeof t === 'string'))) {
    throw new HttpError(422, 'tags: expected a list of strings');
  }
  if (c2Address !== undefined) {
    const colon = typeof c2Address === 'string' ? c2Address.lastIndexOf(':') : -1;
    const port = colon > 0 ? String(c2Address).slice(colon + 1) : '';
    if (!/^\d+$/.test(port) || Number(port) > 65535) {
      throw new HttpError(422, 'c2Address: expected <host>:<port>');
    }
  }
  if (file256Hash !== undefined) {
    const pattern = new RegExp(choice.hashPattern(choices));
    if (typeof file256Hash !== 'string' || !pattern.test(file256Hash)) {
      throw new HttpError(422, 'file256Hash: expected a SHA-256');
    }
  }
  if (referenceLink !== undefined) {
    const web = typeof referenceLink === 'string' && /^https?:\/\//i.test(referenceLink);
    if (!web || !URL.canParse(referenceLink))
      throw new HttpError(422, 'referenceLink: expected a URL');
  }
  if (confidenceScore !== undefined && !Number.isInteger(confidenceScore)) {
    throw new HttpError(422, 'confidenceScore: expected an integer');
  }
  const objection = choice.refusal(draft, choices);
  if (objection) throw new HttpError(422, objection);
  return choice.tidy(draft, choices);
}

async function start(seed: Seed, choices: Choices, port?: number): Promise<Running> {
  const app = express();
  const feeds = new Map(seed.services.map((service) => [service, new Map<string, Entry>()]));
  const samples = new Map<string, Analysis>();
  for (const analysis of seed.analyses) {
    samples.set(analysis.sha256Hash, analysis);
    samples.set(analysis.sha512Hash, analysis);
    samples.set(analysis.blake3Hash, analysis);
  }
  const takeRequest = choice.quota(choices);

  function authenticate(req: Request): Caller {
    const caller = seed.callers.find(({ token }) => token === req.headers.authorization);
    if (!caller) throw new HttpError(403, 'Invalid access token');
    return caller;
  }

  function feedOf(service: string): Map<string, Entry> {
    const feed = feeds.get(service) ?? new Map<string, Entry>();
    if (!feeds.has(service)) {
      if (!choices.has('unknown-feed-empty')) throw new HttpError(404, `Unknown feed: ${service}`);
      feeds.set(service, feed);
    }
    return feed;
  }

  function entryOf(feed: Map<string, Entry>, id: unknown): Entry {
    if (typeof id !== 'string' || id === '') throw new HttpError(400, 'Missing parameter: report');
    const entry = feed.get(choice.idKey(id, choices));
    if (!entry || Date.now() < entry.liveFrom) throw new HttpError(404, 'Report not found');
    return entry;
  }

  const reply = (res: Response, status: number, body: unknown) =>
    res.status(status).json(choice.withExtras(body, choices));

  if (choices.has('connection-close')) {
    app.use((_req, res, next) => {
      res.set('Connection', 'close');
      next();
    });
  }
  app.use(express.json());

  app
    .route('/feed/:service/api')
    .post((req, res) => {
      const draft = validate(req.body, choices);
      const caller = authenticate(req);
      if (!caller.researcher) throw new HttpError(403, 'Researchers only');
      const feed = feedOf(req.params.service);
      const delay = choice.creationDelay(choices);
      const twin = [...feed.values()].find(
        ({ report, reporter, deleting }) =>
          reporter === caller.name && !deleting && choice.same(report, draft),
      );
      if (twin && choices.has('idempotent-create')) {
        reply(res, delay ? 202 : 200, { id: twin.report.id, successful: true });
        return;
      }
      const report: Report = {
        id: choice.newId(choices),
        name: 'Abuse report',
        ...draft,
        reportedAt: choice.timestamp(choices),
        reportedBy: caller.name,
        firstSeenID: choice.newId(choices),
      };
      const liveFrom = Date.now() + delay;
      const entry = { report, reporter: caller.name, liveFrom, deleting: false };
      feed.set(choice.idKey(report.id, choices), entry);
      reply(res, delay ? 202 : 200, { id: report.id, successful: true });
    })
    .get((req, res) => {
      authenticate(req);
      const { report } = entryOf(feedOf(req.params.service), req.query.report);
      reply(res, 200, { report, successful: true });
    })
    .delete((req, res) => {
      const caller = authenticate(req);
      const feed = feedOf(req.params.service);
      const entry = entryOf(feed, req.query.report);
      if (entry.reporter !== caller.name && !caller.owns.includes(req.params.service)) {
        throw new HttpError(403, 'You may not delete this report');
      }
      const remove = () => feed.delete(choice.idKey(entry.report.id, choices));
      const delay = choice.deletionDelay(choices);
      if (!delay) remove();
      else if (!entry.deleting) setTimeout(remove, delay).unref();
      entry.deleting = true;
      reply(res, delay ? 202 : 200, choice.deleted('Report deleted', choices));
    });

  app.get('/private/sample/:hash', (req, res) => {
    const caller = authenticate(req);
    if (!takeRequest(caller)) throw new HttpError(402, 'Request quota exceeded');
    const analysis = samples.get(req.params.hash);
    if (!analysis) throw new HttpError(404, 'Sample not found');
    reply(res, 200, analysis);
  });

  app.use((req) => {
    throw new HttpError(404, `Cannot ${req.method} ${req.path}`);
  });

  // body-parser and the router throw errors which carry a status, too
  const onError: ErrorRequestHandler = (error: Error & { status?: number }, req, res, _next) => {
    const status = error.status ?? 500;
    const own = { error: error.message, successful: false };
    if (!req.path.startsWith('/private/')) {
      reply(res, choices.has('errors-200') ? 200 : status, own);
      return;
    }
    const body = choice.missBody(choices, status, error.message, own);
    if (body === undefined) res.status(status).end();
    else reply(res, status, body);
  };
  app.use(onError);

  return listen(createServer(app), port);
}

export const expressByHand: OrdinaryServer = {
  name: 'express-by-hand',
  choices: [
    ...choice.commonChoices,
    ...choice.valueChoices,
    ...choice.quotaChoices,
    ...choice.missChoices,
    'any-case-report-id',
    'unknown-feed-empty',
    'errors-200',
  ],
  start,
};
