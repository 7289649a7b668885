import { randomInt, randomUUID } from 'node:crypto';
import type { Draft } from '../requests/draft.ts';
import { madeUpHash } from '../requests/made-up.ts';

/** One variation of a draft; other fields stay as the target file sets them. */
export interface Variation {
  /** Identifies the variation: one that was refused is not tried again. */
  readonly name: string;
  readonly change: (draft: Draft) => Draft;
}

/**
 * The values of one feature, by class. The first value represents its class; the others replace it if it is
 * refused, and are each tried once.
 */
export type Feature = { readonly [valueClass: string]: readonly Variation[] };

function variation(name: string, change: (draft: Draft) => Partial<Draft>): Variation {
  return {
    name,
    change: (draft) => ({ ...draft, ...change(draft) }),
  };
}

const unchanged: readonly Variation[] = [{ name: 'as usual', change: (draft) => draft }];

function hostOf(address: string): string {
  return address.slice(0, address.lastIndexOf(':'));
}

function portOf(address: string): string {
  return address.slice(address.lastIndexOf(':') + 1);
}

function host(name: string, make: () => string): Variation {
  return variation(`host ${name}`, ({ c2Address }) => ({
    c2Address: `${make()}:${portOf(c2Address)}`,
  }));
}

function named(): string {
  return `c2-${randomUUID().slice(0, 8)}.abuse-feed-kit.example`;
}

function byte(): number {
  return randomInt(1, 255);
}

/** 2.1 requires a host; which kinds are accepted is open. */
export const hosts: Feature = {
  'as usual': unchanged,
  IPv4: [host('IPv4', () => `198.51.${byte()}.${byte()}`)],
  IPv6: [host('IPv6', () => `[2001:db8::${randomInt(4096, 65_536).toString(16)}]`)],
  odd: [
    host('odd', () => `3com.under_score.xn--bcher-kva.${'l'.repeat(60)}.${named()}`),
    // 253 characters, the most of a name; with its port it is longer than a column of 255.
    host('longest', () => `${`${'l'.repeat(60)}.`.repeat(3)}${named().padStart(70, 'l')}`),
    host('with digits', () => `www.3com.${named()}`),
    host('underscore', () => `under_score.${named()}`),
    host('punycode', () => `xn--bcher-kva.${named()}`),
    host('upper case', () => `C2-${named()}`),
    host('of one label', () => `c2${randomUUID().slice(0, 8)}`),
    host('absolute', () => `${named()}.`),
  ],
};

function port(number: number): Variation {
  return variation(`port ${number}`, ({ c2Address }) => ({
    c2Address: `${hostOf(c2Address)}:${number}`,
  }));
}

export const ports: Feature = {
  'as usual': unchanged,
  low: [1, 80].map(port),
  middle: [443, 8080].map(port),
  high: [65_535, 10_000].map(port),
};

function link(name: string, make: (usual: string) => string): Variation {
  return variation(`link ${name}`, ({ referenceLink }) => ({ referenceLink: make(referenceLink) }));
}

/** Appending to the usual link keeps its host and hash, which a target may require. */
function behind(name: string, rest: string): Variation {
  return link(name, (usual) => usual + rest);
}

function moved(name: string, change: (url: URL) => void): Variation {
  return link(name, (usual) => {
    if (!URL.canParse(usual)) return usual;
    const url = new URL(usual);
    change(url);
    return url.href;
  });
}

export const links: Feature = {
  'as usual': unchanged,
  query: [behind('query', '?view=full&lang=en'), behind('empty value', '?view=&lang=en')],
  parts: [
    moved('port, path and fragment', (url) => {
      url.port = '8443';
      url.pathname += '/View/';
      url.hash = 'Summary';
    }),
    behind('fragment', '#summary'),
    behind('slash', '/'),
    moved('port', (url) => {
      url.port = '8443';
    }),
    link('http', (usual) => usual.replace(/^https:/, 'http:')),
    link('default port', (usual) => usual.replace(/^https:\/\/[\w.-]+/, '$&:443')),
    behind('no query', '?'),
    behind('no fragment', '#'),
    behind('campaign', '?utm_source=feed&fbclid=x&id=1'),
  ],
  escaped: [
    behind('escaped', '?q=a+b%20c%2Bd%26e&x=%25;y=(1),*!~'),
    behind('plus', '?q=a+b'),
    behind('percent', '/a%20b%2Fc%C3%A9'),
    behind('signs', "/it's;v=1,2/@a:b"),
    behind('dots and no name', '/a/../b/./c//d'),
    behind('small escapes', '?q=%2b%c3%a9'),
    link('user', (usual) => usual.replace('://', '://user@')),
  ],
  long: [
    behind('of 2200', `?page=${'x'.repeat(2100)}`),
    behind('of 1100', `?page=${'x'.repeat(1000)}`),
    behind('of 300', `?page=${'x'.repeat(220)}`),
  ],
};

function score(confidenceScore: number): Variation {
  return variation(`score ${confidenceScore}`, () => ({ confidenceScore }));
}

/** The range is open (2.1): a value outside it is refused, and another of its class is tried. */
export const scores: Feature = {
  'as usual': unchanged,
  low: [0, 1, -1].map(score),
  middle: [42, 2, 7, 73].map(score),
  high: [100, 10, 5, 256, 65_536, 2_147_483_648, 99].map(score),
};

function hash(name: string, make: () => string): Variation {
  return variation(`hash ${name}`, ({ referenceLink, file256Hash }) => {
    const made = make();
    return { file256Hash: made, referenceLink: referenceLink.replaceAll(file256Hash, made) };
  });
}

function digits(length: number): string {
  return madeUpHash().replace(/[a-f]/g, '7').slice(0, length);
}

/** Hashes that careless parsers take for numbers. */
export const hashes: Feature = {
  'as usual': unchanged,
  'like a number': [
    hash('of digits', () => `00${digits(62)}`),
    hash('with one e', () => `${digits(30)}e${digits(33)}`),
    hash('of letters', () => madeUpHash().replace(/\d/g, 'c')),
  ],
};
