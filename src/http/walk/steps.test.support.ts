import { authorizationOf } from '../../dialects/authorization.ts';
import type { Sample } from '../../docs/reference/call-samples.ts';
import { ownSeed } from '../../seed/own-seed.ts';
import type { Seed } from '../../seed/seed.ts';
import type { RunningServer } from '../../server.ts';
import { fileHashes } from '../../spec/file-hashes.ts';
import { type OperationPlace, operationPlaces } from '../../spec/operations.ts';
import { calledPath, type ParameterValues } from '../../values/path-template.ts';
import { sampleCall } from '../sample-calls.test.support.ts';

/** One request; `keep` names the created id for later steps. */
export interface Step {
  readonly says: string;
  readonly method: string;
  /** As the contract has it. */
  readonly path: string;
  readonly url: (ids: Ids) => string;
  readonly headers: readonly string[];
  readonly body?: string;
  readonly keep?: string;
}

export type Ids = { [name: string]: string };

export const unknownId = '00000000-0000-4000-8000-00000000abcd';

function hash(digit: string): string {
  return digit.repeat(64);
}

const json = ['Content-Type', 'application/json'];

/** Without the fields that some dialects make optional. */
const bare = { tags: undefined, referenceLink: undefined, confidenceScore: undefined };

/** A report that every dialect accepts. */
export function draft(digit: string, changes: object = {}) {
  return JSON.stringify({
    tags: ['Rat', 'rat', 'Android'],
    c2Address: `C2-${digit}.Example.com:4444`,
    file256Hash: hash(digit),
    referenceLink: `https://results.example/${hash(digit)}`,
    confidenceScore: 3,
    ...changes,
  });
}

/** The `Authorization` header of a caller, by an id of the seed data. */
type As = (id: string) => string[];

/** The same requests for every dialect; only the token prefix differs. */
export function stepsFor({ dialect, tokens, seed }: RunningServer): Step[] {
  const as: As = (id) => ['Authorization', tokens[id] ?? authorizationOf(dialect, id)];
  const fetches = reportSteps('GET', as, seed);
  const fetchDeleted = fetches.filter(({ says }) => says === 'fetch as its creator');
  return [
    ...createSteps(as),
    ...otherSteps(as),
    ...fetches,
    ...reportSteps('DELETE', as, seed),
    ...fetchDeleted.map((step) => ({ ...step, says: 'fetch what was deleted' })),
    ...laterSteps(as),
    ...lookupSteps(as, seed),
  ];
}

function createSteps(as: As): Step[] {
  const steps: Step[] = [];
  const create = (says: string, who: string[], body: string, more: Partial<Step> = {}) =>
    steps.push({
      says: `create ${says}`,
      method: 'POST',
      path: '/feed/{service}/api',
      url: () => '/feed/tunnelco/api',
      headers: [...who, ...json],
      body,
      ...more,
    });
  const one = as('researcher-1');
  const other = as('researcher-2');
  create('a report', one, draft('a'), { keep: 'first' });
  create('the same again', one, draft('a'), { keep: 'second' });
  create('one for the owner to delete', one, draft('b'), { keep: 'third' });
  create('by IPv6', other, draft('c', { c2Address: '[2001:db8::5]:443' }));
  create('with an upper-case hash', other, draft('d', { file256Hash: hash('D') }));
  create('with what is needed only', other, draft('e', bare));
  create('without a hash', other, draft('e', { file256Hash: undefined }));
  create('with an unknown field', other, draft('f', { colour: 'red' }));
  create(
    'with an http link',
    other,
    draft('1', { referenceLink: `http://r.example/${hash('1')}` }),
  );
  create('with an ftp link', other, draft('2', { referenceLink: `ftp://r.example/${hash('2')}` }));
  create('with a link to elsewhere', other, draft('3', { referenceLink: 'https://r.example/' }));
  create('with a link that is none', other, draft('3', { referenceLink: 'results' }));
  for (const confidenceScore of [-1, 0, 7, 100, 101, 1e300, 1.5, 'high', null]) {
    create(`with score ${confidenceScore}`, as('analyst'), draft('4', { confidenceScore }));
  }
  for (const count of [0, 21, 101, 1001]) {
    create(`with ${count} tags`, as('analyst'), draft('5', { tags: Array(count).fill('x') }));
  }
  for (const c2Address of ['999.1.1.1:80', 'host', 'host:0', '[::g]:1', 'host:65536']) {
    create(`at ${c2Address}`, other, draft('6', { c2Address }));
  }
  create('without a token', [], draft('7'));
  create('with an unknown token', as('nobody'), draft('7'));
  create('with a scheme before the token', ['Authorization', 'Bearer token-analyst'], draft('7'));
  create('with two tokens', [...one, ...other], draft('7'));
  create('as a reader', as('reader'), draft('7'));
  create('as an owner', as('owner-tunnelco'), draft('7'));
  create('in an unknown feed', one, draft('8'), { url: () => '/feed/nosuchco/api', keep: 'far' });
  create('in a feed that cannot be read', one, draft('8'), { url: () => '/feed/%E0%A4%A/api' });
  create('with an unknown parameter', other, draft('9'), { url: () => '/feed/tunnelco/api?x=1' });
  create('with half a body', one, '{"tags":[');
  create('with an empty body', one, '');
  for (const body of ['[]', 'null', '"report"', '{}']) create(`from ${body}`, one, body);
  create('from plain text', one, draft('0'), { headers: [...one, 'Content-Type', 'text/plain'] });
  create('of no type', one, draft('0', { tags: [] }), { headers: one });
  const utf16 = ['Content-Type', 'application/json; charset=utf-16'];
  create('in another charset', one, draft('0'), { headers: [...one, ...utf16] });
  create('of 17 KiB', other, draft('a', { tags: ['x'.repeat(17 * 1024)] }));
  create('of 65 KiB', other, draft('b', { tags: ['x'.repeat(65 * 1024)] }));
  create('of 1025 KiB', other, draft('c', { tags: ['x'.repeat(1025 * 1024)] }));
  create('at a very long URL', one, draft('0'), { url: () => longUrl('/feed/tunnelco/api?x=') });
  create('with a very long header', one, draft('0'), { headers: [...one, ...json, ...longHeader] });
  return steps;
}

/** Requests for one report: to fetch or to delete it. */
function reportSteps(method: 'GET' | 'DELETE', as: As, seed: Seed): Step[] {
  const steps: Step[] = [];
  const ask = (says: string, who: string[], query: string | ((ids: Ids) => string), feed = '') =>
    steps.push({
      says: `${method === 'GET' ? 'fetch' : 'delete'} ${says}`,
      method,
      path: '/feed/{service}/api',
      url: (ids) =>
        `/feed/${feed || 'tunnelco'}/api${typeof query === 'string' ? query : query(ids)}`,
      headers: who,
    });
  const one = as('researcher-1');
  const other = as('researcher-2');
  const seeded = seed.contents.reports.find(({ service }) => service === 'tunnelco')?.id;
  ask('what nobody knows', one, `?report=${unknownId}`);
  ask('from another feed', one, (ids) => `?report=${ids.first}`, 'dyndnsco');
  ask('from an unknown feed', one, (ids) => `?report=${ids.first}`, 'neverco');
  ask('from a feed opened just now', one, (ids) => `?report=${ids.far}`, 'nosuchco');
  ask('without saying what', one, '');
  ask('nothing', one, '?report=');
  ask('what is no id', one, '?report=42');
  ask('two at once', one, `?report=${unknownId}&report=${unknownId}`);
  ask('with an unknown parameter', one, (ids) => `?report=${ids.first}&x=1`, 'pasteco');
  ask('from a feed that cannot be read', one, '?report=42', '%E0%A4%A');
  ask('without a token', [], (ids) => `?report=${ids.first}`);
  ask('with an unknown token', as('nobody'), (ids) => `?report=${ids.first}`);
  ask('with two tokens', [...one, ...other], (ids) => `?report=${ids.first}`);
  ask('as another researcher', other, (ids) => `?report=${ids.first}`);
  ask('as a reader', as('reader'), (ids) => `?report=${ids.first}`);
  ask('as the owner of another feed', as('owner-dyndnsco'), (ids) => `?report=${ids.first}`);
  ask('as the owner', as('owner-tunnelco'), (ids) => `?report=${ids.third}`);
  ask('in capitals', one, (ids) => `?report=${ids.second?.toUpperCase()}`);
  ask('in small letters', one, (ids) => `?report=${ids.second?.toLowerCase()}`);
  ask('as its creator', one, (ids) => `?report=${ids.first}`);
  ask('once more', one, (ids) => `?report=${ids.first}`);
  ask('what was there from the start', one, `?report=${seeded}`);
  ask('at a very long URL', one, longUrl('?x='));
  ask('with a very long header', [...one, ...longHeader], '');
  return steps;
}

function lookupSteps(as: As, seed: Seed): Step[] {
  const steps: Step[] = [];
  const lookUp = (says: string, who: string[], asked: string) =>
    steps.push({
      says: `look up ${says}`,
      method: 'GET',
      path: '/private/sample/{hash}',
      url: () => `/private/sample/${asked}`,
      headers: who,
    });
  const one = as('researcher-1');
  const other = as('researcher-2');
  const known = seed.contents.analyses[0];
  if (!known) throw new Error('the seed data has no analysis');
  const analyst = as('analyst');
  for (const { name, field } of fileHashes) lookUp(`by ${name}`, analyst, String(known[field]));
  lookUp('in capitals', analyst, known.sha256Hash.toUpperCase());
  lookUp('what nobody knows', analyst, hash('0'));
  lookUp('what is no hash', analyst, 'xyz');
  lookUp('what cannot be read', analyst, '%E0%A4%A');
  lookUp('with an unknown parameter', analyst, `${known.sha256Hash}?x=1`);
  lookUp('without a token', [], known.sha256Hash);
  lookUp('with an unknown token', as('nobody'), known.sha256Hash);
  lookUp('with two tokens', [...one, ...other], known.sha256Hash);
  lookUp('as a reader', as('reader'), known.sha256Hash);
  lookUp('with nothing left', as('analyst-empty'), known.sha256Hash);
  lookUp('nonsense with nothing left', as('analyst-empty'), 'xyz');
  for (let call = 1; call <= 5; call++)
    lookUp(`call ${call} of 4`, as('analyst-limited-1'), hash('0'));
  lookUp('at a very long URL', analyst, longUrl(''));
  lookUp('with a very long header', [...analyst, ...longHeader], known.sha256Hash);
  return steps;
}

/** Operations whose requests are written out above. */
const written = ['create', 'fetch', 'delete', 'lookup'];

const otherOperations = operationPlaces.filter(({ name }) => !written.includes(name));

/** Of every other operation: by everybody, in another feed, with what cannot be read, without what it needs. */
function otherSteps(as: As): Step[] {
  return otherOperations.flatMap((place) => {
    const good = as(idOf(sampleCall(place.name, '').authorization));
    const step = stepsOf(place);
    // An unknown feed is a step of its own.
    const parameters = place.parameters.map(({ name }) => name).filter((one) => one !== 'service');
    const bodies = place.hasBody ? ['{"', '', 'null', '{}', `"${'x'.repeat(1025 * 1024)}"`] : [];
    return [
      ...ownSeed().contents.callers.map(({ id }) => step(`as ${id}`, as(id), {})),
      step('without a token', [], {}),
      step('with an unknown token', as('nobody'), {}),
      step('in an unknown feed', good, { service: 'neverco' }),
      step('of what nobody knows', good, { report: unknownId }),
      ...place.query.flatMap((one) => [
        step(`without ${one}`, good, { [one]: undefined }),
        step(`with an empty ${one}`, good, { [one]: '' }),
      ]),
      ...parameters.map((one) => step(`with a wrong ${one}`, good, { [one]: '?' })),
      step('with what cannot be read', good, {}, '%E0%A4%A'),
      step('at a very long URL', good, {}, longUrl('')),
      step('with a very long header', [...good, ...longHeader], {}),
      ...bodies.map((body) => ({ ...step('with another body', good, {}), body })),
      ...(place.hasBody
        ? [{ ...step('as text', good, {}), headers: [...good, 'Content-Type', 'text/plain'] }]
        : []),
    ];
  });
}

/** The same about a report that was deleted. */
function laterSteps(as: As): Step[] {
  return otherOperations.map((place) => {
    const good = as(idOf(sampleCall(place.name, '').authorization));
    return stepsOf(place)('of what was deleted', good, {});
  });
}

type StepMaker = (says: string, headers: string[], values: ParameterValues, x?: string) => Step;

/** Calls of an operation as the reference shows them, with other values. */
function stepsOf(place: OperationPlace): StepMaker {
  const { name, method, path } = place;
  const sample = sampleCall(name, '');
  const type = place.hasBody ? json : [];
  return (says, headers, values, x) => ({
    says: `${name} ${says}`,
    method,
    path,
    url: ({ first }) => {
      const url = calledPath(place, { ...given(sample), report: first, ...values });
      if (x === undefined) return url;
      return url.includes('?') ? `${url}&x=${x}` : `${url}?x=${x}`;
    },
    headers: [...headers, ...type],
    ...(place.hasBody && { body: JSON.stringify(sample.body) }),
  });
}

/** What the sample sends in the path and the query. */
function given({ path, query }: Sample): ParameterValues {
  return {
    ...path,
    ...Object.fromEntries(Object.entries(query).filter(([, value]) => value !== '')),
  };
}

function idOf(authorization: string): string {
  return ownSeed().contents.callers.find(({ token }) => token === authorization)?.id ?? '';
}

function longUrl(before: string): string {
  return before + 'x'.repeat(8300);
}

const longHeader = ['X-Long', 'x'.repeat(17 * 1024)];
