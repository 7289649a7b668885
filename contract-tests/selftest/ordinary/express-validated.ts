import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import express, { type ErrorRequestHandler, type Request } from 'express';
import * as OpenApiValidator from 'express-openapi-validator';
import { load } from 'js-yaml';
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

type Row = { service: string; creator: Caller; report: Report; visibleAt: number; goneAt?: number };
type Specification = Exclude<
  Parameters<typeof OpenApiValidator.middleware>[0]['apiSpec'],
  string | undefined
>;

const fail = (status: number, message: string) => Object.assign(new Error(message), { status });

/** The document, with the choices written into its schema of a draft. */
function specification(choices: Choices): Specification {
  const file = new URL('specification.yaml', import.meta.url);
  const document = load(readFileSync(file, 'utf8')) as Specification & {
    components: {
      schemas: {
        Draft: {
          required?: readonly string[];
          properties: { file256Hash: { pattern: string }; referenceLink: { format?: string } };
        };
      };
    };
  };
  const { Draft } = document.components.schemas;
  const required = choice.requiredFields(choices);
  if (required.length > 0) Draft.required = required;
  else delete Draft.required;
  Draft.properties.file256Hash.pattern = choice.hashPattern(choices);
  return document;
}

async function start(seed: Seed, choices: Choices, port?: number): Promise<Running> {
  const app = express();
  const callers = new Map(seed.callers.map((caller) => [caller.token, caller]));
  const callerOf = (req: Request): Caller => {
    const caller = callers.get(req.get('Authorization') ?? '');
    if (!caller) throw fail(401, 'unauthorized');
    return caller;
  };
  const takeRequest = choice.quota(choices);
  let rows: Row[] = [];

  function rowOf(req: Request): Row {
    const now = Date.now();
    rows = rows.filter(({ goneAt = now + 1 }) => goneAt > now);
    const row = rows.find(
      ({ service, report, visibleAt }) =>
        service === req.params.service &&
        choice.idKey(report.id, choices) === choice.idKey(String(req.query.report), choices) &&
        visibleAt <= now,
    );
    if (!row) throw fail(404, 'not found');
    return row;
  }

  app.use((_req, res, next) => {
    if (choices.has('connection-close')) res.set('Connection', 'close');
    const json = res.json.bind(res);
    res.json = (body: unknown) => json(choice.withExtras(body, choices));
    next();
  });
  app.use(express.json());
  app.use(
    OpenApiValidator.middleware({
      apiSpec: specification(choices),
      validateRequests: { coerceTypes: choices.has('coerce-types') ? 'array' : false },
      validateSecurity: { handlers: { token: (req) => callerOf(req) !== undefined } },
    }),
  );

  app.post('/feed/:service/api', (req, res) => {
    const caller = callerOf(req);
    const { service } = req.params;
    if (!caller.researcher) throw fail(403, 'the role researcher is required');
    if (!seed.services.includes(service)) throw fail(404, 'not found');
    const objection = choice.refusal(choice.pick(req.body), choices);
    if (objection) throw fail(400, objection);
    const draft: Draft = choice.tidy(choice.pick(req.body), choices);
    const delay = choice.creationDelay(choices);
    const known =
      choices.has('idempotent-create') &&
      rows.find(
        (row) =>
          row.service === service &&
          row.creator === caller &&
          row.goneAt === undefined &&
          choice.same(row.report, draft),
      );
    if (known) {
      res.status(delay ? 202 : 201).json({ id: known.report.id, successful: true });
      return;
    }
    const id = choice.newId(choices);
    const first = rows.find(({ report }) => report.file256Hash === draft.file256Hash);
    const report: Report = {
      ...draft,
      id,
      name: `${caller.name} on ${service}`,
      reportedAt: choice.timestamp(choices),
      reportedBy: caller.name,
      firstSeenID: first?.report.firstSeenID ?? id,
    };
    rows.push({ service, creator: caller, report, visibleAt: Date.now() + delay });
    res.status(delay ? 202 : 201).json({ id, successful: true });
  });

  app.get('/feed/:service/api', (req, res) => {
    res.json({ report: rowOf(req).report, successful: true });
  });

  app.delete('/feed/:service/api', (req, res) => {
    const row = rowOf(req);
    const caller = callerOf(req);
    if (row.creator !== caller && !caller.owns.includes(row.service)) throw fail(403, 'forbidden');
    const delay = choice.deletionDelay(choices);
    row.goneAt ??= Date.now() + delay;
    res.status(delay ? 202 : 200).json(choice.deleted(`Report ${row.report.id} deleted`, choices));
  });

  app.get('/private/sample/:hash', (req, res) => {
    const { hash } = req.params;
    if (!takeRequest(callerOf(req))) throw fail(429, 'too many requests');
    const analysis = seed.analyses.find(({ sha256Hash, sha512Hash, blake3Hash }) =>
      [sha256Hash, sha512Hash, blake3Hash].includes(hash),
    );
    if (!analysis) throw fail(404, 'not found');
    res.json(analysis);
  });

  const onError: ErrorRequestHandler = (error: Error & { status?: number }, req, res, _next) => {
    const status = error.status ?? 500;
    const lookup = req.path.startsWith('/private/');
    res.status(choices.has('errors-200') && !lookup ? 200 : status);
    res.json({ error: error.message, successful: false });
  };
  app.use(onError);

  return listen(createServer(app), port);
}

export const expressValidated: OrdinaryServer = {
  name: 'express-validated',
  choices: [
    ...choice.commonChoices,
    ...choice.valueChoices,
    ...choice.quotaChoices,
    'coerce-types',
    'any-case-report-id',
    'errors-200',
  ],
  start,
};
