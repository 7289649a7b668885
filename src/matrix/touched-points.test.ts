import { expect, test } from 'vitest';
import { defaultDialect, type OpenPointId } from '../dialects/dialect.ts';
import { operationNames } from '../domain/operation.ts';
import { startServer } from '../server.ts';
import { openPoints } from '../spec/open-points.ts';
import { notesOf, type RequestEvent } from './request-events.ts';
import { serverInRun } from './run-in-server.ts';
import { calledApi, touchedPoints, unreached, untouched } from './touched-points.ts';

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
  const touched = touchedPoints(notes);
  expect(may.filter((id) => !touched.has(id))).toEqual([]);
  expect(not.filter((id) => touched.has(id))).toEqual([]);
});

test('every open point can be touched, and before a request only what tokens look like', () => {
  expect([...touchedPoints([])]).toEqual(['auth.prefix']);
  const outcomes = openPoints.map(({ id }) => id.split('.').at(-1));
  const all = operationNames.flatMap((operation) =>
    outcomes.map((outcome) => `${operation} ${outcome}`),
  );
  expect(touchedPoints(all).size).toBe(openPoints.length);
});

test('reading the contract touches every open point', async () => {
  expect(touchedPoints(['- contract']).size).toBe(openPoints.length);
  const events: RequestEvent[] = [];
  await using server = await startServer({
    dialect: 'default',
    ...serverInRun({}, defaultDialect, (event) => void events.push(event)),
  });
  await (await fetch(`${server.baseUrl}/openapi.yaml`)).text();
  await (await fetch(`${server.baseUrl}/private/sample/x`)).text();
  await (await fetch(`${server.baseUrl}/nowhere`)).text();
  const world = await server.createWorld({ name: 'looks up', dialect: 'strict' });
  await (await fetch(`${world.baseUrl}/private/sample/x`)).text();
  expect(notesOf(events)).toEqual({
    notes: ['- contract', '- unknown-path', 'lookup no-token'],
    tests: {},
    elsewhere: ['/nowhere', 'a server or world with a dialect of its own'],
  });
  const ofTest = events.map((event) => ({ ...event, test: 'a', isForeign: false }));
  expect(notesOf(ofTest).tests.a).toContain('lookup no-token');
});

test('a request to an unknown path is no request of the API', () => {
  expect(calledApi(['- unknown-path'])).toBe(false);
  expect(calledApi(['- unknown-path', 'delete no-token'])).toBe(true);
});

test('a limit that was touched counts as reached when a request was refused for it', () => {
  const points = touchedPoints(['create created']);
  expect(unreached(points, ['create created'])).toContain('create.body-limit');
  expect(unreached(points, ['create body-too-large'])).not.toContain('create.body-limit');
});

test('the requests that would touch the most are named first, and none where all is touched', () => {
  const [operation = ''] = operationNames;
  const { points, by } = untouched([`${operation} no-token`]);
  expect(points).not.toContain(`${operation}.status.no-token`);
  expect(by.map(({ request }) => request)).not.toContain(`a ${operation} when no token was sent`);
  const touches = by.map((one) => one.touches);
  expect(touches).toEqual(touches.toSorted((a, b) => b - a));
  expect(untouched(['- contract'])).toEqual({ points: [], all: openPoints.length, by: [] });
});
