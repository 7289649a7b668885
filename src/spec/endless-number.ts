import type { Path } from './lines.ts';

/**
 * Where a value holds a number that JSON has no word for, such as what 1e400 is read as. It would be
 * written as null, and be that for ever.
 */
export function endlessNumber(value: unknown): Path | undefined {
  if (!mayBeEndless(value, 50)) return undefined;
  // No recursion: what can be parsed may nest deeper than calls can.
  const waiting: Place[] = [{ value }];
  const met = new Set<object>();
  for (let at = waiting.pop(); at; at = waiting.pop()) {
    if (typeof at.value === 'number' && !Number.isFinite(at.value)) return pathTo(at);
    if (typeof at.value !== 'object' || at.value === null || met.has(at.value)) continue;
    met.add(at.value);
    const isList = Array.isArray(at.value);
    for (const [key, inner] of Object.entries(at.value)) {
      waiting.push({ value: inner, key: isList ? Number(key) : key, within: at });
    }
  }
  return undefined;
}

/** True as well where it is not known, because that lies too deep. It costs little, unlike the paths. */
function mayBeEndless(value: unknown, depth: number): boolean {
  if (typeof value === 'number') return !Number.isFinite(value);
  if (typeof value !== 'object' || value === null) return false;
  if (depth === 0) return true;
  if (Array.isArray(value)) return value.some((one) => mayBeEndless(one, depth - 1));
  for (const key in value) {
    if (mayBeEndless(value[key as keyof typeof value], depth - 1)) return true;
  }
  return false;
}

interface Place {
  readonly value: unknown;
  readonly key?: string | number;
  readonly within?: Place;
}

function pathTo(place: Place): Path {
  const path: (string | number)[] = [];
  for (let at: Place | undefined = place; at?.key !== undefined; at = at.within) path.push(at.key);
  return path.reverse();
}
