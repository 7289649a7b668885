import type { ServerOptions } from '../start-server.ts';
import type { Io } from './io.ts';
import { texts, UsageError, type ValuesOf } from './options.ts';
import { readOption } from './written.ts';

export const tlsOptions = texts('tls-cert', 'tls-key');

/** The files of --tls-cert and --tls-key; undefined where neither is given. */
export function tlsFrom(
  values: ValuesOf<typeof tlsOptions>,
  io: Pick<Io, 'cwd'>,
): ServerOptions['tls'] {
  const { 'tls-cert': cert, 'tls-key': key } = values;
  if (cert === undefined && key === undefined) return undefined;
  if (cert === undefined || key === undefined) {
    const missing = cert === undefined ? '--tls-cert' : '--tls-key';
    throw new UsageError(`${missing} is missing. A certificate and its key go together.`);
  }
  return { cert: readOption('--tls-cert', cert, io), key: readOption('--tls-key', key, io) };
}
