import { expect, test } from 'vitest';
import { allClauses } from '../../src/spec/clauses.ts';
import type { ClauseResult } from '../judge/verdict.ts';
import type { Exchange, Operation } from '../talk/exchange.ts';
import { tokenVariable } from './as-caller.ts';
import { callIn } from './calls.ts';
import { causeGroups } from './causes.ts';
import { consequences } from './follows.ts';
import { logOf } from './log.ts';

let number = 0;

const exchange = (
  operation: Operation,
  report: string | undefined,
  more: { readonly sent?: object; readonly id?: unknown } = {},
): Exchange => {
  number += 1;
  return {
    number,
    operation,
    about: report === undefined ? {} : { report },
    caller: 'tokens.researcher',
    request: {
      method: 'GET',
      url: 'http://127.0.0.1:9/',
      headers: {},
      ...(more.sent && { body: JSON.stringify(more.sent) }),
    },
    response: {
      status: 200,
      headers: {},
      body: JSON.stringify(more.id === undefined ? {} : { id: more.id, successful: true }),
    },
    startedAt: number,
    endedAt: number + 0.5,
    throttled: false,
  };
};

const broken = (id: string, ...seen: (Exchange | [Exchange, string])[]): ClauseResult => {
  const clause = allClauses().find((one) => one.id === id);
  if (!clause) throw new Error(`there is no clause ${id}`);
  const findings = seen.map((one) => {
    const [at, expected] = Array.isArray(one) ? one : [one, 'a'];
    return { clause: id, expected, actual: 'b', exchange: at };
  });
  return { ...clause, verdict: 'broken', times: 0, findings, observations: [] };
};

/** Each cause with what is folded beneath it. */
const grouped = (exchanges: readonly Exchange[], ...clauses: ClauseResult[]) =>
  causeGroups(clauses, logOf(exchanges, new Map())).map(({ root, follows, alike }) =>
    [root.id, ...follows.map(({ id }) => id), ...alike.map(({ id }) => `~${id}`)].join(' '),
  );

test('every clause in the table is one', () => {
  const ids = allClauses().map(({ id }) => id);
  const unknown = consequences.flatMap(({ clause, from }) => [
    ...(ids.some((id) => clause.test(id)) ? [] : [String(clause)]),
    ...from.filter((id) => !id.includes('$1') && !ids.includes(id)),
  ]);
  // A shape has no form for every field, so some of what the table derives from a field does not exist.
  expect(unknown.filter((id) => !/-(format|items|present|type)$/.test(id))).toEqual([]);
});

test('two fields that are wrong in one answer are two causes', () => {
  const one = exchange('fetch', 'r');
  expect(
    grouped(
      [one],
      broken('report/reported-at-format', one),
      broken('report/file256-hash-format', one),
    ),
  ).toEqual(['report/reported-at-format', 'report/file256-hash-format']);
});

test('what is said of a wrong field again follows from it, but not in another answer', () => {
  const [one, other] = [exchange('fetch', 'r'), exchange('fetch', 's')];
  const format = broken('report/file256-hash-format', one);
  expect(grouped([], format, broken('create/keeps-file-hash', one))).toEqual([
    'report/file256-hash-format create/keeps-file-hash',
  ]);
  expect(grouped([], format, broken('create/keeps-file-hash', one, other))).toEqual([
    'report/file256-hash-format',
    'create/keeps-file-hash',
  ]);
});

test('callers who disagree about another field than the wrong one are a cause of their own', () => {
  const one = exchange('fetch', 'r');
  const keeps = broken('create/keeps-tags', one);
  expect(
    grouped([], keeps, broken('fetch/callers-agree', [one, 'tags: ["rat"], as before'])),
  ).toEqual(['create/keeps-tags fetch/callers-agree']);
  expect(
    grouped([], keeps, broken('fetch/callers-agree', [one, 'reportedBy: "A", as before'])),
  ).toHaveLength(2);
});

test('a flaw that was posted is the fault of whoever took it; one that was not is not', () => {
  const bad = exchange('create', undefined, { sent: { file256Hash: 'abc' }, id: 'r' });
  const good = exchange('create', undefined, { sent: { file256Hash: 'a'.repeat(64) }, id: 's' });
  const [one, other] = [exchange('fetch', 'r'), exchange('fetch', 's')];
  const all = [bad, good, one, other];
  const stores = broken('create/stores-a-valid-hash', one);
  expect(grouped(all, broken('report/file256-hash-format', one), stores)).toEqual([
    'create/stores-a-valid-hash report/file256-hash-format',
  ]);
  expect(grouped(all, broken('report/file256-hash-format', one, other), stores)).toEqual([
    'report/file256-hash-format create/stores-a-valid-hash',
  ]);
});

test('the same in several operations is one cause, and an answer that is no JSON has no other', () => {
  const [create, fetch] = [exchange('create', undefined), exchange('fetch', 'r')];
  expect(
    grouped(
      [],
      broken('create/content-type-is-json', create),
      broken('create/body-is-json', create),
      broken('fetch/body-is-json', fetch),
      broken('fetch/content-type-is-json', fetch),
    ),
  ).toEqual([
    'create/body-is-json create/content-type-is-json fetch/content-type-is-json ~fetch/body-is-json',
  ]);
});

test('reports that vanish are missed in many clauses, and are one cause; a wrong refusal is not among them', () => {
  const made = exchange('create', undefined, { id: 'r' });
  const refused = { error: 'This feed has no report r.' };
  const there = {
    ...exchange('fetch', 'r'),
    response: { status: 200, headers: {}, body: '{"report":{}}' },
  };
  const gone = {
    ...exchange('fetch', 'r'),
    response: { status: 404, headers: {}, body: JSON.stringify(refused) },
  };
  const forbidden = {
    ...exchange('delete', 'r'),
    response: { status: 403, headers: {}, body: '{"error":"Not yours.","successful":false}' },
  };
  const removes = broken('delete/removes-only-that-report', gone);
  const all = [made, there, gone, forbidden];
  expect(
    grouped(
      all,
      removes,
      broken('fetch/report-stays', gone),
      broken('delete/reader-may-not', gone),
    ),
  ).toEqual(['delete/removes-only-that-report fetch/report-stays delete/reader-may-not']);
  expect(grouped(all, removes, broken('delete/creator-may-delete', forbidden))).toHaveLength(2);
  // Nobody had tried to delete it, so no refusal took it.
  const untried = [
    broken('delete/refused-means-unchanged', gone),
    broken('fetch/report-stays', gone),
  ];
  expect(grouped([made, there, gone], ...untried)).toEqual([
    'fetch/report-stays delete/refused-means-unchanged',
  ]);
  // Never there: nothing can have taken it.
  const lost = [broken('fetch/stored-report-is-found', gone), removes];
  expect(grouped([made, gone], ...lost)).toHaveLength(2);
});

test('without any evidence that binds them, clauses stay causes', () => {
  const [one, other] = [exchange('fetch', 'r'), exchange('fetch', 's')];
  expect(
    grouped(
      [],
      broken('fetch/report-stays', one),
      broken('delete/removes-only-that-report', other),
    ),
  ).toHaveLength(2);
});

test('a flag by the name of the other is one cause, and one flag too many is another', () => {
  const [one, other] = [exchange('delete', 'r'), exchange('delete', 's')];
  const named = broken('delete/flag-is-success', one);
  expect(grouped([], named, broken('delete/flag-not-successful', one))).toEqual([
    'delete/flag-is-success delete/flag-not-successful',
  ]);
  expect(grouped([], named, broken('delete/flag-not-successful', other))).toHaveLength(2);
});

test('a script reads the tokens from the variables that init names', () => {
  expect(tokenVariable('tokens.otherServiceOwner')).toBe('ABUSE_FEED_TOKEN_OTHER_SERVICE_OWNER');
  expect(tokenVariable('tokens.limited[0]')).toBe('ABUSE_FEED_TOKEN_LIMITED_1');
});

test.each([
  ['application/json', 'ask GET "$feed/" -H'],
  ['*/*', 'accept=\' */*\'; ask GET "$feed/" -H x; unset accept'],
  [undefined, 'accept=\'\'; ask GET "$feed/" -H x; unset accept'],
])('a script asks for the media type that the run asked for: %s', (accept, begins) => {
  const asked = exchange('fetch', undefined);
  const request = { ...asked.request, headers: accept === undefined ? {} : { accept } };
  const urls = { baseUrl: 'http://127.0.0.1:9', analysisUrl: 'http://127.0.0.1:9' };
  const caller = { options: '-H x', before: [] };
  expect(callIn({ ...asked, request }, caller, urls, [])).toContain(begins);
});
