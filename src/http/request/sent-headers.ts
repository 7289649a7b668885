/** The headers that decide what becomes of a request before its body is read. */
export interface SentHeaders {
  /** Every Authorization header there is: more than one is a mistake. */
  readonly authorization: readonly string[];
  readonly prefer: string | undefined;
  /** Bytes of the body: 0 where none was announced, NaN where its length was not told. */
  readonly bodyLength: number;
}

/** Reads them from the raw ones: `req.headers` drops all Authorization headers but the first. */
export function sentHeaders(rawHeaders: readonly string[]): SentHeaders {
  const authorization: string[] = [];
  const prefer: string[] = [];
  let bodyLength = 0;
  for (let i = 0; i < rawHeaders.length; i += 2) {
    const name = rawHeaders[i] as string;
    const value = rawHeaders[i + 1] as string;
    if (is(name, 'authorization')) authorization.push(value);
    else if (is(name, 'content-length')) bodyLength = Number(value);
    else if (is(name, 'transfer-encoding')) bodyLength = Number.NaN;
    else if (is(name, 'prefer')) prefer.push(value);
  }
  // RFC 9110, 5.3: fields of one name are one list.
  return { authorization, prefer: prefer.length > 0 ? prefer.join(', ') : undefined, bodyLength };
}

/** Most names differ in length already. */
const is = (name: string, wanted: string): boolean =>
  name.length === wanted.length && name.toLowerCase() === wanted;
