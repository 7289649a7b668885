/** Names answers that were made here and not by the target. */
export const oursHeader = 'Abuse-Feed-Listen';

/** The API's own error body (7), so that a client can show it. */
export const errorBody = (error: string): string => JSON.stringify({ error, successful: false });

/** A whole answer for a connection that nobody else writes to. */
export function refusal(sentence: string): string {
  const body = errorBody(sentence);
  return [
    'HTTP/1.1 501 Not Implemented',
    'Content-Type: application/json',
    `Content-Length: ${Buffer.byteLength(body)}`,
    `${oursHeader}: refused`,
    'Connection: close',
    '',
    body,
  ].join('\r\n');
}

const inTheTarget = 'as `ca` in the target file, or in ABUSE_FEED_CA';
const unknownAuthority = `its certificate is of an authority that is not trusted; name a file with the certificate of that authority ${inTheTarget}`;

const reasons: { readonly [code: string]: string } = {
  ECONNREFUSED: 'the connection was refused',
  ECONNRESET: 'it hung up',
  EPIPE: 'it hung up',
  ENOTFOUND: 'its host name was not found',
  EAI_AGAIN: 'its host name cannot be looked up now',
  ETIMEDOUT: 'no connection came about in time',
  EHOSTUNREACH: 'there is no route to its host',
  ENETUNREACH: 'there is no route to its host',
  EPROTO: 'it does not speak TLS',
  DEPTH_ZERO_SELF_SIGNED_CERT: `its certificate is signed by itself; name a file with it ${inTheTarget}`,
  SELF_SIGNED_CERT_IN_CHAIN: unknownAuthority,
  // Another authority of the same name.
  CERT_SIGNATURE_FAILURE: unknownAuthority,
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: unknownAuthority,
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: unknownAuthority,
  CERT_HAS_EXPIRED: 'its certificate has expired',
  ERR_TLS_CERT_ALTNAME_INVALID: 'its certificate is for another name',
};

/** Why no answer came from the target, for a person. */
export function whyNoAnswer(error: NodeJS.ErrnoException, origin: string): string {
  const reason = reasons[error.code ?? ''] ?? error.message;
  return `No answer came from ${origin}: ${reason}.`;
}
