import type { Request } from 'express';
import { adminDocument } from '../contract/admin-document.ts';
import { DialectProblem } from '../dialects/dialect.ts';
import { StorageFailure } from '../store/store.ts';
import { ControlProblem } from './control/problem.ts';

/** The largest body, and the largest for operations that add thousands of entries at once. */
export const largestBody = 1024 * 1024;
export const largestList = 32 * largestBody;

/** An error of the body parser or the router. */
interface Complaint {
  readonly status?: number;
  readonly type?: string;
  readonly message?: string;
  /** Only for bodies that are too large. */
  readonly limit?: number;
  /** Only where the method is not allowed. */
  readonly allow?: readonly string[];
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
  if (error instanceof URIError) {
    const detail = 'The URL cannot be read. Check the percent-encoding.';
    return new ControlProblem('invalid-request', detail);
  }
  const complaint = error as Complaint;
  switch (complaint.status) {
    case 400:
      return new ControlProblem('invalid-request', whatIsInvalid(complaint));
    case 404:
      return new ControlProblem('not-found', `There is nothing at ${req.path}. ${paths()}`);
    case 405:
      return new ControlProblem(
        'method-not-allowed',
        `${req.method} is not allowed here. Use ${complaint.allow?.join(', ')}.`,
      );
    case 413:
      return new ControlProblem(
        'too-large',
        `Send at most ${complaint.limit ?? largestBody} bytes.`,
      );
    case 415:
      return new ControlProblem(
        'not-json',
        `The content encoding is ${req.headers['content-encoding']}. Send the body as it is.`,
      );
    default:
      return new ControlProblem('bug', 'The log of the server says more.');
  }
}

/** The allowed methods, if the method is not one of them. */
export function allowedBy(error: unknown): readonly string[] | undefined {
  return (error as Complaint | undefined)?.allow;
}

function whatIsInvalid({ type, message }: Complaint): string {
  return type === 'entity.parse.failed'
    ? `The body is not valid JSON: ${message}.`
    : `The body cannot be read: ${message}. Send it again, as JSON.`;
}

function paths(): string {
  return `There are ${Object.keys(adminDocument().paths).join(', ')}.`;
}
