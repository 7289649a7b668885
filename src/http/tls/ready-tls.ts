import { createPrivateKey, X509Certificate } from 'node:crypto';
import { createSecureContext } from 'node:tls';
import type { TlsKeys } from '../listener.ts';
import { type AuthorityFile, writeAuthority } from './authority-file.ts';
import { type Certificates, makeCertificates } from './certificates.ts';
import { TlsProblem } from './tls-problem.ts';

/** What a server needs to speak TLS. */
export interface ReadyTls {
  readonly keys: TlsKeys;
  /** Where the authority is that clients have to trust; undefined where the certificate was given. */
  readonly caFile?: string;
  /** Removes what was written. */
  end(): Promise<void>;
}

/** Making keys takes its time, so the servers of one process share what they show. */
const made = new Map<string, Promise<Certificates>>();

function certificatesFor(host: string): Promise<Certificates> {
  const making = made.get(host) ?? makeCertificates(host);
  made.set(host, making);
  // What failed, such as for want of file handles, is tried again.
  making.catch(() => made.delete(host));
  return making;
}

export async function readyTls(asked: true | TlsKeys, host: string): Promise<ReadyTls> {
  if (asked !== true) return { keys: checked(asked), end: async () => {} };
  const { ca, ...keys } = await certificatesFor(host);
  const file: AuthorityFile = await writeAuthority(ca);
  return { keys, caFile: file.path, end: () => file.remove() };
}

function checked(keys: TlsKeys): TlsKeys {
  const cert = parsed('certificate', () => new X509Certificate(keys.cert));
  const key = parsed('key', () => createPrivateKey(keys.key));
  if (!cert.checkPrivateKey(key)) {
    throw new TlsProblem(
      'The key does not belong to the certificate. Give the one it was made with.',
    );
  }
  parsed('certificate', () => createSecureContext({ ...keys }));
  return keys;
}

function parsed<T>(what: string, read: () => T): T {
  try {
    return read();
  } catch (error) {
    throw new TlsProblem(
      `The ${what} cannot be used: ${(error as Error).message}. Give it as PEM: the text of a file, not its path.`,
    );
  }
}
