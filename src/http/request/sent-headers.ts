/** The headers that matter before the body is read. */
export interface SentHeaders {
  /** All Authorization headers: more than one is an error. */
  readonly authorization: readonly string[];
  readonly prefer: string | undefined;
  /** Content-Length: 0 without a body, NaN where the length is unknown. */
  readonly bodyLength: number;
}

/** Read from the raw headers: `req.headers` drops all Authorization headers but the first. */
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
  // RFC 9110, 5.3: fields with the same name form one list.
  return { authorization, prefer: prefer.length > 0 ? prefer.join(', ') : undefined, bodyLength };
}

/** Compares lengths first: most names differ there. */
function is(name: string, wanted: string): boolean {
  return name.length === wanted.length && name.toLowerCase() === wanted;
}
