/** The same value with other strings and, where that is said, with other keys. */
export function mapStrings<T>(
  value: T,
  text: (text: string) => string,
  key: (key: string) => string = (same) => same,
): T {
  if (typeof value === 'string') return text(value) as T;
  if (Array.isArray(value)) return value.map((one) => mapStrings(one, text, key)) as T;
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value).map(([name, one]) => [
    key(name),
    mapStrings(one, text, key),
  ]);
  return Object.fromEntries(entries) as T;
}
