import type { Request } from 'express';
import { type Document, resolved, type SchemaObject } from '../../contract/document.ts';
import { operationObject } from '../../contract/operations.ts';
import { hostProblem } from '../../domain/c2-address.ts';
import type { Refusal } from '../../domain/refusal.ts';
import type { Operation } from '../../operations/operation.ts';
import { listed, shortened } from '../../spec/listed.ts';

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

/** The errors considered for an invalid body. */
interface SentBody {
  readonly c2Address?: unknown;
}

/** The validator's error as a refusal; undefined where it is an internal error. */
export function refusalOf(
  error: unknown,
  operation: Operation,
  req: Request,
  document: Document,
): Refusal | undefined {
  const { status, errors = [] } = error as Complaint;
  if (status === 415) return { kind: 'wrong-content-type', found: req.headers['content-type'] };
  if (status !== 400) return undefined;
  for (const { path, message } of errors) {
    const [, name] = /^\/query\/(.*)$/.exec(path) ?? [];
    if (name === undefined) continue;
    const problem = `${shortened(message)}. Leave it out.`;
    return (
      operation.badParameter?.(name, req.query[name]) ?? { kind: 'malformed-request', problem }
    );
  }
  if (!errors[0]?.path.startsWith('/body')) return unreadableUrl;
  const words = wordsIn(document, operation.name);
  const problems = [...new Set(errors.map((flaw) => worded(flaw, req.body, words)))];
  const problem = `${listed(problems, String).join('; ')}.`;
  return operation.badBody?.(problem) ?? { kind: 'malformed-request', problem };
}

const unreadableUrl: Refusal = {
  kind: 'malformed-request',
  problem: 'The URL cannot be read: it is not percent-encoded UTF-8. Check the percent-encoding.',
};

const worded = (flaw: Flaw, body: SentBody, words: Words): string =>
  `${shortened(place(flaw.path))} ${advice(flaw, body, words)}`;

const place = (path: string): string => path.slice(1).replaceAll('/', '.');

/** Describes a pattern in words, where the contract has them. */
function advice({ path, message, errorCode = '' }: Flaw, body: SentBody, words: Words): string {
  const [keyword = ''] = errorCode.split('.');
  if (keyword === 'required') return 'is missing';
  const form = words(path.replace(/^\/body\//, ''));
  if (form === undefined || !['pattern', 'format', 'not'].includes(keyword)) return message;
  const why = path === '/body/c2Address' ? hostProblem(String(body.c2Address)) : undefined;
  const more = why === undefined ? '' : ` (${shortened(why)})`;
  return `must be ${form}${more}`;
}

/** The schema of a field of the body. */
type Words = (field: string) => string | undefined;

function wordsIn(document: Document, name: string): Words {
  const media = operationObject(document, name).requestBody?.content['application/json'];
  const { properties = {} } = media ? resolved<SchemaObject>(document, media.schema) : {};
  return (field) => properties[field]?.['x-words'] as string | undefined;
}
