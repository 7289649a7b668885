import { expect, test } from 'vitest';
import { created, draftOf, fetched, history, one, three, two } from './history.test.support.ts';

const ids = [one, two, three];

interface Pair {
  readonly sent: object;
  readonly shown: object;
}

/** Reports that are created and fetched one after the other. */
function storedAs(pairs: readonly Pair[], isAlone = true) {
  const story = pairs.flatMap(({ sent, shown }, nth) => {
    const id = ids[nth] ?? one;
    return [created(id, { sent: { ...draftOf(id), ...sent } }), fetched(id, shown)];
  });
  return history(story, { isAlone });
}

function field(name: string) {
  return (sent: unknown, shown: unknown): Pair => ({
    sent: { [name]: sent },
    shown: { [name]: shown },
  });
}

const tags = field('tags');
const address = field('c2Address');
const link = field('referenceLink');

/** Of a link, what follows the host. */
function at(sent: string, shown: string): Pair {
  const host = 'https://results.example';
  return link(host + sent, host + shown);
}

test.each<[string, ...Pair[]]>([
  ['as they were sent', tags(['loader', 'rat'], ['loader', 'rat'])],
  ['in upper case', tags(['loader', 'rat'], ['LOADER', 'RAT'])],
  ['in upper case, where a letter has none of its own', tags(['größe', 'rat'], ['GRÖSSE', 'RAT'])],
  ['in lower case', tags(['Rat'], ['rat'])],
  ['in lower case of its language', tags(['RIG'], ['rıg']), tags(['LOG'], ['log'])],
  ['sorted and without repeats', tags(['Rat', 'loader', 'Rat'], ['loader', 'rat'])],
  ['in another order', tags(['b', 'a'], ['a', 'b']), tags(['d', 'c'], ['d', 'c'])],
  ['without one that is empty', tags(['', 'rat'], ['rat'])],
  ['without one that is blank', tags(['rat', ' \t'], ['rat'])],
  ['without empty, but not blank ones', tags(['a', ''], ['a']), tags(['b', ' '], ['b', ' '])],
  ['trimmed', tags([' a '], ['a']), tags(['b '], ['b']), tags(['rat', ' \t'], ['rat', ''])],
  ['trimmed of what some languages take for no blank', tags(['\u00a0rat\u0085'], ['rat'])],
  ['trimmed of what all take for one', tags([' a'], ['a']), tags(['\u00a0'], ['\u00a0'])],
  ['in composed form', tags(['cafe\u0301'], ['café'])],
  ['trimmed, and then without repeats', tags(['rat', 'rat ', ' viper '], ['rat', 'viper'])],
  ['one of equal ones in any case', tags(['a', 'A'], ['a']), tags(['B'], ['B'])],
  ['in lower case', address('C2.example:1', 'c2.example:1'), address('D2.a:1', 'd2.a:1')],
  ['without the dot', address('C2.example.:80', 'C2.example:80')],
  ['without either', address('C2.example.:80', 'c2.example:80')],
  ['in normal form', link('HTTPS://Ex.example:443/a/../b?q=%c3', 'https://ex.example/b?q=%C3')],
  ['with the slash of its path', at('', '/')],
  ['without an empty query', at('/a?', '/a')],
  ['without an empty fragment', at('/a?#', '/a')],
  ['in ASCII', at('/ü', '/%C3%BC')],
  ['with a host in ASCII', link('https://müller.example', 'https://xn--mller-kva.example/')],
  ['as browsers do', at(':443/a/../b%c3', '/b%c3'), at("?q='", '/?q=%27'), at("/it's", "/it's")],
  ['unchanged', tags(['A ', ''], ['A ', '']), address('C2.:1', 'C2.:1'), at(':443', ':443')],
])('values that come back %s are kept', (_how, ...pairs) => {
  expect(storedAs(pairs).broken).toEqual([]);
});

test.each<[string, string, ...Pair[]]>([
  ['with a repeat that was not sent', 'tags', tags(['rat', 'a'], ['rat', 'a', 'rat'])],
  ['with another repeat', 'tags', tags(['rat', 'a', 'rat'], ['a', 'rat', 'a'])],
  ['in a case of their own', 'tags', tags(['loader', 'rat'], ['Loader', 'rat'])],
  ['one less', 'tags', tags(['loader', 'rat'], ['loader'])],
  ['with a blank one that was not sent', 'tags', tags(['rat'], ['rat', ''])],
  ['with more blank ones', 'tags', tags(['rat', ' '], ['rat', '', ''])],
  ['with the blank one alone', 'tags', tags(['rat', ' '], [' '])],
  ['trimmed at the end alone', 'tags', tags([' rat '], [' rat'])],
  ['without their accents', 'tags', tags(['é'], ['e']), tags(['éa'], ['ea'])],
  ['without one that differs in blanks', 'tags', tags(['rat', 'rat ', ' b '], ['rat', ' b '])],
  ['cut each time', 'tags', tags(['abc'], ['ab']), tags(['cde'], ['cd'])],
  ['trimmed now and then', 'tags', tags([' a '], ['a']), tags([' b '], [' b '])],
  ['lowered now and then', 'tags', tags(['Ab'], ['Ab']), tags(['Cd'], ['cd'])],
  ['raised now and then', 'tags', tags(['ab'], ['AB']), tags(['cd'], ['cd'])],
  ['without empty ones now and then', 'tags', tags(['a', ''], ['a']), tags(['b', ''], ['b', ''])],
  ['once now and then', 'tags', tags(['a', 'a'], ['a']), tags(['b', 'b'], ['b', 'b'])],
  [
    'composed now and then',
    'tags',
    tags(['\u304b\u3099'], ['\u304c']),
    tags(['\u304b\u3099x'], ['\u304b\u3099x']),
  ],
  ['in upper case', 'c2-address', address('C2.example:80', 'C2.EXAMPLE:80')],
  ['in a case of its own', 'c2-address', address('c2.example:80', 'C2.example:80')],
  ['with a dot', 'c2-address', address('c2.example:80', 'c2.example.:80')],
  ['without a part', 'c2-address', address('www.c2.example:80', 'c2.example:80')],
  ['lowered now and then', 'c2-address', address('A.a:1', 'a.a:1'), address('B.a:1', 'B.a:1')],
  ['with a slash', 'reference-link', at('/a', '/a/')],
  ['with another path', 'reference-link', at('/a#', '/b')],
  ['with less of the query', 'reference-link', at('/a??', '/a')],
  ['without the query', 'reference-link', at('/a?b', '/a'), at('/c?d', '/c')],
  ['with a blank for a plus', 'reference-link', at('/a+b', '/a%20b')],
  ['with a slash for an escape', 'reference-link', at('/a%2Fb', '/a/b')],
  ['without the port', 'reference-link', at(':8443/a', '/a')],
  ['with a path in lower case', 'reference-link', at('/A', '/a')],
  ['without its umlaut', 'reference-link', at('/ü', '/u')],
  ['without a port now and then', 'reference-link', at(':443/a', '/a'), at(':443/b', ':443/b')],
])('values that come back %s break their clause: %s', (_how, about, ...pairs) => {
  expect(storedAs(pairs).broken).toEqual([`create/keeps-${about}`]);
});

test('both reports are named where a server changes values now and then', () => {
  const { evidence } = storedAs([tags([' a '], ['a']), tags([' b '], [' b '])]);
  expect(evidence.findings('create/keeps-tags')).toMatchObject([
    {
      expected: `blanks around tags as in the report ${one}, where [" a "] came back as ["a"]`,
      actual: 'tags: [" b "] came back as [" b "]',
      exchange: { about: { report: two } },
    },
  ]);
});

test.each<[string, string, Pair]>([
  ['create.tags.blanks', 'trimmed', tags([' a '], ['a'])],
  ['create.tags.blanks', 'kept', tags([' a '], [' a '])],
  ['create.tags.case', 'raised', tags(['Ab'], ['AB'])],
  ['create.address.dot', 'dropped', address('a.example.:1', 'a.example:1')],
  ['create.link.form', 'browser', at(':443/%c3', '/%c3')],
  ['create.link.form', 'browser', at(":443/it's", "/it's")],
  ['create.link.form', 'normal', at(':443/%c3', '/%C3')],
  ['create.link.form', 'kept', at(':443/%c3', ':443/%c3')],
  ['create.link.form', 'neither', at(':443/%c3', ':443/%C3')],
])('what is seen of %s is %s', (point, answer, pair) => {
  const { observations } = storedAs([pair]).evidence;
  const seen = observations.filter(({ openPoint }) => openPoint === point);
  expect(seen.map(({ value }) => value)).toEqual([answer]);
});

test('nothing is said of reports that others may have changed', () => {
  const { broken, evidence } = storedAs([tags([' a '], ['a']), tags([' b '], [' b '])], false);
  expect(broken).toEqual([]);
  const ofValues = evidence.observations.filter(({ openPoint }) => !openPoint.includes('.status.'));
  expect(ofValues).toEqual([]);
});

/** A create and a fetch, in whose texts only the score differs. */
function scored(sent: string, shown: string): string[] {
  const withScore = (value: object, score: string): string =>
    JSON.stringify(value).replace('"confidenceScore":0', `"confidenceScore":${score}`);
  const sentText = withScore({ ...draftOf(one), confidenceScore: 0 }, sent);
  const { body } = fetched(one, { confidenceScore: 0 });
  const creation = created(one, { sent: JSON.parse(sentText), sentText });
  return history([creation, fetched(one, {}, { body: withScore(body as object, shown) })]).broken;
}

const keepsScore = 'create/keeps-confidence-score';
const scoreType = 'report/confidence-score-type';

test.each([
  ['1E+1', '10', []],
  ['-0', '0', []],
  ['0', '-0', []],
  ['5', '5.0', []],
  ['9007199254740991', '9007199254740991', []],
  ['9007199254740993', '9007199254740992', []],
  ['9223372036854775808', '-9223372036854775808', []],
  ['1e400', 'null', [scoreType]],
  ['1e400', `1${'0'.repeat(400)}`, []],
  ['1e300', '1e300', []],
  ['"1"', '1', []],
  ['null', '0', []],
  ['1.5', '2', []],
  ['1.5', '1.5', ['create/stores-valid-confidence-score']],
  ['16777217', '16777216', [keepsScore]],
  ['9007199254740991', '9007199254740992', [keepsScore]],
  ['5', '1e400', [keepsScore]],
  ['5', '"5"', [keepsScore, scoreType]],
  ['5', '5.5', [keepsScore, scoreType]],
])('a score sent as %s and shown as %.20s breaks %j', (sent, shown, broken) => {
  expect(scored(sent, shown).sort()).toEqual(broken);
});

const someTake = [
  ...[
    'c2 example:1',
    'c2.example:+8',
    'c2.example:1\n',
    'c2.example:-1',
    'c2.example:99999999',
  ].map((value) => address(value, value)),
  ...[
    'https://',
    'https:a.example',
    'https://a b.example/',
    ' https://a.example/',
    'https://a.example:99999',
  ].map((value) => link(value, value)),
  // Made a list, or texts.
  tags('rat', ['rat']),
  tags([1, 2], ['1', '2']),
];

test.each(someTake)('what is not valid to everybody may be stored: $sent', (pair) => {
  expect(storedAs([pair]).broken).toEqual([]);
});

test.each([
  ['tags', tags('rat', 'rat')],
  ...['c2.example', 'c2.example:', ':443', 'c2.example:http', ''].map(
    (value) => ['c2-address', address(value, value)] as const,
  ),
  ...['not a url', '/page', 'results.example/page', ''].map(
    (value) => ['reference-link', link(value, value)] as const,
  ),
] as const)('what is valid to nobody is not stored as %s: $sent', (about, pair) => {
  expect(storedAs([pair]).broken).toEqual([`create/stores-valid-${about}`]);
});
