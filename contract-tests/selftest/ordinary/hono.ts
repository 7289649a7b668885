import type { Server } from 'node:http';
import { createAdaptorServer } from '@hono/node-server';
import { type Context, Hono } from 'hono';
import { compress } from 'hono/compress';
import { etag } from 'hono/etag';
import { HTTPException } from 'hono/http-exception';
import type { ContentfulStatusCode } from 'hono/utils/http-status';
import { validator } from 'hono/validator';
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

type Env = { Variables: { caller: Caller } };
type Item = { report: Report; service: string; creatorName: string; from: number; until: number };

const isText = (value: unknown) => typeof value === 'string';

/** All that is wrong with a body, at once. */
function problems(body: unknown, choices: Choices): string[] {
  if (typeof body !== 'object' || body === null || Array.isArray(body)) return ['not an object'];
  const rules: Record<keyof Draft, (value: unknown) => boolean> = {
    tags: (value) => Array.isArray(value) && value.every(isText),
    c2Address: (value) => isText(value) && /^.+:\d+$/s.test(String(value)),
    file256Hash: (value) => isText(value) && RegExp(choice.hashPattern(choices)).test(`${value}`),
    referenceLink: (value) => isText(value) && URL.canParse(String(value)),
    confidenceScore: Number.isInteger,
  };
  const draft = choice.pick({ ...body });
  const absent = choice.requiredFields(choices).filter((field) => !(field in draft));
  const wrong = choice.fields.filter((field) => field in draft && !rules[field](draft[field]));
  const found = [...absent.map((f) => `${f} is required`), ...wrong.map((f) => `${f} is wrong`)];
  const objection = found.length === 0 ? choice.refusal(draft, choices) : undefined;
  return objection ? [objection] : found;
}

async function start(seed: Seed, choices: Choices, port?: number): Promise<Running> {
  const items = new Map<string, Item>();
  const takeRequest = choice.quota(choices);
  const app = new Hono<Env>().basePath('/api');

  const reply = (c: Context, status: ContentfulStatusCode, body: unknown) =>
    c.body(choice.encode(choice.withExtras(body, choices), choices), status, {
      'Content-Type': `application/json${choices.has('charset') ? '; charset=utf-8' : ''}`,
    });

  app.onError((error, c) => {
    const status = error instanceof HTTPException ? error.status : 500;
    if (!c.req.path.startsWith('/api/private/')) {
      const shown = choices.has('errors-200') ? 200 : (status as ContentfulStatusCode);
      return reply(c, shown, { error: error.message, successful: false });
    }
    const body = choice.missBody(choices, status, error.message, { reason: error.message });
    return body === undefined
      ? c.body(null, status)
      : reply(c, status as ContentfulStatusCode, body);
  });
  app.notFound((c) => reply(c, 404, { error: 'Not Found', successful: false }));

  if (choices.has('gzip')) app.use(compress({ threshold: 0 }));
  if (choices.has('cache-headers')) app.use(etag());
  app.use(async (c, next) => {
    if (choices.has('connection-close')) c.header('Connection', 'close');
    const caller = seed.callers.find(({ token }) => token === c.req.header('Authorization'));
    if (!caller) throw new HTTPException(401, { message: 'Unauthorized' });
    c.set('caller', caller);
    await next();
  });

  const find = (service: string, id: string | undefined, evenDeleted = false): Item => {
    if (!id) throw new HTTPException(400, { message: '?report= is required' });
    const item = items.get(choice.idKey(id, choices));
    const now = Date.now();
    if (item?.service === service && item.from <= now && (evenDeleted || now < item.until)) {
      return item;
    }
    throw new HTTPException(404, { message: 'No such report in this feed' });
  };

  const draft = validator('json', (body, c) => {
    if (!c.get('caller').researcher) throw new HTTPException(403, { message: 'Forbidden' });
    const found = problems(body, choices);
    if (found.length > 0) throw new HTTPException(400, { message: found.join(', ') });
    return choice.tidy(choice.pick(body), choices);
  });

  app.post('/feed/:service/api', draft, (c) => {
    const service = c.req.param('service');
    if (!seed.services.includes(service) && !choices.has('unknown-feed-empty')) {
      throw new HTTPException(404, { message: `No feed for ${service}` });
    }
    const caller = c.get('caller');
    const fresh = c.req.valid('json');
    const delay = choice.creationDelay(choices);
    const known = [...(choices.has('idempotent-create') ? items.values() : [])].find(
      (item) =>
        item.service === service &&
        item.creatorName === caller.name &&
        item.until === Number.POSITIVE_INFINITY &&
        choice.same(item.report, fresh),
    );
    const report = known?.report ?? {
      id: choice.newId(choices),
      name: '',
      ...fresh,
      reportedAt: choice.timestamp(choices),
      reportedBy: caller.name,
      firstSeenID: choice.newId(choices),
    };
    if (!known) {
      const from = Date.now() + delay;
      const item = { report, service, creatorName: caller.name, from, until: Infinity };
      items.set(choice.idKey(report.id, choices), item);
    }
    return reply(c, delay ? 202 : 201, { id: report.id, successful: true });
  });

  app.get('/feed/:service/api', (c) => {
    const { report } = find(c.req.param('service'), c.req.query('report'));
    return reply(c, 200, { report, successful: true });
  });

  app.delete('/feed/:service/api', (c) => {
    const service = c.req.param('service');
    const item = find(service, c.req.query('report'), choices.has('repeat-delete-ok'));
    const { name, owns } = c.get('caller');
    if (item.creatorName !== name && !owns.includes(service)) {
      throw new HTTPException(403, { message: 'Forbidden' });
    }
    const delay = choice.deletionDelay(choices);
    item.until = Math.min(item.until, Date.now() + delay);
    return reply(c, delay ? 202 : 200, choice.deleted('', choices));
  });

  app.get('/private/sample/:hash', (c) => {
    if (!takeRequest(c.get('caller'))) throw new HTTPException(403, { message: 'quota used up' });
    const hash = c.req.param('hash').toLowerCase();
    const analysis = seed.analyses.find(({ sha256Hash, sha512Hash, blake3Hash }) =>
      [sha256Hash, sha512Hash, blake3Hash].includes(hash),
    );
    if (!analysis) throw new HTTPException(404, { message: 'unknown hash' });
    return reply(c, 200, analysis);
  });

  const server = createAdaptorServer({ fetch: app.fetch, overrideGlobalObjects: false });
  const { baseUrl, close } = await listen(server as Server, port);
  return { baseUrl: `${baseUrl}/api`, analysisUrl: `${baseUrl}/api`, close };
}

export const hono: OrdinaryServer = {
  name: 'hono',
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
    'gzip',
    'escaped-json',
  ],
  start,
};
