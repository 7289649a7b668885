import type { Request } from 'express';
import { hostProblem } from '../../domain/c2-address.ts';
import type { Refusal } from '../../domain/refusal.ts';
import type { Operation } from '../../operations/operation.ts';
import { listed, shortened } from '../../spec/listed.ts';

/** An error of the validator: all that is known of it. */
interface Complaint {
  readonly status?: number;
  readonly errors?: readonly Flaw[];
}

interface Flaw {
  readonly path: string;
  readonly message: string;
  readonly errorCode?: string;
}

/** What is looked at of a body that is no valid report. */
interface SentBody {
  readonly c2Address?: unknown;
}

/** What the validator means, as a refusal; undefined where it is a bug of ours. */
export function refusalOf(error: unknown, operation: Operation, req: Request): Refusal | undefined {
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
  const problems = [...new Set(errors.map((flaw) => worded(flaw, req.body)))];
  const problem = `${listed(problems, String).join('; ')}.`;
  return operation.badBody?.(problem) ?? { kind: 'malformed-request', problem };
}

const unreadableUrl: Refusal = {
  kind: 'malformed-request',
  problem: 'The URL cannot be read: it is not percent-encoded UTF-8. Check the percent-encoding.',
};

const worded = (flaw: Flaw, body: SentBody): string =>
  `${shortened(place(flaw.path))} ${advice(flaw, body)}`;

const place = (path: string): string => path.slice(1).replaceAll('/', '.');

/** Patterns are for machines; people are told the form. */
const forms: { [field: string]: string } = {
  '/body/c2Address': 'must have the form <host>:<port>, with a port from 1 to 65535',
  '/body/file256Hash': 'must be 64 hexadecimal characters',
  '/body/referenceLink': 'must be a URL of an allowed scheme, in ASCII (RFC 3986)',
};

function advice({ path, message, errorCode = '' }: Flaw, body: SentBody): string {
  const form = forms[path];
  if (errorCode.startsWith('required.')) return 'is missing';
  if (!form || !/^(pattern|format)\./.test(errorCode)) return message;
  const why = path === '/body/c2Address' ? hostProblem(String(body.c2Address)) : undefined;
  if (why !== undefined) return `${form} (${shortened(why)})`;
  return message.length < 60 ? `${form} (${message})` : form;
}
