import type { Request } from 'express';
import type { Refusal } from '../domain/refusal.ts';
import { StorageFailure } from '../store/store.ts';

/** An error of the body parser, the router or the validator: all that is known of it. */
interface Complaint {
  readonly status?: number;
  readonly type?: string;
  readonly limit?: number;
  readonly message?: string;
  readonly errors?: readonly { path: string; message: string; errorCode?: string }[];
}

/** The meaning of whatever went wrong on the way, or undefined where it is a bug of ours. */
export function refusalOf(error: unknown, req: Request): Refusal | undefined {
  if (error instanceof StorageFailure) return { kind: 'unavailable' };
  const complaint = error as Complaint;
  if (complaint.type === 'entity.too.large') {
    return { kind: 'body-too-large', limit: complaint.limit ?? 0 };
  }
  if (complaint.status === 415) {
    const encoding = complaint.type === 'encoding.unsupported' && req.headers['content-encoding'];
    const found = req.headers['content-type'];
    return { kind: 'wrong-content-type', found, ...(encoding && { encoding }) };
  }
  if (complaint.type === 'entity.parse.failed') {
    return {
      kind: 'malformed-request',
      problem: `The body is not valid JSON: ${complaint.message}.`,
    };
  }
  if (complaint.status !== 400) return undefined;
  return complaint.errors ? invalid(complaint.errors, req) : malformed(complaint);
}

function malformed(complaint: Complaint): Refusal {
  const problem =
    complaint.type === 'request.aborted' || complaint.type === 'request.size.invalid'
      ? 'The body did not arrive as announced. Send it again.'
      : `The URL cannot be read: ${complaint.message}. Mind the percent-encoding.`;
  return { kind: 'malformed-request', problem };
}

function invalid(errors: NonNullable<Complaint['errors']>, req: Request): Refusal {
  const asked = req.query.report;
  if (errors.some((error) => error.path === '/query/report')) {
    if (asked === undefined || asked === '') return { kind: 'missing-parameter' };
    if (typeof asked === 'string') return { kind: 'malformed-id' };
    const problem = 'The query parameter report is given more than once. Send it once.';
    return { kind: 'malformed-request', problem };
  }
  const [first] = errors;
  if (first?.path.startsWith('/query/')) {
    return { kind: 'malformed-request', problem: `${first.message}. Leave it out.` };
  }
  if (!first?.path.startsWith('/body')) return malformed({ message: first?.message ?? '' });
  const problems = new Set(errors.map((error) => `${place(error.path)} ${advice(error)}`));
  return { kind: 'invalid-report', problem: `${[...problems].join('; ')}.` };
}

const place = (path: string): string => path.slice(1).replaceAll('/', '.');

/** Patterns are for machines; people are told the form. */
const forms: { [field: string]: string } = {
  '/body/c2Address': 'must have the form <host>:<port>, with a port from 1 to 65535',
  '/body/file256Hash': 'must be 64 hexadecimal characters',
  '/body/referenceLink': 'must be a URL of an allowed scheme',
};

function advice(error: { path: string; message: string; errorCode?: string }): string {
  const form = forms[error.path];
  if (error.errorCode?.startsWith('required.')) return 'is missing';
  if (!form || !/^(pattern|format)\./.test(error.errorCode ?? '')) return error.message;
  return error.message.length < 60 ? `${form} (${error.message})` : form;
}
