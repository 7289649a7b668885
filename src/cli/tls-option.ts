import type { ServerOptions } from '../start-server.ts';
import type { Io } from './io.ts';
import { text, type ValuesOf } from './options.ts';
import { readOption } from './written.ts';

export const tlsOptions = {
  'tls-cert': text('FILE', 'serve HTTPS with this certificate, as PEM', { needs: 'tls-key' }),
  'tls-key': text('FILE', 'its key, as PEM', { needs: 'tls-cert' }),
};

/** The files of --tls-cert and --tls-key; undefined where neither is given. */
export function tlsFrom(
  values: ValuesOf<typeof tlsOptions>,
  io: Pick<Io, 'cwd'>,
): ServerOptions['tls'] {
  const { 'tls-cert': cert, 'tls-key': key } = values;
  if (cert === undefined || key === undefined) return undefined;
  return { cert: readOption('--tls-cert', cert, io), key: readOption('--tls-key', key, io) };
}
