import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import type { ServerOptions } from '../start-server.ts';
import type { Io } from './io.ts';
import { flags, texts, UsageError, type ValuesOf } from './options.ts';

export const tlsOptions = { ...flags('tls'), ...texts('tls-cert', 'tls-key') };

/** --tls, --tls-cert and --tls-key combined; undefined where none is given. */
export function tlsFrom(
  values: ValuesOf<typeof tlsOptions>,
  { cwd }: Pick<Io, 'cwd'>,
): ServerOptions['tls'] {
  const { tls, 'tls-cert': cert, 'tls-key': key } = values;
  if (cert === undefined && key === undefined) return tls;
  if (cert === undefined || key === undefined) {
    const missing = cert === undefined ? '--tls-cert' : '--tls-key';
    throw new UsageError(`${missing} is missing. A certificate and its key go together.`);
  }
  const read = (file: string, option: string): string => {
    try {
      return readFileSync(resolve(cwd, file), 'utf8');
    } catch (error) {
      const { code } = error as NodeJS.ErrnoException;
      throw new UsageError(`${option} is "${file}", which cannot be read (${code}).`);
    }
  };
  return { cert: read(cert, '--tls-cert'), key: read(key, '--tls-key') };
}
