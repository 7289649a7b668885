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
    const [, place, name] = /^\/(query|params)\/([^/]*)/.exec(flaw.path) ?? [];
    if (name === undefined) continue;
    const value = place === 'query' ? req.query[name] : pathParams(req)[name];
    const schema = parameterSchema(document, operation.name, name);
    const problem = schema
      ? `The parameter ${mistakeIn(flaw, [name], value, schema)}.`
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

/** Undefined for a parameter that the operation does not have. */
function parameterSchema(
  document: Document,
  operation: string,
  name: string,
): DocumentSchema | undefined {
  const { item, operation: own } = placedOperation(document, operation);
  const parameters = [...(item.parameters ?? []), ...(own.parameters ?? [])];
  const found = parameters
    .map((one) => resolved<Parameter>(document, one))
    .find((one) => one.name === name);
  return found && (resolved<SchemaObject>(document, found.schema) as DocumentSchema);
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
