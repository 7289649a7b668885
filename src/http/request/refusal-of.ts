import type { Request } from 'express';
import {
  type Document,
  type Parameter,
  resolved,
  type SchemaObject,
} from '../../contract/document.ts';
import { operationObject, placedOperation } from '../../contract/operations.ts';
import { type DocumentSchema, mistakeOf } from '../../document/complaint.ts';
import { mistakesByLine } from '../../document/document.ts';
import { keyOf, type Path, pathIn } from '../../document/path.ts';
import { hostProblem } from '../../domain/c2-address.ts';
import type { Refusal } from '../../domain/refusal.ts';
import type { Operation } from '../../operations/operation.ts';
import { listed, shortened } from '../../values/listed.ts';
import { limitedNearest } from '../../values/nearest.ts';
import { pathParams } from './path-params.ts';

/** An error of the validator, as far as its shape is known. */
interface Complaint {
  readonly status?: number;
  readonly errors?: readonly Flaw[];
}

interface Flaw {
  readonly path: string;
  readonly message: string;
  readonly errorCode?: string;
}

/** The validator's error as a refusal; undefined where it is an internal error. */
export function refusalOf(
  error: unknown,
  operation: Operation,
  req: Request,
  document: Document,
): Refusal | undefined {
  const { status, errors = [] } = error as Complaint;
  if (status !== 400) return undefined;
  for (const flaw of errors) {
    const [, at, rest] = /^\/(query|params)\/(.*)/s.exec(flaw.path) ?? [];
    if (rest === undefined) continue;
    const place = at === 'query' ? 'query' : 'path';
    const parameter = parameterAt(parametersIn(document, operation.name, place), rest, flaw);
    const name = parameter?.name ?? rest;
    const value = place === 'query' ? req.query[name] : pathParams(req)[name];
    const problem = parameter
      ? `The parameter ${mistakeIn(flaw, [name], value, schemaOf(document, parameter))}.`
      : `${shortened(flaw.message)}. Leave it out.`;
    return operation.badParameter?.(name, value) ?? { kind: 'malformed-request', problem };
  }
  if (!errors[0]?.path.startsWith('/body')) return unreadableUrl;
  const mistakes = mistakesIn(errors, operation.name, req.body, document);
  const problem = listed(mistakes, String)
    .map((says) => `${says}.`)
    .join(' ');
  const flaw = errors.some((one) => isOfWrongType(one, req.body)) ? 'type' : 'other';
  return operation.badBody?.(problem, flaw) ?? { kind: 'malformed-request', problem };
}

/** What cannot be read as the type that it should have. Null can: there is no value. */
function isOfWrongType({ path, errorCode = '' }: Flaw, body: unknown): boolean {
  if (!/^type\b/.test(errorCode)) return false;
  return valueAt(body, pathIn(body, path.replace(/^\/body/, ''))) !== null;
}

const unreadableUrl: Refusal = {
  kind: 'malformed-request',
  problem: 'The URL cannot be read: it is not percent-encoded UTF-8. Check the percent-encoding.',
};

/** The parameters of an operation in the query, or in the path. */
function parametersIn(
  document: Document,
  operation: string,
  place: 'query' | 'path',
): readonly Parameter[] {
  const { item, operation: own } = placedOperation(document, operation);
  return [...(item.parameters ?? []), ...(own.parameters ?? [])]
    .map((one) => resolved<Parameter>(document, one))
    .filter((one) => one.in === place);
}

/**
 * The parameter that has a flaw; undefined for one that the operation does not have. A flaw against a schema may
 * be within the value of a parameter; any other is told with a name as it was sent, in which a slash means nothing.
 */
function parameterAt(
  parameters: readonly Parameter[],
  place: string,
  { errorCode }: Flaw,
): Parameter | undefined {
  const isWithin = ({ name }: Parameter): boolean =>
    errorCode !== undefined && place.startsWith(`${name}/`);
  const found = parameters.filter((one) => one.name === place || isWithin(one));
  return found.sort((a, b) => b.name.length - a.name.length)[0];
}

function schemaOf(document: Document, { schema }: Parameter): DocumentSchema {
  return resolved<SchemaObject>(document, schema) as DocumentSchema;
}

/** A mistake in a value that is no part of another. */
function mistakeIn({ errorCode = '' }: Flaw, path: Path, data: unknown, schema: DocumentSchema) {
  const [keyword = ''] = errorCode.split('.');
  return mistakeOf({ keyword, path, data, schema }, { named: keyOf, nearest: limitedNearest() })
    .says;
}

/** In the words of every other check of a document. */
function mistakesIn(
  errors: readonly Flaw[],
  name: string,
  body: unknown,
  document: Document,
): string[] {
  const media = operationObject(document, name).requestBody?.content['application/json'];
  const telling = {
    named: (path: Path) =>
      keyOf(path.map((step) => (typeof step === 'string' ? shortened(step) : step))),
    nearest: limitedNearest(),
  };
  const mistakes = errors.map(({ path: pointer, errorCode = '' }) => {
    const [keyword = ''] = errorCode.split('.');
    const path = pathIn(body, pointer.replace(/^\/body/, ''));
    const holder = /^(required|additionalProperties)$/.test(keyword) ? path.slice(0, -1) : path;
    const schema = schemaAt(document, media?.schema ?? {}, holder);
    const mistake = mistakeOf(
      { keyword, path: ['body', ...path], data: valueAt(body, path), schema },
      telling,
    );
    const why = keyOf(path) === 'c2Address' ? hostProblem(String(valueAt(body, path))) : undefined;
    const more = why === undefined || mistake.missing ? '' : ` (${shortened(why)})`;
    return { ...mistake, says: `${mistake.says}${more}` };
  });
  return mistakesByLine(mistakes).map(({ says }) => says);
}

function valueAt(value: unknown, path: Path): unknown {
  return path.reduce<unknown>(
    (at, step) => (at as { [key: string]: unknown } | undefined)?.[step],
    value,
  );
}

/** The schema of a value inside; references are resolved on the way. */
function schemaAt(document: Document, schema: unknown, [step, ...rest]: Path): DocumentSchema {
  const here = resolved<SchemaObject>(document, schema as SchemaObject);
  if (step === undefined) return here as DocumentSchema;
  const { properties, items, additionalProperties } = here;
  const inside = typeof step === 'number' ? items : (properties?.[step] ?? additionalProperties);
  return schemaAt(document, inside ?? {}, rest);
}
