/** Headers that are about one connection and not about the message (RFC 9110, 7.6.1). */
const ofOneConnection = new Set([
  'connection',
  'keep-alive',
  'proxy-connection',
  'te',
  'transfer-encoding',
  'upgrade',
]);

/**
 * What `Connection` must not name (RFC 9110, 7.6.1), and cannot take away: without its length a body would be
 * read as the next request.
 */
const ofTheMessage = new Set(['authorization', 'content-length', 'host']);

/** Names and values in turn, in the order, the case and the number in which they came. */
export type RawHeaders = readonly string[];

/** What goes on to the next connection. */
export function endToEnd(raw: RawHeaders): string[] {
  const named = namedByConnection(raw);
  const kept: string[] = [];
  for (let i = 0; i < raw.length; i += 2) {
    const name = (raw[i] as string).toLowerCase();
    if (ofOneConnection.has(name)) continue;
    if (named?.has(name) && !ofTheMessage.has(name)) continue;
    kept.push(raw[i] as string, raw[i + 1] as string);
  }
  return kept;
}

function namedByConnection(raw: RawHeaders): Set<string> | undefined {
  let named: Set<string> | undefined;
  for (let i = 0; i < raw.length; i += 2) {
    const name = raw[i] as string;
    if (name.length !== 10 || name.toLowerCase() !== 'connection') continue;
    const value = (raw[i + 1] as string).toLowerCase();
    if (value === 'keep-alive' || value === 'close') continue;
    named ??= new Set();
    for (const part of value.split(',')) named.add(part.trim());
  }
  return named;
}

export function has(raw: RawHeaders, name: string): boolean {
  for (let i = 0; i < raw.length; i += 2)
    if ((raw[i] as string).length === name.length && (raw[i] as string).toLowerCase() === name)
      return true;
  return false;
}
