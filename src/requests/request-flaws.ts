import type { Schema } from '../document/schema.ts';
import {
  type CalledOperation,
  isNearContract,
  operationsAt,
  pathAndQuery,
} from '../spec/called-operation.ts';
import { draftFields, reportFields } from '../spec/fields.ts';
import { hashNames, isFileHash } from '../spec/file-hashes.ts';
import { pointsOf } from '../spec/open-point.ts';
import { openPointById } from '../spec/open-points.ts';
import type { OperationParameter, OperationPlace } from '../spec/operations.ts';
import { schemaNamed } from '../spec/schemas.ts';
import type { HttpExchange } from '../traffic/exchange.ts';
import { breach, type Flaw, reliesOn } from '../traffic/flaw.ts';
import { listed } from '../values/listed.ts';
import { isObject } from '../values/objects.ts';
import { quoted } from '../values/quoted.ts';
import { valueFlaws } from './value-flaws.ts';

type SentRequest = HttpExchange['request'];

/** What is known about the token of a request; the token itself is not. */
export interface SentToken {
  /** Undefined where it is unknown whether there was a token. */
  readonly hasToken: boolean | undefined;
  /** The scheme before the token. */
  readonly scheme?: string | undefined;
  readonly isRepeated?: boolean | undefined;
}

/**
 * Of a request with a URL relative to the base URL. Undefined where it is not meant for the API: beyond the paths
 * of the contract, that has to be known.
 */
export function requestFlaws(
  request: SentRequest,
  token: SentToken,
  isMeant = false,
): Flaw[] | undefined {
  const { method, url } = request;
  const [path, query] = pathAndQuery(url);
  const there = operationsAt(() => path);
  const called = there.find(({ place }) => place.method === method);
  if (called)
    return [
      ...tokenFlaws(token, called.place),
      ...parameterFlaws(called, new URLSearchParams(query)),
      ...bodyFlaws(request, called.place),
    ];
  // Ignores preflights, and paths that do not resemble the API.
  if (method === 'OPTIONS') return undefined;
  if (there.length > 0)
    return [breach('no-operation', `${quoted(method, 20)} is no operation of this path (4).`)];
  return isMeant || isNearContract(path)
    ? [breach('wrong-path', 'No operation has this path (4).')]
    : undefined;
}

/** Of some flaws, those that are there. */
function those(...flaws: readonly (readonly [isThere: boolean, flaw: Flaw])[]): Flaw[] {
  return flaws.flatMap(([isThere, flaw]) => (isThere ? [flaw] : []));
}

function tokenFlaws(
  { hasToken, scheme = '', isRepeated = false }: SentToken,
  { isPublic }: OperationPlace,
): Flaw[] {
  return those(
    [isRepeated, breach('several-tokens', 'The Authorization header is sent more than once (5).')],
    [
      hasToken === false && !isPublic,
      breach('no-token', 'There is no token in the Authorization header (5).'),
    ],
    [
      scheme !== '',
      reliesOn('auth.prefix', `The token is sent with ${quoted(scheme, 20)} before it.`),
    ],
  );
}

function parameterFlaws({ place, named }: CalledOperation, sent: URLSearchParams): Flaw[] {
  const { parameters, query, section, area } = place;
  return [
    ...parameters.flatMap((parameter) => {
      const { name, isRequired } = parameter;
      if (parameter.in === 'path') return textFlaws(parameter, decoded(named[name] ?? ''), section);
      const [value = '', ...more] = sent.getAll(name);
      if (more.length > 0)
        return [reliesOn('feed.repeated-parameters', `The query names ${name} more than once.`)];
      if (value === '' && isRequired)
        return [breach(`no-${name}`, `The query names no ${name} (${section}).`)];
      return sent.has(name) ? textFlaws(parameter, value, section) : [];
    }),
    ...those([
      [...sent.keys()].some((name) => !query.includes(name)),
      reliesOn(`${area}.unknown-parameters`, 'The query has parameters that do not exist.'),
    ]),
  ];
}

/** Where it is open whether the case of a parameter matters. */
const casePoints = new Map([
  ['report', 'feed.id-case'],
  ['hash', 'lookup.hash-case'],
]);

function textFlaws({ name, schema }: OperationParameter, text: string, section: string): Flaw[] {
  if (schema['x-file-hashes'] && !isFileHash(text))
    return [breach(`${name}-format`, `The path names no ${hashNames} hash (${section}).`)];
  const flaws = valueFlaws(name, schema, valueIn(text, schema.type), section);
  const point = casePoints.get(name);
  return flaws.length === 0 && point !== undefined && text !== text.toLowerCase()
    ? [reliesOn(point, `${name} is sent in upper case.`)]
    : flaws;
}

/** Query parameters are decoded already. */
function decoded(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch {
    return segment;
  }
}

/** A parameter is a text; its schema may be that of a number or a flag. */
function valueIn(text: string, type: unknown): unknown {
  if ((type === 'integer' || type === 'number') && /^-?\d+(\.\d+)?$/.test(text))
    return Number(text);
  return type === 'boolean' && /^(true|false)$/.test(text) ? text === 'true' : text;
}

/** The flaws of what is sent beside the URL, by what the operation takes. */
export function bodyFlaws({ headers, body }: SentRequest, place: OperationPlace): Flaw[] {
  const { name, hasBody, needsBody, section } = place;
  const isAnnounced =
    headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;
  if (!hasBody)
    return body || isAnnounced
      ? [breach('needless-body', `A body is sent where there is none (${section}).`)]
      : [];
  if (!body && !isAnnounced && !needsBody) return [];
  const { 'content-type': type = '' } = headers;
  const isOther = type !== '' && !/^\s*application\/json\s*(;|$)/i.test(type);
  const point = `${name}.content-type`;
  return [
    ...those(
      [type === '', breach('no-content-type', `There is no Content-Type header (${section}).`)],
      [
        isOther,
        breach(
          'wrong-content-type',
          `The Content-Type is ${quoted(type, 60)}, not application/json (${section}).`,
        ),
      ],
      [
        isOther && openPointById.has(point),
        reliesOn(point, 'The body is sent as another content type.'),
      ],
    ),
    // An announced body that is absent here was not read: nothing is known about it.
    ...(!body && isAnnounced ? [] : jsonFlaws(body, place)),
  ];
}

function jsonFlaws(body: string | undefined, place: OperationPlace): Flaw[] {
  const { section } = place;
  if (!body) return [breach('no-body', `There is no body (${section}).`)];
  try {
    const sent: unknown = JSON.parse(body);
    const says = `The body has a field twice, of which either may count (${section}).`;
    return [...those([namesTwice(body), breach('field-twice', says)]), ...sentFlaws(sent, place)];
  } catch {
    return [breach('malformed-body', `The body is no JSON (${section}).`)];
  }
}

function sentFlaws(sent: unknown, { body, sends, section }: OperationPlace): Flaw[] {
  if (body.type !== 'object') return valueFlaws('body', body, sent, section);
  if (!isObject(sent)) return [breach('body-type', `The body is no JSON object (${section}).`)];
  return fieldFlaws(body, sent, section, sends === 'ReportDraft' ? serviceFields : []);
}

type SentFields = { readonly [field: string]: unknown };

/** 2.1: fields set by the service, which a client does not send. */
const serviceFields = reportFields.filter((field) => !draftFields.includes(field));

/** The flaws of a report that is sent, by field. */
export function draftFlaws(sent: SentFields): Flaw[] {
  return fieldFlaws(schemaNamed('ReportDraft'), sent, '4.1', serviceFields);
}

/** The flaws of an object by its schema; `others` are fields that only the service has. */
function fieldFlaws(
  schema: Schema,
  sent: SentFields,
  section: string,
  others: readonly string[],
): Flaw[] {
  const { properties: fields = {}, required = [], additionalProperties } = schema;
  const given = others.filter((field) => field in sent);
  const unknown = Object.keys(sent).filter(
    (field) => !Object.hasOwn(fields, field) && !others.includes(field),
  );
  const refusing = pointsOf(schema).find(({ patch = {} }) =>
    Object.values(patch).some((change) => change.additionalProperties === false),
  );
  // A name that a client has chosen may be long.
  const names = listed(unknown, (name) => quoted(JSON.stringify(name), 40)).join(', ');
  const says = `There are no such fields: ${names} (${section}).`;
  return [
    ...Object.entries(fields).flatMap(([field, one]) =>
      field in sent ? valueFlaws(field, one, sent[field], section) : [],
    ),
    ...those(
      [
        given.length > 0,
        breach('service-fields', `${given.join(', ')} must not be sent (${section}).`),
      ],
      [unknown.length > 0 && additionalProperties === false, breach('unknown-fields', says)],
      [unknown.length > 0 && refusing !== undefined, reliesOn(refusing?.id ?? '', says)],
    ),
    ...required.flatMap((field) => {
      if (field in sent) return [];
      const point = pointsOf(fields[field] ?? {}).find(({ sets }) => sets === 'required');
      const missing = `${field} is left out (${section}).`;
      return [point ? reliesOn(point.id, missing) : breach(`${field}-missing`, missing)];
    }),
  ];
}

/** Whether an object of well-formed JSON has a name more than once. */
function namesTwice(json: string): boolean {
  const names: Set<string>[] = [];
  let last = '';
  for (const [token] of json.matchAll(/"(?:[^"\\]|\\.)*"?|[{}:]/gs)) {
    if (token === '{') names.push(new Set());
    else if (token === '}') names.pop();
    else if (token === ':') {
      const known = names.at(-1)?.size;
      if (names.at(-1)?.add(JSON.parse(last)).size === known) return true;
    }
    last = token;
  }
  return false;
}
