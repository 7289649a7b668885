import { expect, test } from 'vitest';
import {
  created,
  deleted,
  draftOf,
  fetched,
  type HistoryEntry,
  history,
  missing,
  one,
  refused,
  three,
  two,
} from './history.test.support.ts';

type More = Partial<HistoryEntry>;

/** An answer in a form that no operation has. */
function page(status: number, operation: string, more: More = {}): HistoryEntry {
  return refused(operation, { status, type: 'text/html', body: '<h1>nginx</h1>', ...more });
}

/** The same as Fastify says it. */
function fastify(status: number, operation: string, more: More = {}): HistoryEntry {
  const body = { statusCode: status, code: 'FST_ERR', error: 'no', message: 'no' };
  return refused(operation, { status, body, ...more });
}

const url = 'http://feed.example/feed/tunnelco/api';
const longUrl = `${url}?report=${'a'.repeat(900)}`;
const long = { sent: { ...draftOf(two), tags: ['a'.repeat(900)] } };
const empty = { sent: {} };
/** What the operations answer within all limits. */
const usual = [created(one), refused('create', empty), { ...missing, report: three }];
/** As long as the longest request above. */
const asLong = { ...long, body: { error: 'no', successful: false } };

const accepted: { readonly [what: string]: HistoryEntry } = {
  'a page of 413 for a long body': page(413, 'create', long),
  'JSON of a framework for a long body': fastify(413, 'create', long),
  'a page of 413 for a padded body': page(413, 'create', { ...empty, way: { padTo: 1_100_000 } }),
  'a page of 414 for a long URL': page(414, 'fetch', { report: one, url: longUrl }),
  '431 with nothing for a long URL': page(431, 'fetch', { report: one, url: longUrl, body: '' }),
  'a page of 400 for a very long URL': page(400, 'fetch', { report: one, url: longUrl }),
  'a page of 400 for a URL that cannot be read': page(400, 'fetch', { url: `${url}/%zz` }),
  'JSON of a framework for such a URL': fastify(400, 'fetch', { url: `${url}/%zz` }),
  'a page of a firewall': page(403, 'fetch', { report: two, url: `${url}?report='` }),
  'a page of 411 for a body of unknown length': page(411, 'create', { way: { chunked: true } }),
  'a page of 429 for what is served else': page(429, 'create', { sent: draftOf(two) }),
  'JSON of a framework for the same': fastify(429, 'create', { sent: draftOf(two) }),
  'a page of 502 for the same': page(502, 'create', { sent: draftOf(two) }),
  'a page of 503 for what is refused else': page(503, 'create', empty),
};

test.each(Object.entries(accepted))('%s is no answer of the operation', (_, entry) => {
  const before = history([...usual, entry]);
  expect(before.broken).toEqual([]);
  expect(before.model.answeredInFront).toHaveLength(1);
  expect(history([entry, ...usual]).broken).toEqual([]);
});

test('what was said of a limit is one also where the request was sent once', () => {
  const other = page(429, 'create', { sent: { ...draftOf(two), confidenceScore: 7 } });
  expect(history([...usual, page(429, 'create', { sent: draftOf(two) }), other]).broken).toEqual(
    [],
  );
});

const judged: { readonly [what: string]: readonly HistoryEntry[] } = {
  'a page of 500': [...usual, page(500, 'create', empty)],
  'a page of 400': [...usual, page(400, 'create', empty)],
  'a page of 400 for what is a little longer': [
    ...usual,
    page(400, 'fetch', { report: two, url: `${url}?report=no-uuid` }),
  ],
  'a page of 413 for what is shorter than others': [
    ...usual,
    page(413, 'create', { sent: { tags: [] } }),
  ],
  'a page of 413 for what is as long as others': [
    ...usual,
    page(413, 'create', long),
    refused('create', asLong),
  ],
  'a page of 413 for a caller who is answered nothing else': [
    ...usual,
    page(413, 'create', { ...long, who: 'reader' }),
  ],
  'a page of 413 of an operation that answers nothing else': [page(413, 'create', long)],
  'a page of 414 for a URL as others': [...usual, page(414, 'fetch', { report: two })],
  'a page of 503 for what is never served': [...usual, page(503, 'create', { sent: { tags: 1 } })],
  'a page of 429 for a caller who is always refused': [
    ...usual,
    page(429, 'create', { who: 'reader' }),
  ],
  'a page of 502 for what is not found': [
    created(one),
    fetched(one),
    page(502, 'fetch', { report: two }),
  ],
  'a page of 411 for a body of a known length': [...usual, page(411, 'create')],
};

test.each(Object.entries(judged))('%s is judged', (_, story) => {
  const { broken, model } = history(story);
  expect(broken.filter((id) => id.endsWith('body-is-json'))).toHaveLength(1);
  expect(model.answeredInFront).toEqual([]);
});

test('what was answered in front says nothing of a report', () => {
  const turnedAway = fastify(429, 'fetch', { report: one });
  const story = [created(one), fetched(one), turnedAway, fetched(one)];
  expect(history(story).broken).toEqual([]);
  expect(history([...story.slice(0, -1), missing]).broken).not.toEqual([]);
});

test.each([413, 429, 502, 301, 500])('a listener judges no page of %i', (status) => {
  expect(history([page(status, 'create')], { isAlone: false }).broken).toEqual([]);
  const model = history([page(status, 'create')], { isAlone: false }).model;
  expect(model.answeredInFront).toHaveLength(1);
});

test('a listener judges other pages, and JSON in another form', () => {
  for (const entry of [page(404, 'fetch'), fastify(500, 'fetch')])
    expect(history([entry], { isAlone: false }).broken).not.toEqual([]);
});

const twice = { way: { isOdd: true } };

test('a deletion with two meanings has done either, and its report may be there or not', () => {
  const story = [created(one), fetched(one), deleted(one, twice)];
  expect(history([...story, fetched(one)]).broken).toEqual([]);
  expect(history([...story, missing]).broken).toEqual([]);
});

test('what it was not meant for in any reading is still there', () => {
  const own = [created(one, { who: 'otherResearcher' }), created(two), fetched(two)];
  const story = [...own, deleted(one, { ...twice, who: 'otherResearcher' })];
  expect(history([...story, fetched(two)]).broken).toEqual([]);
  expect(history([...story, { ...missing, report: two }]).broken).not.toEqual([]);
});

test('a request with two meanings is answered in the form of its operation', () => {
  const isFormKept = (entry: HistoryEntry) => history([created(one), entry]).broken;
  expect(isFormKept(refused('delete', { report: one, ...twice }))).toEqual([]);
  expect(isFormKept(page(500, 'delete', { report: one, ...twice }))).toEqual([
    'delete/body-is-json',
  ]);
  expect(isFormKept(refused('delete', { report: one, ...twice, body: { error: 5 } }))).toContain(
    'delete/error-type',
  );
});
