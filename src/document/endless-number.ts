import type { Path } from './path.ts';

/**
 * The path of a number that JSON cannot represent, such as 1e400, which is parsed as Infinity. It would be
 * serialised as null.
 */
export function endlessNumber(value: unknown): Path | undefined {
  // Iterative: parsed values may nest deeper than the call stack.
  const waiting: Place[] = [{ value }];
  const visited = new Set<object>();
  for (let at = waiting.pop(); at; at = waiting.pop()) {
    if (typeof at.value === 'number' && !Number.isFinite(at.value)) return pathTo(at);
    if (typeof at.value !== 'object' || at.value === null || visited.has(at.value)) continue;
    visited.add(at.value);
    const isList = Array.isArray(at.value);
    for (const [key, inner] of Object.entries(at.value)) {
      waiting.push({ value: inner, key: isList ? Number(key) : key, within: at });
    }
  }
  return undefined;
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
