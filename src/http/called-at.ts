import type { Request } from 'express';
import { isLoopback } from '../net/host.ts';

/** A name or an address, and a port; nothing that would say something else inside a URL. */
const hostForm = /^([A-Za-z0-9_.-]{1,253}|\[[0-9A-Fa-f:.]{2,45}\])(:[0-9]{1,5})?$/;
const prefixForm = /^(\/[\w.~-]{1,100}){1,10}$/;

/** The URL of this server, or of a world of it, by the name that the caller knows it by. */
export const calledAt = (req: Request): string => `${serverAt(req)}${req.context.baseUrl}`;

/** The URL of this server: as it was told, as a proxy on this machine says, or as it was called. */
export function serverAt(req: Request): string {
  const { publicUrl } = req.context.server;
  if (publicUrl !== undefined) return publicUrl;
  const { proto, host, prefix } = forwarded(req);
  const called = host ?? req.headers.host ?? '';
  const name = hostForm.test(called) ? called : ownAddress(req);
  return `${proto ?? req.protocol}://${name}${prefix ?? ''}`;
}

/** What a proxy was asked for, by the headers that all of them have; anybody else could write them, too. */
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
