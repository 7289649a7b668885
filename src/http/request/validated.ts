import type { OperationName } from '../../domain/operation.ts';
import type { Refusal } from '../../domain/refusal.ts';
import type { SentReport } from '../../domain/rules.ts';
import type { Call } from '../answer.ts';
import type { Exchange } from '../exchange.ts';
import { readBody } from './body.ts';
import { refusalFor, unreadableUrl } from './complaint.ts';
import { illegibleUrl } from './legible-url.ts';
import { reportQuery } from './plainly-valid.ts';
import { validatorError } from './validator.ts';
import { tokenFlaw } from './why-strange.ts';

/**
 * The request as the service needs it, or what the contract has against it. express-openapi-validator
 * decides and words that; only what it would plainly let through is spared the way through it.
 */
export async function validated(
  exchange: Exchange,
  operation: OperationName,
): Promise<Call | Refusal> {
  const { req, serving, url, headers } = exchange;
  if (illegibleUrl(req) !== undefined) return unreadableUrl('it is not percent-encoded UTF-8');
  if (operation === 'create') {
    const unread = await readBody(exchange);
    if (unread) return unread;
  }
  const mark = url.indexOf('?');
  const query = mark < 0 ? '' : url.slice(mark + 1);
  const announcesBody = headers.bodyLength !== 0;
  const asked = { params: req.params, query, announcesBody, body: req.body };
  return serving.edition.plainlyValid(operation, asked)
    ? callOf(exchange, operation, query.slice(reportQuery.length))
    : judged(exchange, operation);
}

async function judged(exchange: Exchange, operation: OperationName): Promise<Call | Refusal> {
  const { req, res, serving, url } = exchange;
  req.url = url;
  // It would compile and keep a validator for every type that a request without a body is sent with.
  if (operation !== 'create') delete req.headers['content-type'];
  const { body } = req;
  if (operation === 'create') req.body = withFewTags(body, serving.dialect['create.tags.limit']);
  const error = await validatorError(serving.edition.document, req, res);
  req.body = body;
  if (error === undefined) return callOf(exchange, operation, String(req.query.report));
  const refused = refusalFor(error, req);
  if (!refused) throw error;
  return refused;
}

/** That there are too many is enough: a body holds half a million, and each would have its own flaw. */
function withFewTags(body: unknown, limit: number): unknown {
  const { tags } = (body ?? {}) as { tags?: unknown };
  if (!Array.isArray(tags) || tags.length <= limit) return body;
  return { ...(body as object), tags: tags.slice(0, limit + 1) };
}

function callOf(exchange: Exchange, operation: OperationName, id: string): Call | Refusal {
  const flaw = tokenFlaw(exchange);
  if (flaw) return flaw;
  const { req, headers } = exchange;
  const { body } = req;
  const [authorization] = headers.authorization;
  const param = (name: string): string => String(req.params[name]);
  switch (operation) {
    case 'create':
      return { operation, authorization, service: param('service'), report: body as SentReport };
    case 'lookup':
      return { operation, authorization, hash: param('hash') };
    default:
      return { operation, authorization, service: param('service'), id };
  }
}
