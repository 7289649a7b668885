function nameOf(part: string): string {
  return part.split('=', 1)[0] as string;
}

/** The URL with each query parameter once: the first of its values, or the last. */
export function withoutRepeats(url: string, kept: 'first' | 'last'): string {
  const at = url.indexOf('?');
  if (at < 0) return url;
  const parts = url.slice(at + 1).split('&');
  const names = parts.map(nameOf);
  const isKept = (name: string, nth: number): boolean =>
    (kept === 'first' ? names.indexOf(name) : names.lastIndexOf(name)) === nth;
  return `${url.slice(0, at)}?${parts.filter((_, nth) => isKept(names[nth] as string, nth)).join('&')}`;
}
