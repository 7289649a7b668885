import { type ServerResponse, STATUS_CODES } from 'node:http';

/** Marks responses of the proxy itself. */
const oursHeader = 'Abuse-Feed-Listen';

/** Responds in place of the target, with the API's error body (7), so that a client can show it. */
export function refuse(res: ServerResponse, status: number, sentence: string): void {
  const body = JSON.stringify({ error: sentence, successful: false });
  // The rest of the request is not read, so the connection cannot be reused.
  if (!res.req.complete) res.setHeader('Connection', 'close');
  // Set explicitly: the reason phrase of an unforwardable response may be set already.
  res.writeHead(status, STATUS_CODES[status], {
    'Content-Type': 'application/json',
    'Content-Length': Buffer.byteLength(body),
    [oursHeader]: status === 502 ? 'no-answer' : 'refused',
  });
  res.end(body);
}

const inTheTarget = 'as `ca` in the target file, or in ABUSE_FEED_CA';
const unknownAuthority = `its certificate authority is not trusted; give a file with the authority's certificate ${inTheTarget}`;

const notHttp = 'its response is not HTTP';

const reasons: { readonly [code: string]: string } = {
  ECONNREFUSED: 'the connection was refused',
  ECONNRESET: 'it closed the connection',
  EPIPE: 'it closed the connection',
  ENOTFOUND: 'its host name was not found',
  EAI_AGAIN: 'its host name cannot be resolved at the moment',
  ETIMEDOUT: 'the connection timed out',
  EHOSTUNREACH: 'there is no route to its host',
  ENETUNREACH: 'there is no route to its host',
  EPROTO: 'it does not speak TLS',
  DEPTH_ZERO_SELF_SIGNED_CERT: `its certificate is self-signed; give a file with it ${inTheTarget}`,
  SELF_SIGNED_CERT_IN_CHAIN: unknownAuthority,
  // Another authority with the same name.
  CERT_SIGNATURE_FAILURE: unknownAuthority,
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: unknownAuthority,
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: unknownAuthority,
  CERT_HAS_EXPIRED: 'its certificate has expired',
  ERR_INVALID_CHAR: notHttp,
  ERR_TLS_CERT_ALTNAME_INVALID: 'its certificate is for another name',
};

/** Why the target did not respond. */
export function whyNoAnswer(
  { code = '', message }: NodeJS.ErrnoException,
  origin: string,
  isReused: boolean,
): string {
  const isLost = isReused && (code === 'ECONNRESET' || code === 'EPIPE');
  const reason = code.startsWith('HPE_') ? notHttp : (reasons[code] ?? message);
  return `No response from ${origin}: ${isLost ? lost : reason}.`;
}

const lost =
  'it closed a kept-alive connection; it may have processed the request, so that is not retried';
