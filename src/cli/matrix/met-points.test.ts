import { expect, test } from 'vitest';
import { defaultDialect, dialectOf, type OpenPointId } from '../../dialects/dialect.ts';
import { noteOf } from '../../matrix-run.ts';
import { openPoints } from '../../spec/open-points.ts';
import { startServer } from '../../start-server.ts';
import { metPoints, sawApi } from './met-points.ts';

const created = ['create created'];

test.each<[string[], OpenPointId[], OpenPointId[]]>([
  [
    created,
    ['create.status.created', 'report.id.case', 'auth.prefix', 'create.score.minimum'],
    ['create.status.no-token', 'lookup.reset', 'fetch.who', 'any.error-text', 'auth.order'],
  ],
  [
    ['lookup unknown-hash'],
    ['lookup.status.unknown-hash', 'lookup.error-body', 'any.error-text', 'auth.order'],
    ['lookup.status.found', 'create.tags.case', 'report.id.case', 'report.time-zone'],
  ],
  [['fetch fetched'], ['report.time-zone', 'fetch.who'], ['delete.absent', 'any.event-header']],
  [['create unavailable'], ['any.status.unavailable'], ['any.status.internal-error']],
])('who met %j may depend on %j and not on %j', (notes, may, not) => {
  const met = metPoints(notes, defaultDialect);
  expect(may.filter((id) => !met.has(id))).toEqual([]);
  expect(not.filter((id) => met.has(id))).toEqual([]);
});

test('what an answer refuses shows where it does', () => {
  const refusing = dialectOf({ 'create.duplicates': 'refused' });
  expect(metPoints(created, refusing)).not.toContain('create.duplicates');
  expect(metPoints([...created, 'create duplicate-report'], refusing)).toContain(
    'create.duplicates',
  );
  expect(metPoints(created, defaultDialect)).toContain('create.duplicates');
});

test('every open point can be met, and without a request none is', () => {
  expect(metPoints([], defaultDialect).size).toBe(0);
  const operations = ['create', 'fetch', 'delete', 'lookup'];
  const outcomes = openPoints.map(({ id }) => id.split('.').at(-1));
  const all = operations.flatMap((operation) =>
    outcomes.map((outcome) => `${operation} ${outcome}`),
  );
  expect(metPoints(all, defaultDialect).size).toBe(openPoints.length);
});

test('who reads the contract has met every open point', async () => {
  expect(metPoints(['- contract'], defaultDialect).size).toBe(openPoints.length);
  const notes: string[] = [];
  await using server = await startServer({
    dialect: 'default',
    onAnswer: (...answer) => void notes.push(noteOf(...answer)),
  });
  await (await fetch(`${server.baseUrl}/openapi.yaml`)).text();
  await (await fetch(`${server.baseUrl}/private/sample/x`)).text();
  await (await fetch(`${server.baseUrl}/nowhere`)).text();
  expect(notes).toEqual(['- contract', 'lookup no-token', '- unknown-path']);
});

test('a path of nobody is no request of the API', () => {
  expect(sawApi(['- unknown-path'])).toBe(false);
  expect(sawApi(['- unknown-path', 'delete no-token'])).toBe(true);
});
