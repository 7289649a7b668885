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
    const [, place, name = ''] = /^\/(query|params)\/(.*)/s.exec(flaw.path) ?? [];
    if (place === undefined) continue;
    const value = place === 'query' ? req.query[name] : pathParams(req)[name];
    const parameter = parameterNamed(document, operation.name, place, name);
    const problem = parameter
      ? `The parameter ${said(flaw, [name], value, parameter.schema as DocumentSchema).says}.`
      : `${shortened(flaw.message)}. Leave it out.`;
    return operation.badParameter?.(name, value) ?? { kind: 'malformed-request', problem };
  }
  if (!errors[0]?.path.startsWith('/body')) return unreadableUrl;
  const mistakes = mistakesIn(errors, operation.name, req.body, document);
  const problem = listed(mistakes, ({ says }) => says)
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

/** A parameter of the path or the query; undefined for one that the operation does not have. */
function parameterNamed(document: Document, operation: string, place: string, name: string) {
  const { item, operation: own } = placedOperation(document, operation);
  const found = [...(item.parameters ?? []), ...(own.parameters ?? [])]
    .map((one) => resolved<Parameter>(document, one))
    .find((one) => one.name === name && (one.in === 'query') === (place === 'query'));
  return found && { ...found, schema: resolved<SchemaObject>(document, found.schema) };
}

/** In the words of every other check of a document. */
function said(
  { errorCode = '' }: Flaw,
  path: Path,
  data: unknown,
  schema: DocumentSchema,
  nearest = limitedNearest(),
): ReturnType<typeof mistakeOf> {
  const [keyword = ''] = errorCode.split('.');
  const named = (at: Path): string =>
    keyOf(at.map((step) => (typeof step === 'string' ? shortened(step) : step)));
  return mistakeOf({ keyword, path, data, schema }, { named, nearest });
}

function mistakesIn(errors: readonly Flaw[], name: string, body: unknown, document: Document) {
  const media = operationObject(document, name).requestBody?.content['application/json'];
  const nearest = limitedNearest();
  const mistakes = errors.map((flaw) => {
    const path = pathIn(body, flaw.path.replace(/^\/body/, ''));
    const isAboutKey = /^(required|additionalProperties)\b/.test(flaw.errorCode ?? '');
    const holder = isAboutKey ? path.slice(0, -1) : path;
    const schema = schemaAt(document, media?.schema ?? {}, holder);
    const mistake = said(flaw, ['body', ...path], valueAt(body, path), schema, nearest);
    const why = keyOf(path) === 'c2Address' ? hostProblem(String(valueAt(body, path))) : undefined;
    const more = why === undefined || mistake.missing ? '' : ` (${shortened(why)})`;
    return { ...mistake, says: `${mistake.says}${more}` };
  });
  return mistakesByLine(mistakes);
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
