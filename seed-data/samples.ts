/** A portable pseudo-random generator (linear congruential). */
function numbersFrom(seed: number): (below: number) => number {
  let state = seed >>> 0;
  return (below) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    // The low bits of such a generator have a short period.
    return Math.floor((state / 2 ** 32) * below);
  };
}

const times = <T>(count: number, make: (index: number) => T): T[] =>
  Array.from({ length: count }, (_, index) => make(index));

const text = (lines: readonly string[]): Uint8Array => Buffer.from(`${lines.join('\n')}\n`);

const words =
  'amber basket candle daisy ember fennel garden harbour island juniper kettle lantern meadow nutmeg orchard pebble quilt river saddle thistle umbrella violet willow yarrow'.split(
    ' ',
  );
const pick = (next: (below: number) => number): string => words[next(words.length)] as string;

const noise = (seed: number, size: number): Uint8Array => {
  const next = numbersFrom(seed);
  return Uint8Array.from(times(size, () => next(256)));
};

function script(): Uint8Array {
  const next = numbersFrom(11);
  const echo = () => `echo "${times(2 + next(5), () => pick(next)).join(' ')}"`;
  return text(['#!/bin/sh', '# Prints words and does nothing else.', ...times(90, echo)]);
}

function settings(): Uint8Array {
  const next = numbersFrom(12);
  const rooms = times(40, (n) => ({
    room: `${pick(next)}-${n}`,
    lamps: next(12),
    colour: pick(next),
    dimmed: next(2) === 1,
  }));
  return text([JSON.stringify({ title: 'Lamps of an imaginary house', rooms }, null, 1)]);
}

function inventory(): Uint8Array {
  const next = numbersFrom(13);
  const row = (n: number) => [n + 1, pick(next), pick(next), next(500), next(9000) / 100].join(',');
  return text(['number,item,shelf,count,weight', ...times(180, row)]);
}

function accessLog(): Uint8Array {
  const next = numbersFrom(14);
  const line = () =>
    `203.0.113.${1 + next(254)} - - "GET /${pick(next)}/${pick(next)} HTTP/1.1" 200 ${next(9999)}`;
  return text(times(160, line));
}

function note(): Uint8Array {
  const next = numbersFrom(15);
  return text(times(36, () => `${times(9, () => pick(next)).join(' ')}.`));
}

function picture(): Uint8Array {
  const next = numbersFrom(16);
  const row = () => times(16, () => next(256)).join(' ');
  return text(['P2', '16 64', '255', ...times(64, row)]);
}

function tiles(): Uint8Array {
  const header = Buffer.from('TILEMAP\0\u0001\0\u0060\0\u0040\0');
  return Buffer.concat([header, noise(17, 96 * 64)]);
}

/** Similar enough for their fuzzy hashes to show it. */
function noiseWithScratches(): Uint8Array {
  const bytes = noise(18, 12_000);
  for (const at of [2_500, 6_000, 9_500]) bytes.fill(0, at, at + 24);
  return bytes;
}

/** Harmless files of several kinds, by name. The bytes are always the same. */
export const makeSamples = (): Map<string, Uint8Array> =>
  new Map([
    ['say-words.sh', script()],
    ['lamps.conf', settings()],
    ['inventory.csv', inventory()],
    ['access.log', accessLog()],
    ['delivery note.txt', note()],
    ['grey.pgm', picture()],
    ['tiles.bin', tiles()],
    ['noise.bin', noise(18, 12_000)],
    ['noise-scratched.bin', noiseWithScratches()],
  ]);
