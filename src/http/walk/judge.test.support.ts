import { Ajv, type ValidateFunction } from 'ajv';
import formats from 'ajv-formats';
import type { Document, OperationObject, ResponseObject } from '../../contract/document.ts';

/** A response as received. */
export interface Answer {
  readonly status: number;
  readonly headers: { readonly [name: string]: string | string[] | undefined };
  readonly text: string;
}

/** The problem with a response, by the document its server serves; undefined where there is none. */
type Judge = (path: string, method: string, answer: Answer) => string | undefined;

/** Significant headers: sent exactly where the document has them. */
const meaningful = ['WWW-Authenticate', 'Retry-After', 'API-Version', 'Feed-Event'];

const ajv = new Ajv({ strict: false });
formats.default(ajv);

/** Compiled schemas by their text: most dialects share them. */
const compiled = new Map<string, ValidateFunction>();

/** Independent of the server's own validation, so that each can expose errors of the other. */
export function judgeBy(document: Document): Judge {
  return (path, method, answer) => {
    const item = document.paths[path] as { [method: string]: OperationObject } | undefined;
    const listed = item?.[method]?.responses[answer.status];
    const response = (listed && '$ref' in listed ? pointedAt(listed.$ref) : listed) as
      | ResponseObject
      | undefined;
    if (!response) return `status ${answer.status} is not documented`;
    return (
      headerProblem(answer, response) ??
      (answer.text === '' ? emptyProblem(response) : bodyProblem(answer, response))
    );
  };

  function bodyProblem(answer: Answer, response: ResponseObject): string | undefined {
    const type = String(answer.headers['content-type']).split(';')[0] as string;
    const schema = response.content?.[type]?.schema;
    if (!schema) return `a body of type ${type} is not documented`;
    const validate = validatorOf(JSON.stringify(inlined(schema)));
    const value: unknown = type === 'application/json' ? JSON.parse(answer.text) : answer.text;
    return validate(value) ? undefined : `${ajv.errorsText(validate.errors)} in ${answer.text}`;
  }

  /** With every $ref resolved. */
  function inlined(node: unknown): unknown {
    if (typeof node !== 'object' || node === null) return node;
    if (Array.isArray(node)) return node.map(inlined);
    if ('$ref' in node) return inlined(pointedAt(String(node.$ref)));
    const entries = Object.entries(node).filter(([key]) => key !== 'example');
    return Object.fromEntries(entries.map(([key, value]) => [key, inlined(value)]));
  }

  function pointedAt(reference: string): unknown {
    return reference
      .slice(2)
      .split('/')
      .reduce<unknown>((node, key) => (node as { [key: string]: unknown })[key], document);
  }
}

function validatorOf(schema: string): ValidateFunction {
  const known = compiled.get(schema) ?? ajv.compile(JSON.parse(schema));
  compiled.set(schema, known);
  return known;
}

function emptyProblem(response: ResponseObject): string | undefined {
  return response['x-empty-body'] ? undefined : 'the body is empty, and no outcome says so';
}

function headerProblem({ status, headers }: Answer, response: ResponseObject): string | undefined {
  for (const name of meaningful) {
    const sent = headers[name.toLowerCase()] !== undefined;
    if (sent && !response.headers?.[name]) return `the header ${name} is not documented`;
  }
  if (status === 401 && !headers['www-authenticate']) return '401 without WWW-Authenticate';
  const wait = headers['retry-after'];
  if (wait !== undefined && !/^[0-9]+$/.test(String(wait))) return `Retry-After is ${wait}`;
  return undefined;
}
