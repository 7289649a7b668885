import { execFile } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { readContract } from './contract/document.ts';
import { packageRoot } from './spec/package-root.ts';
import { yamlText } from './spec/yaml.ts';

const error = { $ref: '#/components/responses/UnknownCaller' };

/** openapi.yaml with one more field of reports, one of analyses, and one more operation. */
function extended() {
  const document = readContract();
  const { schemas } = document.components;
  const campaign = {
    type: 'string',
    description: 'What the report belongs to.',
    example: 'autumn',
    'x-words': 'a name',
  };
  for (const name of ['ReportDraft', 'Report']) {
    const { properties = {} } = schemas[name] ?? {};
    properties.campaign = campaign;
  }
  const section = {
    type: 'object',
    required: ['name', 'entropy'],
    properties: {
      name: { type: 'string', maxLength: 8, example: '.text' },
      entropy: { type: 'number', minimum: 0, maximum: 8, exclusiveMaximum: true, example: 6.5 },
    },
  };
  Object.assign(schemas.StaticAnalysis?.properties ?? {}, {
    sections: { type: 'array', uniqueItems: true, items: section },
  });
  schemas.FeedCounted = {
    type: 'object',
    required: ['count', 'successful'],
    properties: { count: { type: 'integer' }, successful: { type: 'boolean', enum: [true] } },
  };
  const counted = {
    summary: 'The number of reports',
    value: { count: 2, successful: true },
    'x-open-point': [
      {
        id: 'count.status.counted',
        section: '4, 7',
        question: 'What is the status when the reports are counted?',
        default: 200,
        alternatives: [203],
        why: 'The usual status of a response.',
      },
    ],
  };
  document.paths['/feed/{service}/count'] = {
    parameters: document.paths['/feed/{service}/api']?.parameters ?? [],
    get: {
      operationId: 'countReports',
      'x-operation': 'count',
      tags: ['feed'],
      summary: 'Count reports',
      responses: {
        '200': {
          description: 'The number of reports.',
          content: {
            'application/json': {
              schema: { $ref: '#/components/schemas/FeedCounted' },
              examples: { counted },
            },
          },
        },
        '401': error,
        '404': { $ref: '#/components/responses/UnknownService' },
        '429': { $ref: '#/components/responses/RateLimited' },
        '500': { $ref: '#/components/responses/InternalError' },
        '503': { $ref: '#/components/responses/Unavailable' },
      },
    },
  };
  return document;
}

test('fields and an operation more need no line of code but the operation itself', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'abuse-feed-contract-'));
  const contract = join(folder, 'openapi.yaml');
  writeFileSync(contract, yamlText(extended()));
  const seed = join(folder, 'seed');
  cpSync(join(packageRoot, 'seed-data'), seed, { recursive: true });
  const reports = join(seed, 'reports.yaml');
  const written = readFileSync(reports, 'utf8');
  writeFileSync(reports, written.replace(/^- id:/m, '- campaign: spring\n  id:'));
  const { stdout } = await promisify(execFile)(
    process.execPath,
    ['--import', 'tsx', 'src/another-contract.test.support.ts', join(folder, 'data'), seed],
    { cwd: packageRoot, env: { ...process.env, ABUSE_FEED_OPENAPI: contract } },
  );
  expect(JSON.parse(stdout)).toEqual({
    created: 201,
    refused: {
      status: 400,
      body: {
        error: 'body.campaign is 7; expected a name; quotes make it a text.',
        successful: false,
      },
    },
    without: 201,
    fetched: 'autumn',
    listed: 'autumn',
    added: 'winter',
    seeded: true,
    documented: true,
    counted: { status: 200, body: { count: expect.any(Number), successful: true } },
    uncounted: {
      status: 404,
      body: { error: 'There is no feed for the service "nosuchco".', successful: false },
    },
    strange: { status: 401, body: { error: expect.any(String), successful: false } },
    otherMethod: 405,
    faulted: 503,
    recorded: 4,
    countDocumented: true,
    judged: ['count/content-type-is-json', 'count/count-type', 'count/flag-present'],
    verdict: 'conforms',
    rejected: {
      'loses-campaign': ['create/keeps-campaign'],
      'takes-any-campaign': ['create/stores-valid-campaign'],
      'analysis-without-sections-name': ['analysis/sections-name-present'],
      'analysis-sections-entropy-format-2': ['analysis/sections-entropy-format'],
      'analysis-sections-format-1': ['analysis/sections-format'],
    },
    kept: ['autumn', 'spring', 'winter'],
    onDisk: true,
  });
});
