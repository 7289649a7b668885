import type { Answer } from '../spec/open-point.ts';
import { type Dialect, dialectOf } from './dialect.ts';
import { openPoints } from './open-points.generated.ts';

/** A dialect by dice. The same seed gives the same dialect on every machine. */
export function randomDialect(seed: number): Dialect {
  const next = dice(seed);
  const answers = openPoints.map((point): [string, Answer] => {
    const differs = next() < 0.5;
    const pick = Math.floor(next() * point.alternatives.length);
    return [point.id, differs ? (point.alternatives[pick] as Answer) : point.default];
  });
  return dialectOf(Object.fromEntries(answers));
}

/** Mulberry32: small, and the same everywhere, unlike Math.random. From 0 up to, and without, 1. */
export function dice(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = state;
    mixed = Math.imul(mixed ^ (mixed >>> 15), mixed | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}
