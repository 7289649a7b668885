import { adminSchema } from '../contract/admin-document.ts';
import { sharedContract } from '../contract/document.ts';
import { inWords, type Mistake, mistakeAt, parsedDocument, type Source } from '../spec/document.ts';
import { type DocumentCheck, documentCheck } from '../spec/document-check.ts';
import { contractPaths } from './contract-routes.ts';
import { bodilessStatuses, headerFormats } from './header-rules.ts';
import { fixedBody, type Reply } from './reply/reply.ts';

/**
 * A fixed response to a path outside the API, for what a client requests from other parts of the
 * service before it uses the API. Not part of the contract.
 */
export interface ExtraAnswer {
  /** Default: GET. */
  readonly method?: string;
  /** Relative to the base URL, without a query. */
  readonly path: string;
  /** Default: 200. */
  readonly status?: number;
  readonly headers?: { readonly [name: string]: string };
  /** A string is sent unchanged, anything else as JSON. Default: empty. */
  readonly body?: unknown;
}

/** Lists everything that is wrong with the extra routes. */
export class ExtraRouteProblem extends Error {}

export interface ExtraRoutes {
  /** The methods served at a path; empty where there is no route. */
  methodsAt(path: string): readonly string[];
  replyTo(method: string, path: string): Reply | undefined;
}

/** On first use: most servers have no extra routes. */
let check: DocumentCheck | undefined;

const mistakesIn: DocumentCheck = (value, source) => {
  check ??= documentCheck(
    {
      type: 'array',
      'x-words': 'a list of answers, each with a path',
      items: {
        type: 'object',
        properties: {
          method: { enum: ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'] },
          path: {
            type: 'string',
            pattern: '^/[!-"$->@-~]*$',
            maxLength: 2048,
            'x-words': 'a path such as /api/balance, percent-encoded and without a query',
          },
          status: adminSchema('FixedStatus'),
          headers: adminSchema('FixedHeaders'),
          body: {},
        },
        required: ['path'],
        additionalProperties: false,
      },
    },
    { document: 'the file', knownBy: 'path', formats: headerFormats },
  );
  return check(value, source);
};

/** Paths of this server: an extra route there would never be reached. */
const isOurs = (path: string): boolean =>
  contractPaths.includes(path) ||
  /^\/($|(docs|__admin|__worlds)(\/|$))/.test(path) ||
  Object.keys(sharedContract().paths).some((one) =>
    new RegExp(`^${one.replace(/\{\w+\}/g, '[^/]+')}$`).test(path),
  );

/** Parses a YAML or JSON file of extra routes. */
export function parseExtraRoutes(text: string, file: string): ExtraAnswer[] {
  const source = { file, text };
  const parsed = parsedDocument(source);
  if ('mistake' in parsed) throw new ExtraRouteProblem(inWords([parsed.mistake], file));
  return checkedExtraRoutes(parsed.value ?? [], source);
}

/** Throws an ExtraRouteProblem that lists all mistakes. */
export function checkedExtraRoutes(value: unknown, source?: Source): ExtraAnswer[] {
  const mistakes = mistakesIn(value, source);
  const answers = value as ExtraAnswer[];
  if (mistakes.length === 0) mistakes.push(...taken(answers, source));
  if (mistakes.length === 0) return answers;
  throw new ExtraRouteProblem(inWords(mistakes, source?.file ?? 'the extra routes'));
}

function taken(answers: readonly ExtraAnswer[], source?: Source): Mistake[] {
  const seen = new Set<string>();
  return answers.flatMap(({ method = 'GET', path, status = 200, body }, index) => {
    const at = (key: string, says: string) => [mistakeAt([index, key], says, source)];
    const name = `entry ${index + 1}`;
    if (isOurs(path)) return at('path', `path of ${name} is ${path}, which the stand-in answers`);
    if (seen.has(`${method} ${path}`)) {
      return at('path', `${name} is a second answer to ${method} ${path}`);
    }
    seen.add(`${method} ${path}`);
    return bodilessStatuses.includes(status) && body !== undefined
      ? at('body', `body of ${name} is given; expected none with a status of ${status}`)
      : [];
  });
}

export function extraRoutesOf(answers: readonly ExtraAnswer[]): ExtraRoutes {
  const byPath = new Map<string, Map<string, Reply>>();
  for (const answer of answers) {
    const { method = 'GET', path } = answer;
    const methods = byPath.get(path) ?? new Map<string, Reply>();
    byPath.set(path, methods.set(method, replyOf(answer)));
  }
  return {
    methodsAt: (path) => [...(byPath.get(path)?.keys() ?? [])],
    replyTo: (method, path) => byPath.get(path)?.get(method === 'HEAD' ? 'GET' : method),
  };
}

const replyOf = ({ status = 200, headers = {}, body }: ExtraAnswer): Reply => ({
  status,
  headers,
  body: fixedBody(body),
  outcome: 'neighbour',
  why: 'This path is outside the API: it has a fixed response (--route).',
});
