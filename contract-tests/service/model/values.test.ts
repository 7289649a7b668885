import { expect, test } from 'vitest';
import { created, draftOf, fetched, history, one, three, two } from './history.test.support.ts';

const ids = [one, two, three];

interface Pair {
  readonly sent: object;
  readonly shown: object;
}

/** Reports that are created and fetched one after the other. */
function storedAs(...pairs: readonly Pair[]) {
  return history(
    pairs.flatMap(({ sent, shown }, nth) => {
      const id = ids[nth] ?? one;
      return [created(id, { sent: { ...draftOf(id), ...sent } }), fetched(id, shown)];
    }),
  );
}

function tags(sent: readonly string[], shown: readonly string[]): Pair {
  return { sent: { tags: sent }, shown: { tags: shown } };
}

function address(sent: string, shown: string): Pair {
  return { sent: { c2Address: sent }, shown: { c2Address: shown } };
}

function link(sent: string, shown: string): Pair {
  const at = 'https://results.example';
  return {
    sent: { referenceLink: sent.replace('@', at) },
    shown: { referenceLink: shown.replace('@', at) },
  };
}

test.each<[string, ...Pair[]]>([
  ['trims tags', tags([' a '], ['a']), tags(['b '], ['b'])],
  [
    'trims tags, and takes no other character for a blank',
    tags([' a'], ['a']),
    tags(['\u00a0'], ['\u00a0']),
  ],
  ['keeps one of equal tags, whatever their case', tags(['a', 'A'], ['a']), tags(['B'], ['B'])],
  ['drops empty tags, but not blank ones', tags(['a', ''], ['a']), tags(['a', ' '], ['a', ' '])],
  ['has no order of tags', tags(['b', 'a'], ['a', 'b']), tags(['d', 'c'], ['d', 'c'])],
  ['lowers the letters of its language', tags(['RIG'], ['rıg']), tags(['LOG'], ['log'])],
  [
    'lowers hosts',
    address('C2.example:1', 'c2.example:1'),
    address('D2.example:1', 'd2.example:1'),
  ],
  [
    'writes URLs as browsers do',
    link('@:443/a/../b%c3', '@/b%c3'),
    link("@?q='", '@/?q=%27'),
    link("@/it's", "@/it's"),
  ],
  [
    'keeps what it was sent',
    tags(['A ', ''], ['A ', '']),
    address('C2.:1', 'C2.:1'),
    link('@:443', '@:443'),
  ],
])('a server that %s has chosen to', (_does, ...pairs) => {
  expect(storedAs(...pairs).broken).toEqual([]);
});

test.each<[string, string, ...Pair[]]>([
  ['trims tags now and then', 'tags', tags([' a '], ['a']), tags([' b '], [' b '])],
  ['lowers tags now and then', 'tags', tags(['Ab'], ['Ab']), tags(['Cd'], ['cd'])],
  ['raises tags now and then', 'tags', tags(['ab'], ['AB']), tags(['cd'], ['cd'])],
  ['drops empty tags now and then', 'tags', tags(['a', ''], ['a']), tags(['b', ''], ['b', ''])],
  [
    'drops repeated tags now and then',
    'tags',
    tags(['a', 'a'], ['a']),
    tags(['b', 'b'], ['b', 'b']),
  ],
  [
    'composes tags now and then',
    'tags',
    tags(['\u304b\u3099'], ['\u304c']),
    tags(['\u304b\u3099x'], ['\u304b\u3099x']),
  ],
  [
    'lowers hosts now and then',
    'c2-address',
    address('A.example:1', 'a.example:1'),
    address('B.example:1', 'B.example:1'),
  ],
  [
    'drops a port now and then',
    'reference-link',
    link('@:443/a', '@/a'),
    link('@:443/b', '@:443/b'),
  ],
  ['loses an accent each time', 'tags', tags(['é'], ['e']), tags(['éa'], ['ea'])],
  ['cuts tags each time', 'tags', tags(['abc'], ['ab']), tags(['cde'], ['cd'])],
  ['drops the query each time', 'reference-link', link('@/a?b', '@/a'), link('@/c?d', '@/c')],
])('a server that %s breaks its clause: %s', (_does, field, ...pairs) => {
  expect(storedAs(...pairs).broken).toEqual([`create/keeps-${field}`]);
});

test('both reports are named where a server changes values now and then', () => {
  const { evidence } = storedAs(tags([' a '], ['a']), tags([' b '], [' b ']));
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
  ['create.link.form', 'browser', link('@:443/%c3', '@/%c3')],
  ['create.link.form', 'browser', link("@:443/it's", "@/it's")],
  ['create.link.form', 'normal', link('@:443/%c3', '@/%C3')],
  ['create.link.form', 'kept', link('@:443/%c3', '@:443/%c3')],
  ['create.link.form', 'neither', link('@:443/%c3', '@:443/%C3')],
])('what is seen of %s is %s', (point, answer, pair) => {
  const { evidence } = storedAs(pair);
  const seen = evidence.observations.filter(({ openPoint }) => openPoint === point);
  expect(seen.map(({ value }) => value)).toEqual([answer]);
});

test('nothing is said of reports that others may have changed', () => {
  const story = [tags([' a '], ['a']), tags([' b '], [' b '])].flatMap(({ sent, shown }, nth) => {
    const id = ids[nth] ?? one;
    return [created(id, { sent: { ...draftOf(id), ...sent } }), fetched(id, shown)];
  });
  const { broken, evidence } = history(story, { isAlone: false });
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

test.each<[string, object, object, string[]]>([
  ['a tag that is made a list', { tags: 'rat' }, { tags: ['rat'] }, []],
  ['numbers that are made texts', { tags: [1, 2] }, { tags: ['1', '2'] }, []],
  ['a tag that is not made a list', { tags: 'rat' }, { tags: 'rat' }, ['create/stores-valid-tags']],
  ...[
    'c2 example:1',
    'c2.example:+8',
    'c2.example:1\n',
    'c2.example:-1',
    'c2.example:99999999',
  ].map((c2Address): [string, object, object, string[]] => [
    'an address some take',
    { c2Address },
    { c2Address },
    [],
  ]),
  ...['c2.example', 'c2.example:', ':443', 'c2.example:http', ''].map(
    (c2Address): [string, object, object, string[]] => [
      'an address nobody takes',
      { c2Address },
      { c2Address },
      ['create/stores-valid-c2-address'],
    ],
  ),
  ...[
    'https://',
    'https:a.example',
    'https://a b.example/',
    ' https://a.example/',
    'https://a.example:99999',
  ].map((referenceLink): [string, object, object, string[]] => [
    'a URL some take',
    { referenceLink },
    { referenceLink },
    [],
  ]),
  ...['not a url', '/page', 'results.example/page', ''].map(
    (referenceLink): [string, object, object, string[]] => [
      'a URL nobody takes',
      { referenceLink },
      { referenceLink },
      ['create/stores-valid-reference-link'],
    ],
  ),
])('%s: %j is stored as %j', (_what, sent, shown, broken) => {
  expect(storedAs({ sent, shown }).broken).toEqual(broken);
});
