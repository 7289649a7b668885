import { type Dispatcher, Pool } from 'undici';
import type { Document } from '../../contract/document.ts';
import type { Dialect } from '../../dialects/dialect.ts';
import { startServer } from '../../server.ts';
import { calledOperation, pathAndQuery } from '../../spec/called-operation.ts';
import { operationPlaces } from '../../spec/operations.ts';
import { calledPath } from '../../values/path-template.ts';
import type { LogEntry } from '../request-log.ts';
import { type Answer, judgeBy } from './judge.test.support.ts';
import { draft, type Ids, type Step, stepsFor, unknownId } from './steps.test.support.ts';

export interface Walk {
  /** Responses that violate the document, and internal errors logged by the server. */
  readonly problems: readonly string[];
  /** The outcome of each step in order, by name: `create: created`. */
  readonly outcomes: ReadonlySet<string>;
}

/** Starts a stand-in in memory, sends it the steps, and checks every response against its document. */
export async function walk(dialect: Dialect): Promise<Walk> {
  const problems: string[] = [];
  const outcomes = new Set<string>();
  await using server = await startServer({
    dialect,
    log: (entry) => {
      if ('bug' in entry) problems.push(`bug: ${entry.bug}`);
      else {
        const operation = operationIn(entry);
        // Node keeps only the last packet of a header that it refuses, and not always the first line.
        if (operation !== undefined) outcomes.add(`${operation}: ${entry.outcome}`);
      }
    },
  });
  await using pool = closing(new Pool(server.baseUrl, { connections: 8 }));
  const document = JSON.parse((await ask(pool.it, 'GET', '/openapi.json')).text) as Document;
  const judge = judgeBy(document);
  const ids: Ids = {};

  const take = async (step: Step): Promise<void> => {
    const { method, headers, body } = step;
    const answer = await ask(pool.it, method, step.url(ids), [...headers], body);
    if (step.keep) ids[step.keep] = idIn(answer) ?? unknownId;
    const problem = judge(step.path, method.toLowerCase(), answer);
    if (problem) problems.push(`${step.says}: ${answer.status}: ${problem}`);
  };
  for (const step of stepsFor(server)) await take(step);
  await Promise.all(crowd(server.tokens).map(take));
  return { problems, outcomes };
}

/** For every operation, more concurrent requests than the smallest rate limit allows one caller. */
function crowd(tokens: { readonly [id: string]: string }): Step[] {
  const headers = ['Authorization', tokens['owner-pasteco'] ?? ''];
  const steps: Step[] = operationPlaces.map((place) => {
    const url = calledPath(place, { service: 'pasteco', report: unknownId, hash: 'xyz' });
    return {
      says: `one of a crowd that asks to ${place.name}`,
      method: place.method,
      path: place.path,
      url: () => url,
      headers: place.hasBody ? [...headers, 'Content-Type', 'application/json'] : headers,
      ...(place.hasBody && { body: draft('0') }),
    };
  });
  return steps.flatMap((step) => Array.from({ length: 16 }, () => step));
}

async function ask(
  pool: Pool,
  method: Step['method'],
  path: string,
  headers: string[] = [],
  body?: string,
): Promise<Answer> {
  const answer = await pool.request({
    method: method as Dispatcher.HttpMethod,
    path,
    headers,
    body: body ?? null,
  });
  return { status: answer.statusCode, headers: answer.headers, text: await answer.body.text() };
}

function idIn({ text }: Answer): string | undefined {
  return (JSON.parse(text) as { id?: string }).id;
}

function operationIn({ method, url }: LogEntry): string | undefined {
  return calledOperation(method, () => pathAndQuery(url)[0])?.place.name;
}

function closing(it: Pool) {
  return { it, [Symbol.asyncDispose]: () => it.destroy() };
}
