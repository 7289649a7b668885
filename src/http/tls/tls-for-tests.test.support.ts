import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

function fileOf(name: string): string {
  return fileURLToPath(new URL(`./tls-for-tests/${name}.pem`, import.meta.url));
}

/** Vouches for the certificate below, and for nothing else: its key does not exist any more. */
export const authorityFile = fileOf('authority');
export const authority = readFileSync(authorityFile, 'utf8');

/** For localhost, 127.0.0.1 and ::1. */
export const tls = {
  cert: readFileSync(fileOf('server'), 'utf8'),
  key: readFileSync(fileOf('server-key'), 'utf8'),
};
