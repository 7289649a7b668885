import { expect, test } from 'vitest';
import { defaultDialect, type OpenPointId } from '../dialects/dialect.ts';
import { notesOn } from '../matrix-run.ts';
import { openPoints } from '../spec/open-points.ts';
import { startServer } from '../start-server.ts';
import { calledApi, exercisedPoints } from './exercised-points.ts';
import { untouched } from './untouched.ts';

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
])('a client that saw %j may depend on %j and not on %j', (notes, may, not) => {
  const exercised = exercisedPoints(notes);
  expect(may.filter((id) => !exercised.has(id))).toEqual([]);
  expect(not.filter((id) => exercised.has(id))).toEqual([]);
});

/** A limit of requests a second is none of them, since how fast a machine is would decide. */
const varied = openPoints.filter(({ id }) => id !== 'any.rate-limit');

test('every open point can be exercised, and none without a request', () => {
  expect(exercisedPoints([]).size).toBe(0);
  const operations = ['create', 'fetch', 'delete', 'lookup'];
  const outcomes = openPoints.map(({ id }) => id.split('.').at(-1));
  const all = operations.flatMap((operation) =>
    outcomes.map((outcome) => `${operation} ${outcome}`),
  );
  expect(exercisedPoints(all).size).toBe(varied.length);
});

test('reading the contract exercises every open point', async () => {
  expect(exercisedPoints(['- contract']).size).toBe(varied.length);
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

test('a request to an unknown path is no request of the API', () => {
  expect(calledApi(['- unknown-path'])).toBe(false);
  expect(calledApi(['- unknown-path', 'delete no-token'])).toBe(true);
});

test('the requests that would touch the most are named first, and none where all is touched', () => {
  const { points, by } = untouched(['create created']);
  expect(points).not.toContain('create.status.created');
  expect(by.map(({ request }) => request)).toContain('a delete when the report is gone');
  const touches = by.map((one) => one.touches);
  expect(touches).toEqual(touches.toSorted((a, b) => b - a));
  expect(untouched(['- contract'])).toEqual({ points: [], all: varied.length, by: [] });
});
