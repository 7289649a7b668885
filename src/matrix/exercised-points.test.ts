import { expect, test } from 'vitest';
import { defaultDialect, type OpenPointId } from '../dialects/dialect.ts';
import { notesOn } from '../matrix-run.ts';
import { openPoints } from '../spec/open-points.ts';
import { startServer } from '../start-server.ts';
import { calledApi, exercisedPoints } from './exercised-points.ts';

test.each<[string[], OpenPointId[], OpenPointId[]]>([
  [
    ['create created'],
    ['create.status.created', 'report.id.case', 'auth.prefix', 'create.score.minimum'],
    ['create.status.no-token', 'lookup.reset', 'fetch.who', 'any.error-text', 'auth.order'],
  ],
  [
    ['lookup unknown-hash'],
    ['lookup.status.unknown-hash', 'lookup.error-body.unknown-hash', 'auth.order'],
    [
      'lookup.status.found',
      'lookup.error-body',
      'lookup.error-body.no-token',
      'create.tags.case',
      'report.id.case',
      'report.time-zone',
    ],
  ],
  [['fetch fetched'], ['report.time-zone', 'fetch.who'], ['delete.absent', 'any.event-header']],
  [['create unavailable'], ['any.status.unavailable'], ['any.status.internal-error']],
])('who met %j may depend on %j and not on %j', (notes, may, not) => {
  const met = exercisedPoints(notes);
  expect(may.filter((id) => !met.has(id))).toEqual([]);
  expect(not.filter((id) => met.has(id))).toEqual([]);
});

test('every open point can be met, and without a request none is', () => {
  expect(exercisedPoints([]).size).toBe(0);
  const operations = ['create', 'fetch', 'delete', 'lookup'];
  const outcomes = openPoints.map(({ id }) => id.split('.').at(-1));
  const all = operations.flatMap((operation) =>
    outcomes.map((outcome) => `${operation} ${outcome}`),
  );
  expect(exercisedPoints(all).size).toBe(openPoints.length);
});

test('who reads the contract has met every open point', async () => {
  expect(exercisedPoints(['- contract']).size).toBe(openPoints.length);
  const notes: string[] = [];
  await using server = await startServer({
    dialect: 'default',
    onAnswer: notesOn(defaultDialect, (line) => void notes.push(line)),
  });
  await (await fetch(`${server.baseUrl}/openapi.yaml`)).text();
  await (await fetch(`${server.baseUrl}/private/sample/x`)).text();
  await (await fetch(`${server.baseUrl}/nowhere`)).text();
  expect(notes).toEqual(['- contract\t\t', 'lookup no-token\t\t', '- unknown-path\t\t/nowhere']);
});

test('a path of nobody is no request of the API', () => {
  expect(calledApi(['- unknown-path'])).toBe(false);
  expect(calledApi(['- unknown-path', 'delete no-token'])).toBe(true);
});
