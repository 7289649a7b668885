import { type Document, type ResponseObject, resolved } from '../../contract/document.ts';
import { operationObject } from '../../contract/operations.ts';
import type { WireBody } from '../../dialects/lookup-error.ts';
import type { OperationName } from '../../domain/operation.ts';
import { listed } from '../../values/listed.ts';
import { beginning } from '../../values/quoted.ts';
import { reasonFor, reasonHeader } from '../reply/reason.ts';
import { fixedBody, type Reply } from '../reply/reply.ts';

/** The supported preferences (RFC 7240, 2); others are ignored. */
interface Preferences {
  readonly code?: string;
  readonly example?: string;
  /** Seconds. */
  readonly wait?: number;
}

const longestWait = 600;

export function preferencesIn(header: string | undefined): Preferences {
  // RFC 7240, 2: the first of several with the same name counts.
  const found = new Map(preferencesOf(header).reverse());
  const { code = '', example, wait = '' } = Object.fromEntries(found);
  const waits = /^[0-9]{1,4}$/.test(wait) && Number(wait) <= longestWait;
  return {
    ...(/^[0-9]{3}$/.test(code) && { code }),
    ...(example && { example }),
    ...(waits && { wait: Number(wait) }),
  };
}

/** Of preferences with a value, those that were not applied, in words; undefined without one. */
export function ignoredIn(header: string | undefined, applied: readonly string[]) {
  const known = applied.map((one) => one.split('=', 1)[0]);
  const ignored = preferencesOf(header).filter(([name]) => !known.includes(name));
  if (ignored.length === 0) return undefined;
  const names = listed(ignored, ([name, value]) => `${name}=${beginning(value, 40)}`).join(', ');
  const text = `Prefer: ${names} was ignored. There are code and example, of responses that the operation has, and wait, up to ${longestWait}.`;
  return { text, isTold: false };
}

/** Names in lower case, and values. */
function preferencesOf(header = ''): [name: string, value: string][] {
  return Array.from(header.matchAll(preference), ([, name = '', quoted, bare]) => [
    name.toLowerCase(),
    quoted ?? bare ?? '',
  ]);
}

/**
 * A name, `=` and a token or quoted string, up to the next comma; parameters are ignored. No two runs of
 * blanks may be adjacent in the pattern: that would backtrack so much that one header could block the server.
 */
const preference =
  /(?:^|,)\s*([\w-]+)\s*=(?:\s*"([^"]*)"|\s*([^\s,;"]+))?\s*(?:;(?:[^,"]|"[^"]*")*)?(?=,|$)/g;

interface Forced {
  readonly reply: Reply;
  /** The value of `Preference-Applied`. */
  readonly applied: readonly string[];
}

/** The requested response, from the examples of the served document; the operation does not run. */
export function forcedReply(
  document: Document,
  operation: OperationName,
  { code, example }: Preferences,
): Forced | undefined {
  if (code === undefined && example === undefined) return undefined;
  const all = outcomesOf(document, operation);
  const both = all.find((o) => (code ?? o.status) === o.status && (example ?? o.name) === o.name);
  const outcome = both ?? (code && all.find(({ status }) => status === code));
  if (!outcome) return undefined;
  const reason = reasonFor(operation, outcome.name);
  return {
    reply: {
      status: Number(outcome.status),
      headers: { ...outcome.headers, ...(reason !== undefined && { [reasonHeader]: reason }) },
      body: outcome.body,
      outcome: outcome.name,
      why: `The request selected this response with Prefer. ${outcome.summary}`.trim(),
    },
    applied: [
      ...(code === undefined ? [] : [`code=${code}`]),
      ...(both && example !== undefined ? [`example=${example}`] : []),
    ],
  };
}

interface NamedOutcome {
  readonly name: string;
  readonly status: string;
  readonly summary: string;
  readonly body: WireBody;
  readonly headers: Reply['headers'];
}

function outcomesOf(document: Document, operation: OperationName): readonly NamedOutcome[] {
  const { responses } = operationObject(document, operation);
  return Object.entries(responses).flatMap(([status, response]) => {
    if ('$ref' in response) return [];
    const outcome = (name: string, body: WireBody, summary = ''): NamedOutcome => {
      return { name, status, summary, body, headers: headersOf(document, response, name) };
    };
    const shown = Object.entries(response.content ?? {}).flatMap(([type, { examples = {} }]) =>
      Object.entries(examples).map(([name, { value, summary }]) => {
        const isText = type === 'text/plain';
        return outcome(name, fixedBody(isText ? String(value) : value, isText), summary);
      }),
    );
    const empty = response['x-empty-body'] ?? [];
    return [...shown, ...empty.map((name) => outcome(name, { type: 'empty' }))];
  });
}

/** The headers of the response, from the examples of the document. */
function headersOf(
  document: Document,
  response: ResponseObject,
  outcome: string,
): Reply['headers'] {
  const examples: { [name: string]: string } = {};
  for (const [name, header] of Object.entries(response.headers ?? {})) {
    // Several outcomes share a status; only these two have Retry-After.
    if (name === 'Retry-After' && !/^(rate-limited|no-requests-left)$/.test(outcome)) continue;
    const { example } = resolved(document, header) as { example?: unknown };
    if (example !== undefined) examples[name] = String(example);
  }
  return examples;
}
