import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { readContract } from '../../src/contract/document.ts';
import { packageRoot } from '../../src/spec/package-root.ts';
import { installed, toolFolder } from '../harness/packages.ts';
import type { Outcome, Try } from './outcome.ts';

/** A module of an installed tool. */
async function loaded(name: string): Promise<Record<string, CallableFunction>> {
  installed('mocks', 'msw', 'package.json');
  const { resolve } = createRequire(join(toolFolder('mocks'), 'package.json'));
  return await import(pathToFileURL(resolve(name)).href);
}

const report = '5f0c2a4e-7b1d-4c59-9a36-1d0e8b7c6f01';

/** Requests to the URL in the document, and the first example of each response. */
const asked: readonly (readonly [method: string, path: string, says: string])[] = [
  ['POST', '/feed/tunnelco/api?response=201', report],
  ['POST', '/feed/tunnelco/api?response=400', 'confidenceScore must be integer'],
  ['GET', `/feed/tunnelco/api?report=${report}`, report],
  ['GET', `/feed/tunnelco/api?report=${report}&response=404`, 'has no report'],
  ['DELETE', `/feed/tunnelco/api?report=${report}`, 'is deleted'],
  ['GET', `/private/sample/${'a'.repeat(64)}`, 'ssDeep'],
  ['GET', `/private/sample/${'a'.repeat(64)}?response=429`, 'no requests left'],
];

async function byMsw(): Promise<string[]> {
  const { fromOpenApi } = await loaded('@mswjs/source/open-api');
  const { getResponse } = await loaded('msw');
  const handlers = await fromOpenApi?.(structuredClone(readContract()));
  const answers = asked.map(async ([method, path, says]) => {
    const body = method === 'POST' ? { body: '{}' } : {};
    const request = new Request(`http://127.0.0.1:4010${path}`, { method, ...body });
    const answer = (await getResponse?.(handlers, request)) as Response | undefined;
    const text = (await answer?.text()) ?? 'not matched';
    return text.includes(says) ? '' : `msw: ${method} ${path}: ${text}`;
  });
  return Promise.all(answers);
}

/** Mockoon generates bodies from schemas, besides those of the examples. */
async function byMockoon(): Promise<string[]> {
  const { OpenApiConverter } = (await loaded('@mockoon/commons')) as unknown as {
    OpenApiConverter: new () => {
      convertFromOpenAPI(text: string): Promise<{
        routes: { method: string; responses: { statusCode: number; body: string }[] }[];
      }>;
    };
  };
  const text = readFileSync(join(packageRoot, 'openapi.yaml'), 'utf8');
  const { routes } = await new OpenApiConverter().convertFromOpenAPI(text);
  return routes.flatMap(({ method, responses }) =>
    responses.map(({ statusCode, body }) =>
      /"0": "|\{\{(?!oneOf)/.test(body) ? `Mockoon: ${method} ${statusCode}: ${body}` : '',
    ),
  );
}

/** Mock servers that use the document only. */
export const mocks: Try = async (): Promise<Outcome> => {
  const all = [...(await byMsw()), ...(await byMockoon())];
  const notes = all.filter(Boolean);
  return { total: all.length, passed: all.length - notes.length, notes };
};
