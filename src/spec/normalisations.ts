import { normalUrl, type UrlAspect, urlAspects } from '../values/url.ts';

/**
 * One way in which a server may change a value by a rule: each time alike, and its own result is left as it is (2.1
 * is silent). Any other change is a loss.
 */
export interface Normalisation<Value> {
  /** The open point whose answer it is, and the answers that include it. */
  readonly point: string;
  readonly answers: readonly string[];
  /** What it is about: of two that share it, at most one is judged by the same value. */
  readonly about: string;
  readonly apply: (value: Value) => Value;
  /** A value that it changes, made of a usual one, with tags that no other value has in another spelling. */
  readonly shows?: (usual: Value) => Value;
  /** Servers that do it are not bound to do it alike: an order may be any, and each part of a URL has its own characters. */
  readonly mayVary?: boolean;
}

type Tags = readonly string[];

function eachTag(change: (tag: string) => string) {
  return (tags: Tags): Tags => tags.map(change);
}

function without(isDropped: (tag: string) => boolean) {
  return (tags: Tags): Tags => tags.filter((tag) => !isDropped(tag));
}

const ofTags: readonly Normalisation<Tags>[] = [
  {
    point: 'create.tags.form',
    answers: ['composed'],
    about: 'the composed form of tags',
    apply: eachTag((tag) => tag.normalize('NFC')),
    // Kana have no case.
    shows: () => ['\u304b\u3099'],
  },
  {
    point: 'create.tags.blanks',
    answers: ['trimmed'],
    about: 'blanks around tags',
    apply: eachTag((tag) => tag.trim()),
    shows: () => [' dropper '],
  },
  {
    point: 'create.tags.case',
    answers: ['lowered'],
    about: 'the case of tags',
    apply: eachTag((tag) => tag.toLowerCase()),
    shows: () => ['Stealer'],
  },
  {
    point: 'create.tags.case',
    answers: ['raised'],
    about: 'the case of tags',
    apply: eachTag((tag) => tag.toUpperCase()),
  },
  {
    point: 'create.tags.blank-ones',
    answers: ['dropped'],
    about: 'blank tags',
    apply: without((tag) => tag === ''),
    shows: (usual) => [...usual, ''],
  },
  {
    point: 'create.tags.blank-ones',
    answers: ['dropped'],
    about: 'blank tags',
    apply: without((tag) => tag !== '' && tag.trim() === ''),
    shows: (usual) => [...usual, ' '],
  },
  {
    point: 'create.tags.repeats',
    answers: ['dropped'],
    about: 'repeated tags',
    apply: (tags) => [...new Set(tags)],
    shows: () => ['rat', 'rat'],
  },
  {
    point: 'create.tags.order',
    answers: ['sorted'],
    about: 'the order of tags',
    // By code unit, so that every machine sorts alike.
    apply: (tags) => [...tags].sort(),
    shows: () => ['worm', 'loader', 'rat'],
    mayVary: true,
  },
];

const ofAddresses: readonly Normalisation<string>[] = [
  {
    point: 'create.address.case',
    answers: ['lowered'],
    about: 'the case of the host',
    apply: (address) => address.toLowerCase(),
    shows: (usual) => usual.toUpperCase(),
  },
  {
    point: 'create.address.dot',
    answers: ['dropped'],
    about: 'the dot behind the host',
    apply: (address) => address.replace(/\.(?=:\d+$)/, ''),
    shows: (usual) => usual.replace(/(?<=[a-z]):(?=\d+$)/i, '.:'),
  },
];

/** What programs do that read a URL and write it again, as browsers do; and what RFC 3986 (6.2) adds to that. */
const browsers = ['browser', 'normal'];
const usualPorts: { readonly [scheme: string]: string } = { https: ':443', http: ':80' };

/** The usual link, with another beginning: scheme and authority. */
function beginning(change: (start: string, rest: string, scheme: string) => string) {
  return (usual: string): string => {
    const [start = '', scheme = ''] = /^([a-z]+):\/\/[^/?#]*/i.exec(usual) ?? [];
    return change(start, usual.slice(start.length), scheme);
  };
}

/** By aspect, so that a new one needs a line here. */
const linkForms: {
  readonly [aspect in UrlAspect]: Omit<Normalisation<string>, 'point' | 'apply'>;
} = {
  case: {
    answers: browsers,
    about: 'the case of scheme and host',
    shows: beginning((start, rest) => start.toUpperCase() + rest),
  },
  port: {
    answers: browsers,
    about: 'the usual port',
    shows: beginning((start, rest, scheme) => start + (usualPorts[scheme] ?? '') + rest),
  },
  path: {
    answers: browsers,
    about: 'the slash of an empty path',
    shows: beginning((start, rest) => start + rest.replace(/^\//, '?')),
  },
  dots: {
    answers: browsers,
    about: 'dot segments',
    shows: beginning((start, rest) => `${start}/a/..${rest}`),
  },
  escapes: {
    answers: ['normal'],
    about: 'the case of escapes',
    shows: (usual) => `${usual}${usual.includes('?') ? '&' : '?'}q=%c3%a9`,
  },
  encoding: {
    answers: browsers,
    about: 'characters that need no escape',
    mayVary: true,
  },
};

const ofLinks = urlAspects.map(
  (aspect): Normalisation<string> => ({
    point: 'create.link.form',
    apply: (link) => normalUrl(link, [aspect]),
    ...linkForms[aspect],
  }),
);

/** By field: what may be done to its value, in this order. These and no others. */
export const normalisations = {
  tags: ofTags,
  c2Address: ofAddresses,
  referenceLink: ofLinks,
};

/** All that one set of answers does to a value. */
export function normalised<Value>(
  rows: readonly Normalisation<Value>[],
  value: Value,
  isDone: (row: Normalisation<Value>) => boolean,
): Value {
  return rows.reduce((one, row) => (isDone(row) ? row.apply(one) : one), value);
}
