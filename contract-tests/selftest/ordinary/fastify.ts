import Fastify, { type FastifyError, type FastifyReply, type FastifyRequest } from 'fastify';
import * as choice from './choices.ts';
import type {
  Analysis,
  Caller,
  Choices,
  OrdinaryServer,
  Report,
  Running,
  Seed,
} from './ordinary.ts';

type Feed = { Params: { service: string } };
type One = Feed & { Querystring: { report: string } };
type Filed = { report: Report; service: string; by: Caller; from: number };

const failure = (statusCode: number, message: string) =>
  Object.assign(new Error(message), { statusCode });

function bodySchema(choices: Choices) {
  return {
    type: 'object',
    required: choice.requiredFields(choices),
    properties: {
      tags: { type: 'array', items: { type: 'string' } },
      c2Address: { type: 'string', pattern: '^[^\\s]+:[0-9]{1,5}$' },
      file256Hash: { type: 'string', pattern: choice.hashPattern(choices) },
      referenceLink: { type: 'string', format: 'uri' },
      confidenceScore: {
        type: 'integer',
        ...(choices.has('score-0-to-100') ? { minimum: 0, maximum: 100 } : {}),
      },
    },
  };
}

const querystring = {
  type: 'object',
  required: ['report'],
  properties: { report: { type: 'string', minLength: 1 } },
};

async function start(seed: Seed, choices: Choices, port = 0): Promise<Running> {
  const reports = new Map<string, Filed>();
  const callers = new Map(seed.callers.map((caller) => [caller.token, caller]));
  const analyses = new Map<string, Analysis>();
  for (const analysis of seed.analyses) {
    const { sha256Hash, sha512Hash, blake3Hash } = analysis;
    for (const hash of [sha256Hash, sha512Hash, blake3Hash]) analyses.set(hash, analysis);
  }
  const takeRequest = choice.quota(choices);

  const onError = (error: FastifyError, request: FastifyRequest, reply: FastifyReply) => {
    const lookup = request.url.startsWith('/v2/');
    const status = error.statusCode ?? 500;
    if (lookup) return reply.code(status).send({ message: error.message, code: status });
    // a URL that can't be decoded gets here without the hooks
    if (choices.has('connection-close')) reply.header('connection', 'close');
    reply.code(choices.has('errors-200') ? 200 : status);
    return reply.send(choice.withExtras({ error: error.message, successful: false }, choices));
  };

  const app = Fastify({
    forceCloseConnections: true,
    routerOptions: { maxParamLength: 5000 },
    ajv: { customOptions: { coerceTypes: choices.has('coerce-types') ? 'array' : false } },
    frameworkErrors: (error, request, reply) => void onError(error, request, reply),
  });
  app.setErrorHandler(onError);
  app.setNotFoundHandler(() => {
    throw failure(404, 'Route not found');
  });

  const callerOf = (request: FastifyRequest): Caller => {
    const caller = callers.get(request.headers.authorization ?? '');
    if (!caller) throw failure(401, 'Missing or unknown token');
    return caller;
  };
  app.addHook('onRequest', async (request, reply) => {
    if (choices.has('connection-close')) reply.header('connection', 'close');
    callerOf(request);
  });
  app.addHook('preSerialization', async (_request, _reply, payload) =>
    choice.withExtras(payload, choices),
  );

  const find = ({ params, query }: FastifyRequest<One>): Filed => {
    const filed = reports.get(choice.idKey(query.report, choices));
    if (!filed || filed.service !== params.service || filed.from > Date.now()) {
      throw failure(404, `Report ${query.report} not found`);
    }
    return filed;
  };

  app.post<Feed>(
    '/v1/feed/:service/api',
    { schema: { body: bodySchema(choices) } },
    async (request, reply) => {
      const caller = callerOf(request);
      const { service } = request.params;
      if (!caller.researcher) throw failure(403, 'Not a researcher');
      if (!seed.services.includes(service) && !choices.has('unknown-feed-empty')) {
        throw failure(404, 'Feed not found');
      }
      const draft = choice.pick(request.body as Record<string, unknown>);
      const objection = choice.refusal(draft, choices);
      if (objection) throw failure(400, objection);
      const id = choice.newId(choices);
      const delay = choice.creationDelay(choices);
      const report: Report = {
        id,
        name: caller.name,
        ...choice.tidy(draft, choices),
        reportedAt: choice.timestamp(choices),
        reportedBy: caller.name,
        firstSeenID: choice.newId(choices),
      };
      const filed = { report, service, by: caller, from: Date.now() + delay };
      reports.set(choice.idKey(id, choices), filed);
      reply.code(delay ? 202 : 201);
      return { id, successful: true };
    },
  );

  app.get<One>('/v1/feed/:service/api', { schema: { querystring } }, async (request) => {
    return { report: find(request).report, successful: true };
  });

  app.delete<One>('/v1/feed/:service/api', { schema: { querystring } }, async (request, reply) => {
    const { report, by, service } = find(request);
    const caller = callerOf(request);
    if (by !== caller && !caller.owns.includes(service)) throw failure(403, 'Not allowed');
    const remove = () => reports.delete(choice.idKey(report.id, choices));
    const delay = choice.deletionDelay(choices);
    if (delay) setTimeout(remove, delay).unref();
    else remove();
    reply.code(delay ? 202 : 200);
    return choice.deleted(`Deleted ${report.id}`, choices);
  });

  app.get<{ Params: { hash: string } }>('/v2/private/sample/:hash', async (request) => {
    if (!takeRequest(callerOf(request))) throw failure(403, 'No remaining requests');
    const analysis = analyses.get(request.params.hash);
    if (!analysis) throw failure(404, 'No analysis of this file');
    return analysis;
  });

  const url = await app.listen({ host: '127.0.0.1', port });
  return { baseUrl: `${url}/v1`, analysisUrl: `${url}/v2`, close: () => app.close() };
}

export const fastify: OrdinaryServer = {
  name: 'fastify',
  choices: [
    ...choice.commonChoices.filter((name) => name !== 'idempotent-create'),
    ...choice.valueChoices,
    ...choice.quotaChoices,
    'coerce-types',
    'any-case-report-id',
    'unknown-feed-empty',
    'errors-200',
  ],
  start,
};
