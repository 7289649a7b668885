import { normalisations } from '../../../src/spec/normalisations.ts';
import type { Draft } from '../requests/draft.ts';
import { madeUpHash } from '../requests/made-up.ts';
import { by, filled, hostOf, labels, portOf, texts, withTags } from './choice.ts';

/**
 * Every value worth sending. Here a new one is added; who sends them is in lives.ts and sending.ts, and knows no
 * field.
 *
 * The values of a feature are listed by class. Every class meets every class of every other feature, and the values
 * of one class take turns: together in one report, unless one of them is refused.
 */
export const features = {
  /**
   * Characters that break encodings, templates, databases and terminals, grouped by what they break. All are lower
   * case and in normal form, so that they come back unchanged even if tags are changed to one case (2.1 is silent).
   */
  text: texts({
    plain: ['a', 'b'],
    signs: [
      '\\',
      '\\n',
      '+',
      '%',
      '%41',
      '%2b',
      '&',
      '&amp;',
      '<b>',
      '=',
      '?',
      '#',
      '/',
      '"',
      "'",
      ';',
      '`',
      ', ',
      ',',
      '|',
      '$1',
      '{}',
      '--',
      '_',
      '*',
      '  ',
    ],
    control: ['\t', '\n', '\r\n', '\u00a0', '\u0000', '\u0001', '\u001b[31m', '\u007f'],
    foreign: ['🐀', '𠜎', 'q\u0323', 'שלום', '\u200f', '日本', 'ü', '\u2028'],
  }),

  length: by(
    ({ tags: [text = '', ...others] }, length: number) => ({
      tags: [text.padEnd(length, 'x'), ...others],
    }),
    {
      short: [0],
      'over a hundred': [101, 100, 65, 64, 33],
      'over 255': [256, 255, 129, 128],
      long: [1000, 512],
    },
  ),

  /**
   * Tags beside the text. They are sorted, and no two begin alike, so that they keep this order wherever tags are
   * sorted, even in collations that ignore punctuation.
   */
  beside: by(withTags, {
    one: [[]],
    // Some languages do not treat these as strings.
    several: [['4444', 'constructor', 'null', 'true']],
    // The lone sharp is decoded as a whole, since nothing else in it is escaped.
    many: [
      labels(12),
      labels(120),
      labels(70),
      ['#act', 'p%41', 'x.'],
      ['-b', 'x.'],
      ['again', 'again'],
    ],
    none: ['no tags'],
  }),

  /** 2.1 requires a host; which kinds are accepted is open. */
  host: by(
    ({ c2Address }, host: string) => ({ c2Address: `${filled(host)}:${portOf(c2Address)}` }),
    {
      usual: [],
      IPv4: ['198.51.{n}.{n}'],
      IPv6: ['[2001:db8::{n}:{n}]'],
      odd: [
        `3com.under_score.xn--bcher-kva.${'l'.repeat(60)}.c2-{x}.example`,
        // 253 characters, the most of a name; with its port it is longer than a column of 255.
        `${`${'l'.repeat(60)}.`.repeat(3)}${'l'.repeat(36)}c2-{x}.abuse-feed-kit.example`,
        'www.3com.c2-{x}.example',
        'under_score.c2-{x}.example',
        'xn--bcher-kva.c2-{x}.example',
        'C2-{x}.example',
        'c2{x}',
        'c2-{x}.example.',
      ],
    },
  ),

  port: by(({ c2Address }, port: number) => ({ c2Address: `${hostOf(c2Address)}:${port}` }), {
    usual: [],
    low: [1, 80],
    middle: [443, 8080],
    high: [65_535, 10_000],
  }),

  /** Beside what moves a part, appended to the usual link, whose host and hash a target may require. */
  link: by(
    ({ referenceLink: usual }, change: string | ((usual: string) => string)) => ({
      referenceLink: typeof change === 'string' ? usual + change : change(usual),
    }),
    {
      usual: [],
      query: ['?view=full&lang=en', '?view=&lang=en'],
      parts: [
        (usual) => `${atPort8443(usual)}/View/#Summary`,
        '#summary',
        '/',
        atPort8443,
        (usual) => usual.replace(/^https:/, 'http:'),
        (usual) => usual.replace(/^https:\/\/[\w.-]+/, '$&:443'),
        '?',
        '#',
        '?utm_source=feed&fbclid=x&id=1',
      ],
      escaped: [
        '?q=a+b%20c%2Bd%26e&x=%25;y=(1),*!~',
        '?q=a+b',
        '/a%20b%2Fc%C3%A9',
        "/it's;v=1,2/@a:b",
        '/a/../b/./c//d',
        '?q=%2b%c3%a9',
        (usual) => usual.replace('://', '://user@'),
      ],
      long: [2100, 1000, 220].map((length) => `?page=${'x'.repeat(length)}`),
    },
  ),

  /** The range is open (2.1). */
  score: by((_, confidenceScore: number) => ({ confidenceScore }), {
    usual: [],
    low: [0, 1, -1],
    middle: [42, 2, 7, 73],
    high: [100, 10, 5, 256, 65_536, 2_147_483_648, 99],
  }),

  /** Hashes that careless parsers take for numbers. Links contain the hash. */
  hash: by(
    ({ file256Hash, referenceLink }, shape: (hash: string) => string) => {
      const hash = shape(madeUpHash());
      return { file256Hash: hash, referenceLink: referenceLink.replaceAll(file256Hash, hash) };
    },
    {
      usual: [],
      'like a number': [
        (hash) => `00${digitsOf(hash).slice(2)}`,
        (hash) => digitsOf(hash).replace(/^(.{30})./, '$1e'),
        (hash) => hash.replace(/\d/g, 'c'),
      ],
    },
  ),
};

function atPort8443(link: string): string {
  return link.replace(/^(https?:\/\/[^/:]+)(?::\d+)?/, '$1:8443');
}

function digitsOf(hash: string): string {
  return hash.replace(/[a-f]/g, '7');
}

/** A value that takes the place of a usual one; a function makes it of that. */
type Sent<Value> = Value | ((usual: Value) => Value);
export type Fields = { readonly [field in keyof Draft]?: readonly Sent<Draft[field]>[] };

/** Values that a server may change by a rule, each time alike. */
export const changedByRule: Fields = {
  tags: shownBy(normalisations.tags),
  c2Address: shownBy(normalisations.c2Address),
  referenceLink: shownBy(normalisations.referenceLink),
};

function shownBy<Value>(
  all: readonly { readonly shows?: (usual: Value) => Value }[],
): ((usual: Value) => Value)[] {
  return all.flatMap(({ shows }) => shows ?? []);
}

/** Values that databases and languages change. */
export const changedByAccident: Fields = {
  tags: [
    ['résumé', 'resume'],
    ['', 'tag'],
    ['tag', ''],
    [''],
    [' '],
    ['tag', ' \t'],
    ['\u00a0', '\u3000', 'tag'],
    // JavaScript has no key of this name.
    ['__proto__'],
    // PHP takes this one for false.
    ['0', 'tag'],
    // Some databases ignore blanks at the end; the last one shows whether all are trimmed.
    ['rat', 'rat ', ' rat', ' viper '],
  ],
  confidenceScore: [16_777_217],
};

/**
 * Invalid values, nearly valid ones first: those that nothing takes for valid. Parsers differ in the sign of a port,
 * blanks in a host and URLs without one.
 */
export const invalid: { readonly [field: string]: readonly unknown[] } = {
  tags: ['rat', { rat: true }, [1, 2], [null], [['rat']], ['rat', {}], 5, null],
  c2Address: [
    'c2.example:443/path',
    'c2.example',
    'c2.example:',
    ':443',
    'c2.example:http',
    4444,
    null,
    '',
    ['c2.example:443'],
    { host: 'c2.example', port: 443 },
  ],
  file256Hash: [
    `${madeUpHash()}\n`,
    `0x${madeUpHash()}`,
    `0x${madeUpHash().slice(2)}`,
    'abc',
    madeUpHash().slice(1),
    `${madeUpHash()}0`,
    `g${madeUpHash().slice(1)}`,
    madeUpHash() + madeUpHash(),
    '',
    5,
    null,
    [madeUpHash()],
    { sha256: madeUpHash() },
    ` ${madeUpHash()}`,
    `sha256:${madeUpHash()}`,
    ...['-', ':'].map((mark) => madeUpHash().match(/../g)?.join(mark)),
    ...[40, 32].map((digits) => madeUpHash().slice(0, digits)),
  ],
  referenceLink: [
    'not a url',
    'results.example/page',
    '/page',
    '',
    5,
    null,
    true,
    ['https://results.example/'],
    { href: 'https://results.example/' },
    {},
  ],
  confidenceScore: ['1', 'high', 1.5, true, null, [1], { value: 1 }, ''],
};

/** Bodies that are no report; the first two are not part of a create (2.1), and must be valid where they are stored. */
export const noReports: readonly ((usual: Draft) => unknown)[] = [
  (usual) => ({ ...usual, name: 7 }),
  (usual) => ({ ...usual, firstSeenID: 'no-uuid' }),
  ...[null, 'text', 5, {}].map((body) => () => body),
  (usual) => [usual],
];

/** Numbers as JSON may write them: every reader has the same value of these (RFC 7493, 2.2). */
export const plainNumbers = [
  '{usual}.0',
  '{usual}e0',
  '1E+1',
  '-0',
  '-1',
  '2147483648',
  '9007199254740991',
  '-9007199254740991',
];

/** Of these, readers have different values. */
export const numbersBeyond = [
  `{usual}.${'0'.repeat(30)}1`,
  '1e-400',
  '9007199254740993',
  '9223372036854775808',
  '-9223372036854775809',
  '1e400',
  '9'.repeat(400),
];

/** More than columns of 65,535 characters take; where that is refused, than those of 8000, 4000, 2048, or 1024. */
export const longTexts = [66_000, 8200, 4200, 2100, 1500];

/** Changes whose acceptance answers an open point, in these words. */
export const questions: readonly {
  readonly point: string;
  readonly taken: string;
  readonly refused: string;
  readonly change: (usual: Draft) => Partial<Draft>;
}[] = [
  {
    point: 'create.address.ipv6',
    taken: 'accepted',
    refused: 'refused',
    change: () => ({ c2Address: filled('[2001:db8::{n}:{n}]:443') }),
  },
  {
    point: 'create.link.names-hash',
    taken: 'not-needed',
    refused: 'needed',
    change: () => ({ file256Hash: madeUpHash() }),
  },
];

/** Other queries that may find a report, by its id. */
export const queries = [
  {
    point: 'feed.id-case',
    taken: 'found',
    refused: 'not-found',
    of: (id: string) => {
      const lower = id.toLowerCase();
      return `report=${id === lower ? id.toUpperCase() : lower}`;
    },
  },
  {
    point: 'feed.unknown-parameters',
    taken: 'ignored',
    refused: 'refused',
    of: (id: string) => `report=${id}&abuse-feed-kit=1`,
  },
] as const;

/** A number whose limit answers an open point. */
export interface LimitQuestion {
  readonly point: string;
  /** The point of the status that what is beyond it gets. */
  readonly status?: string;
  /** What is known to be accepted. */
  readonly known: (usual: Draft) => number;
  /** The body that has this number. */
  readonly body: (usual: Draft, number: number) => string;
  /** A body that is too long says nothing about it. */
  readonly isLong?: boolean;
  /** In order of distance from what is known, with neighbours: 102400 is the default of some frameworks. */
  readonly likely: readonly number[];
  /** Where this is accepted, there is no limit; it is tried first. */
  readonly farthest?: number;
  /** How often a number between two of these is tried. */
  readonly steps: number;
}

function scoreLimit(end: string, farthest: number, likely: readonly number[]): LimitQuestion {
  return {
    point: `create.score.${end}`,
    known: ({ confidenceScore }) => confidenceScore,
    body: (usual, confidenceScore) => JSON.stringify({ ...usual, confidenceScore }),
    likely,
    farthest,
    steps: 40,
  };
}

/** That of the body is the first. */
export const limits: readonly LimitQuestion[] = [
  {
    point: 'create.body-limit',
    status: 'create.status.body-too-large',
    known: () => 0,
    // JSON ignores blanks at the end.
    body: (usual, bytes) => {
      const report = JSON.stringify(usual);
      return report + ' '.repeat(Math.max(0, bytes - Buffer.byteLength(report)));
    },
    likely: [
      4096, 16_384, 16_385, 65_536, 65_537, 102_400, 102_401, 262_144, 1_048_576, 1_048_577,
      2_097_152,
    ],
    steps: 24,
  },
  {
    point: 'create.tags.limit',
    known: ({ tags }) => tags.length,
    body: (usual, count) => {
      const tags = Array.from({ length: count }, (_, nth) => `t${String(nth).padStart(4, '0')}`);
      return JSON.stringify({ ...usual, tags });
    },
    isLong: true,
    likely: [5, 10, 11, 20, 21, 50, 51, 64, 65, 100, 101, 256, 257, 1000, 1001],
    steps: 12,
  },
  // 32 bits.
  scoreLimit('minimum', -(2 ** 31), [5, 4, 1, 0, -1, -10, -11, -100, -101]),
  scoreLimit('maximum', 2 ** 31, [1, 2, 3, 4, 5, 6, 10, 11, 100, 101, 1000]),
];
