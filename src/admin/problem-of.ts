import type { Request } from 'express';
import { DialectProblem } from '../dialects/dialect.ts';
import { inWords } from '../spec/document.ts';
import { listed, shortened } from '../spec/listed.ts';
import { StorageFailure } from '../store/store.ts';
import { adminDocument } from './admin-document.ts';
import { ControlProblem } from './problem.ts';
import { requestMistakes } from './request-bodies/request-body-check.ts';

/** The largest body, and the largest for operations that add thousands of entries at once. */
export const largestBody = 1024 * 1024;
export const largestList = 32 * largestBody;

interface Flaw {
  readonly path: string;
  readonly message: string;
  readonly errorCode?: string;
}

/** An error of the body parser, the router or the validator. */
interface Complaint {
  readonly status?: number;
  readonly type?: string;
  readonly message?: string;
  /** Only for bodies that are too large. */
  readonly limit?: number;
  readonly headers?: { readonly Allow?: string };
  readonly errors?: readonly Flaw[];
}

/** Maps any error to a problem with advice; an unexpected error is a bug. */
export function problemOf(error: unknown, req: Request): ControlProblem {
  if (error instanceof ControlProblem) return error;
  if (error instanceof DialectProblem) return new ControlProblem('invalid-request', error.message);
  if (error instanceof StorageFailure) {
    return new ControlProblem(
      'not-stored',
      'The change could not be saved. Nothing was changed. Try again later.',
    );
  }
  const complaint = error as Complaint;
  switch (complaint.status) {
    case 400:
      return new ControlProblem(
        'invalid-request',
        mistakesOf(complaint, req) ?? whatIsInvalid(complaint),
      );
    case 404:
      return new ControlProblem('not-found', `There is nothing at ${req.path}. ${paths()}`);
    case 405:
      return new ControlProblem(
        'method-not-allowed',
        `${req.method} is not allowed here. Use ${allowedBy(error)?.replace('HEAD, ', '') ?? 'another method'}.`,
      );
    case 413:
      return new ControlProblem(
        'too-large',
        `Send at most ${complaint.limit ?? largestBody} bytes.`,
      );
    case 415:
      return new ControlProblem(
        'not-json',
        complaint.type === 'encoding.unsupported'
          ? `The content encoding is ${req.headers['content-encoding']}. Send the body as it is.`
          : 'The body is missing. Send application/json.',
      );
    default:
      return new ControlProblem('bug', 'The log of the server says more.');
  }
}

/** The allowed methods, if the method is not one of them. */
export const allowedBy = (error: unknown): string | undefined =>
  (error as Complaint | undefined)?.headers?.Allow;

/** The message that a program gets for the same mistake; undefined if that check finds none. */
function mistakesOf({ errors }: Complaint, req: Request): string | undefined {
  const { openapi } = req as { openapi?: { schema?: { operationId?: string } } };
  const operationId = openapi?.schema?.operationId;
  if (!errors || operationId === undefined) return undefined;
  const mistakes = requestMistakes(operationId, { body: req.body, query: req.query });
  return mistakes.length > 0 ? inWords(mistakes, 'The request') : undefined;
}

function whatIsInvalid({ type, message, errors }: Complaint): string {
  if (!errors) {
    return type === 'entity.parse.failed'
      ? `The body is not valid JSON: ${message}.`
      : `The body cannot be read: ${message}. Send it again, as JSON.`;
  }
  const byPlace = new Map<string, Flaw[]>();
  for (const flaw of errors) {
    const here = byPlace.get(flaw.path);
    if (here) here.push(flaw);
    else byPlace.set(flaw.path, [flaw]);
  }
  if (![...byPlace.keys()].every((path) => /^\/(body|query|params|headers)\b/.test(path))) {
    return 'The URL cannot be read. Check the percent-encoding.';
  }
  return `${listed([...byPlace], flawsAt).join('; ')}.`;
}

/** Where several forms are allowed, each is named; the anyOf error itself is omitted. */
function flawsAt([path, here]: readonly [string, readonly Flaw[]]): string {
  const single = here.filter(({ errorCode }) => !errorCode?.startsWith('anyOf.'));
  const messages = [...new Set((single.length > 0 ? single : here).map(advice))];
  const place = shortened(path.slice(1).replaceAll('/', '.'));
  return `${place} ${messages.join(single.length < here.length ? ' or ' : ' and ')}`;
}

function advice({ message, errorCode = '', path }: Flaw): string {
  if (errorCode.startsWith('required.')) return 'is missing';
  if (message.includes('"date-time"')) {
    return 'must be a time that exists, such as 2026-01-31T13:45:00Z';
  }
  if (errorCode.startsWith('additionalProperties.') || message.startsWith('Unknown query')) {
    return `is unknown here: leave "${shortened(path.split('/').at(-1) ?? '')}" out`;
  }
  return message
    .replace(/\.$/, '')
    .replace(/^must NOT have (more|fewer) than (\d+)/, (_, way, count) =>
      way === 'more' ? `may have at most ${count}` : `must have at least ${count}`,
    );
}

const paths = (): string => `There are ${Object.keys(adminDocument().paths).join(', ')}.`;
