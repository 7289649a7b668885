import type { ServerOptions } from '../start-server.ts';
import type { Io } from './io.ts';
import { flags, texts, UsageError, type ValuesOf } from './options.ts';
import { readOption } from './written.ts';

export const tlsOptions = { ...flags('tls'), ...texts('tls-cert', 'tls-key') };

/** --tls, --tls-cert and --tls-key combined; undefined where none is given. */
export function tlsFrom(
  values: ValuesOf<typeof tlsOptions>,
  io: Pick<Io, 'cwd'>,
): ServerOptions['tls'] {
  const { tls, 'tls-cert': cert, 'tls-key': key } = values;
  if (cert === undefined && key === undefined) return tls;
  if (cert === undefined || key === undefined) {
    const missing = cert === undefined ? '--tls-cert' : '--tls-key';
    throw new UsageError(`${missing} is missing. A certificate and its key go together.`);
  }
  return { cert: readOption('--tls-cert', cert, io), key: readOption('--tls-key', key, io) };
}
