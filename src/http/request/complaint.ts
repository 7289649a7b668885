import type { Request } from 'express';
import { hostProblem } from '../../domain/c2-address.ts';
import type { Refusal } from '../../domain/refusal.ts';
import { listed, shortened } from '../../spec/listed.ts';

/** An error of the validator: all that is known of it. */
interface Complaint {
  readonly status?: number;
  readonly message?: string;
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
export function refusalFor(error: unknown, req: Request): Refusal | undefined {
  const { status, message = '', errors } = error as Complaint;
  if (status === 415) return { kind: 'wrong-content-type', found: req.headers['content-type'] };
  if (status !== 400) return undefined;
  const [first] = errors ?? [];
  if (!errors || !first) return unreadableUrl(message);
  if (errors.some(({ path }) => path === '/query/report')) return reportParameter(req.query.report);
  if (first.path.startsWith('/query/')) {
    return { kind: 'malformed-request', problem: `${shortened(first.message)}. Leave it out.` };
  }
  if (!first.path.startsWith('/body')) return unreadableUrl(first.message);
  const problems = [...new Set(errors.map((flaw) => worded(flaw, req.body)))];
  return { kind: 'invalid-report', problem: `${listed(problems, String).join('; ')}.` };
}

export const unreadableUrl = (why: string): Refusal => ({
  kind: 'malformed-request',
  problem: `The URL cannot be read: ${why}. Check the percent-encoding.`,
});

function reportParameter(asked: unknown): Refusal {
  if (asked === undefined || asked === '') return { kind: 'missing-parameter' };
  if (typeof asked === 'string') return { kind: 'malformed-id' };
  const problem = 'The query parameter report is given more than once. Send it once.';
  return { kind: 'malformed-request', problem };
}

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
