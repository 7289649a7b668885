import { type ServerResponse, STATUS_CODES } from 'node:http';

/** Names answers that were made here and not by the target. */
const oursHeader = 'Abuse-Feed-Listen';

/** Answers in place of the target, in the API's own error body (7), so that a client can show it. */
export function refuse(res: ServerResponse, status: number, sentence: string): void {
  const body = JSON.stringify({ error: sentence, successful: false });
  // What is left of the request is not read, so the connection cannot be used again.
  if (!res.req.complete) res.setHeader('Connection', 'close');
  // Named, since the words of an answer that cannot be passed on may be set already.
  res.writeHead(status, STATUS_CODES[status], {
    'Content-Type': 'application/json',
    'Content-Length': Buffer.byteLength(body),
    [oursHeader]: status === 502 ? 'no-answer' : 'refused',
  });
  res.end(body);
}

const inTheTarget = 'as `ca` in the target file, or in ABUSE_FEED_CA';
const unknownAuthority = `its certificate is of an authority that is not trusted; name a file with the certificate of that authority ${inTheTarget}`;

const notHttp = 'it does not answer in HTTP';

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
  ERR_INVALID_CHAR: notHttp,
  ERR_TLS_CERT_ALTNAME_INVALID: 'its certificate is for another name',
};

/** Why no answer came from the target, for a person. */
export function whyNoAnswer(
  { code = '', message }: NodeJS.ErrnoException,
  origin: string,
  isReused: boolean,
): string {
  const isLost = isReused && (code === 'ECONNRESET' || code === 'EPIPE');
  const reason = code.startsWith('HPE_') ? notHttp : (reasons[code] ?? message);
  return `No answer came from ${origin}: ${isLost ? lost : reason}.`;
}

const lost =
  'it closed a connection that it had kept open; whether it has read the request is not known, so it is not sent again';
