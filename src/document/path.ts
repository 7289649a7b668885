/** The position of a value in a document: keys of maps, and indices of lists. */
export type Path = readonly (string | number)[];

/** Formats a path: `tokens.limited[1].token`. */
export function keyOf(path: Path): string {
  return path.reduce<string>(
    (key, step) =>
      typeof step === 'number' ? `${key}[${step}]` : key === '' ? step : `${key}.${step}`,
    '',
  );
}

/** Parses a formatted path, where no key contains a dot. */
export function pathOf(key: string): Path {
  return (key.match(/[^.[\]]+/g) ?? []).map((step) => (/^\d+$/.test(step) ? Number(step) : step));
}

/** A JSON pointer as a path. Keys and indices look alike in it, so the value decides. */
export function pathIn(value: unknown, pointer: string): Path {
  let at = value;
  return pointer
    .split('/')
    .slice(1)
    .map((escaped) => {
      const key = escaped.replaceAll('~1', '/').replaceAll('~0', '~');
      const step = Array.isArray(at) ? Number(key) : key;
      at = (at as { readonly [key: string]: unknown })[key];
      return step;
    });
}
