/** 4.10 comes after 4.9; the introduction comes first. */
export function bySection(a: string, b: string): number {
  return a.localeCompare(b, 'en', { numeric: true });
}
