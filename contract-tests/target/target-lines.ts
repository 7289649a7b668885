const escaped = (text: string): string => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');

/** The line of a key such as `tokens.limited[1].token` in YAML or JSON text, as far as it can be found. */
export const lineOf = (text: string, key: string): number | undefined => {
  let at = 0;
  let found = false;
  for (const segment of key.match(/[^.[\]]+/g) ?? []) {
    const index = /^\d+$/.test(segment) ? Number(segment) : undefined;
    const pattern =
      index === undefined
        ? new RegExp(`(^|[\\s{,"'-])${escaped(segment)}["']?\\s*:`, 'gm')
        : /^\s*-\s|\{/gm;
    pattern.lastIndex = at;
    let match = pattern.exec(text);
    for (let skip = index ?? 0; match && skip > 0; skip -= 1) match = pattern.exec(text);
    if (!match) break;
    found = true;
    // Up to the end of what matched, so that a key inside `- { … }` is found on its line.
    at = match.index + match[0].length - (index === undefined ? 0 : 1);
  }
  if (!found) return undefined;
  return text.slice(0, at).split('\n').length;
};
