import type { Request } from 'express';
import { isLoopback } from './host.ts';

/** A host name or address with an optional port; rejects anything with another meaning inside a URL. */
const hostForm = /^([A-Za-z0-9_.-]{1,253}|\[[0-9A-Fa-f:.]{2,45}\])(:[0-9]{1,5})?$/;
const prefixForm = /^(\/[\w.~-]{1,100}){1,10}$/;

/** The base URL of this server, or of one of its worlds, as the caller sees it. */
export const calledAt = (req: Request): string => `${serverAt(req)}${req.context.baseUrl}`;

/** The base URL: as configured, as forwarded by a proxy on this machine, or from the Host header. */
export function serverAt(req: Request): string {
  const { publicUrl } = req.context.server;
  if (publicUrl !== undefined) return publicUrl;
  const { proto, host, prefix } = forwarded(req);
  const called = host ?? req.headers.host ?? '';
  const name = hostForm.test(called) ? called : ownAddress(req);
  return `${proto ?? req.protocol}://${name}${prefix ?? ''}`;
}

/** The X-Forwarded headers. Ignored unless the peer is local: any client could send them. */
function forwarded(req: Request): { readonly [part: string]: string | undefined } {
  const { remoteAddress = '' } = req.socket;
  if (!isLoopback(remoteAddress.replace(/^::ffff:/, ''))) return {};
  const first = (name: string, form: RegExp) => {
    const value = req.get(`X-Forwarded-${name}`)?.split(',', 1)[0]?.trim();
    return value !== undefined && form.test(value) ? value : undefined;
  };
  return {
    proto: first('Proto', /^https?$/),
    host: first('Host', hostForm),
    prefix: first('Prefix', prefixForm),
  };
}

function ownAddress({ socket: { localAddress = '127.0.0.1', localPort = 80 } }: Request): string {
  return `${localAddress.includes(':') ? `[${localAddress}]` : localAddress}:${localPort}`;
}
