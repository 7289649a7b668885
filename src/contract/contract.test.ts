import { expect, test } from 'vitest';
import { collectOpenPoints } from '../spec/open-point.ts';
import { readContract } from './document.ts';
import { operationsOf, responsesOf } from './operations.ts';

const contract = readContract();
const operations = [...operationsOf(contract)];
const points = collectOpenPoints(contract);

test('the two areas have servers of their own, each with a URL that works and one to fill in', () => {
  const here = 'http://127.0.0.1:4010';
  expect(contract.servers.map(({ url }) => url)).toEqual([here, '{base_url}']);
  const own = contract.paths['/private/sample/{hash}']?.servers;
  expect(own?.map(({ url }) => url)).toEqual([here, '{analysis_url}']);
});

/** Tools that show one example show the first. */
test.each([
  ['create', '400', 'invalid-report'],
  ['create', '401', 'no-token'],
  ['fetch', '400', 'malformed-id'],
  ['fetch', '404', 'unknown-report'],
  ['delete', '404', 'unknown-report'],
  ['lookup', '400', 'malformed-hash'],
  ['lookup', '429', 'no-requests-left'],
])('%s %s: the refusal that clients meet most stands first', (operation, status, first) => {
  const own = operations.find((one) => one['x-operation'] === operation);
  const responses = own ? responsesOf(contract, own) : {};
  expect(Object.keys(responses[status]?.content?.['application/json']?.examples ?? {})[0]).toBe(
    first,
  );
});

test.each(points)('the open point $id says all there is to say', (point) => {
  expect(point).toMatchObject({
    id: expect.stringMatching(/^[a-z]+(\.[A-Za-z0-9-]+)+$/),
    section: expect.stringMatching(/^[1-9]/),
    question: expect.stringMatching(/\?$/),
    default: expect.anything(),
    why: expect.stringMatching(/\S.*\.$/s),
  });
  expect(point.alternatives.length).toBeGreaterThan(0);
  const answers = [point.default, ...point.alternatives];
  expect(new Set(answers).size).toBe(answers.length);
});

test('every body has named examples, each with a summary', () => {
  for (const operation of operations) {
    const { operationId, requestBody } = operation;
    const bodies = [requestBody ?? [], Object.values(responsesOf(contract, operation))].flat();
    for (const { content } of bodies) {
      const examples = Object.values(content?.['application/json']?.examples ?? {});
      expect(examples.length, operationId).toBeGreaterThan(0);
      for (const { summary } of examples) expect(summary, operationId).toMatch(/\S/);
    }
  }
});

test.each([
  ['ReportDraft', 'tags c2Address file256Hash referenceLink confidenceScore'],
  [
    'Report',
    'id name tags c2Address reportedAt reportedBy ' +
      'file256Hash firstSeenID referenceLink confidenceScore',
  ],
  [
    'StaticAnalysis',
    'date tags ssDeep configs mD5Hash fileName sha1Hash ' +
      'blake3Hash sha256Hash sha512Hash sizeInBytes staticAnalysisDuration',
  ],
  ['ReportCreated', 'id successful'],
  ['ReportFetched', 'report successful'],
  ['ReportDeleted', 'message success'],
  ['ReportError', 'error successful'],
])(
  '%s has the fields of the specification, spelled as there, and requires no others',
  (name, listed) => {
    const fields = listed.split(' ');
    const schema = contract.components.schemas[name];
    expect(Object.keys(schema?.properties ?? {})).toEqual(expect.arrayContaining(fields));
    expect([...(schema?.required ?? [])].sort()).toEqual([...fields].sort());
  },
);

test.each(['ReportDraft', 'Report', 'StaticAnalysis', 'AnalysisTag'])(
  'every field of %s is described and has an example',
  (name) => {
    const fields = Object.entries(contract.components.schemas[name]?.properties ?? {});
    expect(fields.length).toBeGreaterThan(1);
    for (const [field, schema] of fields) {
      // What refers to another schema is shown there.
      const shown = 'example' in schema || JSON.stringify(schema).includes('$ref');
      expect(typeof schema.description, field).toBe('string');
      expect(shown, field).toBe(true);
    }
  },
);
