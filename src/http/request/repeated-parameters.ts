function nameOf(part: string): string {
  return part.split('=', 1)[0] as string;
}

/** The URL with each query parameter once: the first of its values, or the last. */
export function withoutRepeats(url: string, kept: 'first' | 'last'): string {
  const at = url.indexOf('?');
  if (at < 0) return url;
  const parts = url.slice(at + 1).split('&');
  const named = new Map<string, number>();
  for (const [nth, part] of parts.entries())
    if (kept === 'last' || !named.has(nameOf(part))) named.set(nameOf(part), nth);
  const query = parts.filter((part, nth) => named.get(nameOf(part)) === nth).join('&');
  return `${url.slice(0, at)}?${query}`;
}
