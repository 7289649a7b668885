import { execFile } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { readContract } from './contract/document.ts';
import { packageRoot } from './spec/package-root.ts';
import { yamlText } from './spec/yaml.ts';

/** openapi.yaml with one more field of reports, and one of analyses. */
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
  return document;
}

test('fields more need no line of code', async () => {
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
