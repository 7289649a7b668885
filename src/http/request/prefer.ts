import { type Document, type ResponseObject, resolved } from '../../contract/document.ts';
import { operationObject } from '../../contract/operations.ts';
import type { WireBody } from '../../dialects/lookup-error.ts';
import type { OperationName } from '../../domain/operation.ts';
import { reasonFor, reasonHeader } from '../reply/reason.ts';
import type { Reply } from '../reply/reply.ts';

/** The preferences this server knows (RFC 7240, 2); others are passed over. */
export interface Preferences {
  readonly code?: string;
  readonly example?: string;
  /** Seconds. */
  readonly wait?: number;
}

const longestWait = 600;

export function preferencesIn(header: string | undefined): Preferences {
  const found = new Map<string, string>();
  for (const [, name = '', quoted, bare] of (header ?? '').matchAll(preference)) {
    const key = name.toLowerCase();
    // RFC 7240, 2: of several with one name, the first counts.
    if (!found.has(key)) found.set(key, quoted ?? bare ?? '');
  }
  const [code, example, wait] = ['code', 'example', 'wait'].map((name) => found.get(name));
  const waits = wait !== undefined && /^[0-9]{1,4}$/.test(wait) && Number(wait) <= longestWait;
  return {
    ...(code !== undefined && /^[0-9]{3}$/.test(code) && { code }),
    ...(example && { example }),
    ...(waits && { wait: Number(wait) }),
  };
}

/**
 * A name, `=` and a token or a quoted text, up to the next comma; parameters are passed over. No two runs of
 * blanks may stand side by side in it: they can be told apart in so many ways that one header holds the server up.
 */
const preference =
  /(?:^|,)\s*([\w-]+)\s*=(?:\s*"([^"]*)"|\s*([^\s,;"]+))?\s*(?:;(?:[^,"]|"[^"]*")*)?(?=,|$)/g;

export interface Forced {
  readonly reply: Reply;
  /** What `Preference-Applied` says. */
  readonly applied: readonly string[];
}

/** The answer that is asked for, from the examples of the served document; nothing happens for it. */
export function forcedReply(
  document: Document,
  operation: OperationName,
  { code, example }: Preferences,
): Forced | undefined {
  if (code === undefined && example === undefined) return undefined;
  const all = [...outcomesOf(document, operation)];
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
      why: `The request asked for this answer with Prefer. ${outcome.summary}`.trim(),
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

function* outcomesOf(document: Document, operation: OperationName): Generator<NamedOutcome> {
  const { responses } = operationObject(document, operation);
  for (const [status, response] of Object.entries(responses)) {
    if ('$ref' in response) continue;
    for (const [type, { examples = {} }] of Object.entries(response.content ?? {})) {
      for (const [name, { value, summary = '' }] of Object.entries(examples)) {
        const body: WireBody =
          type === 'text/plain'
            ? { type: 'text', value: String(value) }
            : { type: 'json', value: value as object };
        yield { name, status, summary, body, headers: headersOf(document, response, name) };
      }
    }
    for (const name of response['x-empty-body'] ?? []) {
      const headers = headersOf(document, response, name);
      yield { name, status, summary: '', body: { type: 'empty' }, headers };
    }
  }
}

/** The headers the document shows for the response, as their examples have them. */
function headersOf(
  document: Document,
  response: ResponseObject,
  outcome: string,
): Reply['headers'] {
  const shown: { [name: string]: string } = {};
  for (const [name, header] of Object.entries(response.headers ?? {})) {
    // Outcomes share a status; only these two are told to wait.
    if (name === 'Retry-After' && !/^(rate-limited|no-requests-left)$/.test(outcome)) continue;
    const { example } = resolved(document, header) as { example?: unknown };
    if (example !== undefined) shown[name] = String(example);
  }
  return shown;
}
