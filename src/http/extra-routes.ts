import { sharedContract } from '../contract/document.ts';
import { inWords, type Mistake, mistakeAt, parsedDocument, type Source } from '../spec/document.ts';
import { documentCheck } from '../spec/document-check.ts';
import { contractPaths } from './contract-routes.ts';
import { bodilessStatuses, headerFormats, headersSchema, statusSchema } from './header-rules.ts';
import { fixedBody, type Reply } from './reply/reply.ts';

/**
 * A fixed answer to a path that is not the API's: what a client asks of the neighbours of the service
 * before it comes here. It is no part of the contract.
 */
export interface ExtraAnswer {
  /** GET where it is not given. */
  readonly method?: string;
  /** From the base URL on, without a query. */
  readonly path: string;
  /** 200 where it is not given. */
  readonly status?: number;
  readonly headers?: { readonly [name: string]: string };
  /** A text is sent as it is, everything else as JSON; empty where it is not given. */
  readonly body?: unknown;
}

/** Everything that is wrong with extra routes. */
export class ExtraRouteProblem extends Error {}

export interface ExtraRoutes {
  /** The methods that are answered at a path; none where it is nobody's. */
  methodsAt(path: string): readonly string[];
  replyTo(method: string, path: string): Reply | undefined;
}

const mistakesIn = documentCheck(
  {
    type: 'array',
    description: 'a list of answers, each with a path',
    items: {
      type: 'object',
      properties: {
        method: { enum: ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'] },
        path: {
          type: 'string',
          pattern: '^/[!-"$->@-~]*$',
          maxLength: 2048,
          description: 'a path such as /api/balance, percent-encoded and without a query',
        },
        status: statusSchema,
        headers: headersSchema(),
        body: {},
      },
      required: ['path'],
      additionalProperties: false,
    },
  },
  { document: 'the file', knownBy: 'path', formats: headerFormats },
);

/** What this server answers itself, so that an extra route would never be reached. */
const isOurs = (path: string): boolean =>
  contractPaths.includes(path) ||
  /^\/($|(docs|__admin|__worlds)(\/|$))/.test(path) ||
  Object.keys(sharedContract().paths).some((one) =>
    new RegExp(`^${one.replace(/\{\w+\}/g, '[^/]+')}$`).test(path),
  );

/** Reads the YAML or JSON of a file with extra routes. */
export function parseExtraRoutes(text: string, file: string): ExtraAnswer[] {
  const source = { file, text };
  const parsed = parsedDocument(source);
  if ('mistake' in parsed) throw new ExtraRouteProblem(inWords([parsed.mistake], file));
  return checkedExtraRoutes(parsed.value ?? [], source);
}

/** Throws a ExtraRouteProblem that says all that is wrong with them. */
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
  why: 'This path is not of the API: it has a fixed answer (--route).',
});
