import {
  type Document,
  type Parameter,
  resolved,
  type SchemaObject,
} from '../../contract/document.ts';
import { placedOperation } from '../../contract/operations.ts';
import type { ReadyCaller, ReferenceModel, TryItOptions } from '../reference.ts';

/** The parts of a request. */
export interface Sample {
  readonly method: string;
  readonly baseUrl: string;
  /** With parameters in braces, as in the document. */
  readonly template: string;
  readonly path: { readonly [name: string]: string };
  /** Empty for what is left out. */
  readonly query: { readonly [name: string]: string };
  readonly authorization: string;
  readonly body?: { readonly [field: string]: unknown };
}

/** A static site does not know the server. */
const localServer = 'http://127.0.0.1:4010';

/** A successful request, with existing ids, hashes and tokens if there is a server. */
export function sampleOf(
  reference: Pick<ReferenceModel, 'live' | 'document' | 'dialect'>,
  name: string,
): Sample {
  const { live, document, dialect } = reference;
  const { method, path, item, operation } = placedOperation(document, name);
  const bearer = dialect['auth.prefix'] === 'Bearer' ? 'Bearer ' : '';
  const values = { ...live?.report, report: live?.report?.id, hash: live?.hash };
  const parameters = [...(item.parameters ?? []), ...(operation.parameters ?? [])].map((one) =>
    resolved<Parameter & Exemplified>(document, one),
  );
  const valuesIn = (place: string) =>
    Object.fromEntries(
      parameters
        .filter((parameter) => parameter.in === place)
        .map((parameter) => [
          parameter.name,
          String(values[parameter.name as keyof typeof values] ?? usualValue(document, parameter)),
        ]),
    );
  const body = operation.requestBody?.content['application/json'];
  return {
    method: method.toUpperCase(),
    baseUrl: live?.baseUrl ?? localServer,
    template: path,
    path: valuesIn('path'),
    query: valuesIn('query'),
    authorization: callerOf(live, name)?.authorization ?? `${bearer}<ACCESS_TOKEN>`,
    ...(body && { body: withinLimits(exampleOf(body), resolved(document, body.schema)) }),
  };
}

/** The first caller who may call an operation, or the first of all. */
export function callerOf(live: TryItOptions | undefined, name: string): ReadyCaller | undefined {
  return live?.callers.find(({ may }) => may.includes(name)) ?? live?.callers[0];
}

interface Exemplified {
  readonly examples?: { readonly [name: string]: { readonly value?: unknown } };
}

function exampleOf({ examples = {} }: Exemplified): unknown {
  return Object.values(examples)[0]?.value;
}

/** That of the first outcome. Without one, what has to be sent is as in its schema; the rest is left out. */
function usualValue(document: Document, parameter: Parameter & Exemplified): unknown {
  const { required = false, schema } = parameter;
  const usual = required ? resolved<SchemaObject>(document, schema).example : '';
  return exampleOf(parameter) ?? usual;
}

/** Examples satisfy the contract's limits; a dialect may have narrower ones. */
function withinLimits(
  example: unknown,
  { properties = {} }: SchemaObject,
): Sample['body'] & object {
  const fields = Object.entries(example as object).map(([name, value]) => {
    const { minimum = -Infinity, maximum = Infinity } = (properties[name] ?? {}) as Limits;
    const fits = typeof value === 'number' ? Math.min(Math.max(value, minimum), maximum) : value;
    return [name, fits];
  });
  return Object.fromEntries(fields);
}

interface Limits {
  readonly minimum?: number;
  readonly maximum?: number;
}

export function urlOf({ baseUrl, template, path, query }: Sample): string {
  const filled = template.replace(/\{(\w+)\}/g, (_, key: string) =>
    encodeURIComponent(path[key] ?? ''),
  );
  const given = Object.entries(query).filter(([, value]) => value !== '');
  const search = new URLSearchParams(given).toString();
  return `${baseUrl}${filled}${search && `?${search}`}`;
}
