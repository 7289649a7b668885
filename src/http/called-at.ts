import type { Request } from 'express';

/** A host name or address with an optional port; rejects anything with another meaning inside a URL. */
const hostForm = /^([A-Za-z0-9_.-]{1,253}|\[[0-9A-Fa-f:.]{2,45}\])(:[0-9]{1,5})?$/;

/** The base URL of this server, or of one of its worlds, as the caller sees it. */
export function calledAt(req: Request): string {
  return `${serverAt(req)}${req.context.baseUrl}`;
}

/** The base URL: as configured, or from the Host header. */
export function serverAt(req: Request): string {
  const { publicUrl } = req.context.server;
  if (publicUrl !== undefined) return publicUrl;
  const called = req.headers.host ?? '';
  return `${req.protocol}://${hostForm.test(called) ? called : ownAddress(req)}`;
}

function ownAddress({ socket: { localAddress = '127.0.0.1', localPort = 80 } }: Request): string {
  return `${localAddress.includes(':') ? `[${localAddress}]` : localAddress}:${localPort}`;
}
