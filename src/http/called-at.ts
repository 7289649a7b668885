import type { Request } from 'express';

/** A name or an address, and a port; nothing that would say something else inside a URL. */
const hostForm = /^([A-Za-z0-9_.-]{1,253}|\[[0-9A-Fa-f:.]{2,45}\])(:[0-9]{1,5})?$/;

/** The URL of this server, or of a world of it, by the name that the caller knows it by. */
export function calledAt(req: Request): string {
  const { host = '' } = req.headers;
  return `${req.protocol}://${hostForm.test(host) ? host : ownAddress(req)}${req.context.baseUrl}`;
}

function ownAddress({ socket: { localAddress = '127.0.0.1', localPort = 80 } }: Request): string {
  return `${localAddress.includes(':') ? `[${localAddress}]` : localAddress}:${localPort}`;
}
