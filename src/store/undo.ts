/** Sets or, without a value, deletes; returns how to take it back. */
export function put<K, V>(map: Map<K, V>, key: K, value: V | undefined): () => void {
  const before = map.get(key);
  if (value === undefined) map.delete(key);
  else map.set(key, value);
  return () => void put(map, key, before);
}

export function inReverse(steps: readonly (() => void)[]): void {
  for (const step of steps.toReversed()) step();
}
