const token = /("(?:[^"\\\n]|\\.)*("?)(:?))|'[^'"\n]*'|[\w.-]+/g;
const value = /^(-?\d+(\.\d+)?|true|false|null)$/;
type Kind = 'key' | 'string' | 'value' | undefined;

/** Splits JSON, and code in any language, into tokens to colour. */
export function codeTokens(code: string): [text: string, kind: Kind][] {
  const tokens: [string, Kind][] = [];
  let done = 0;
  const add = (until: number, kind: Kind): void => {
    if (until > done) tokens.push([code.slice(done, until), kind]);
    done = Math.max(until, done);
  };
  for (const { 0: text, 1: quoted, 2: end, 3: colon, index } of code.matchAll(token)) {
    // What no quote ends is no string.
    if (quoted !== undefined && !end) continue;
    const isString = quoted !== undefined || text.startsWith("'");
    if (!isString && !value.test(text)) continue;
    add(index, undefined);
    if (colon) add(index + text.length - 1, 'key');
    else add(index + text.length, isString ? 'string' : 'value');
  }
  add(code.length, undefined);
  return tokens;
}
