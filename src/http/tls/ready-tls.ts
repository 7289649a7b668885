import { createPrivateKey, X509Certificate } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createSecureContext } from 'node:tls';
import type { TlsKeys } from '../listener.ts';
import { type Certificates, makeCertificates } from './certificates.ts';
import { TlsProblem } from './tls-problem.ts';

/** The TLS configuration of a server. */
export interface ReadyTls {
  readonly keys: TlsKeys;
  /** The authority file for clients to trust; undefined where the user gave a certificate. */
  readonly caFile?: string;
  /** Removes the files written. */
  end(): Promise<void>;
}

/** Shared by all servers of a process: a client that trusts one trusts all. */
const made = new Map<string, Certificates>();

function certificatesFor(host: string): Certificates {
  const certificates = made.get(host) ?? makeCertificates(host);
  made.set(host, certificates);
  return certificates;
}

export async function readyTls(asked: true | TlsKeys, host: string): Promise<ReadyTls> {
  if (asked !== true) return { keys: checked(asked), end: async () => {} };
  const { ca, ...keys } = certificatesFor(host);
  // Only this user can access the folder.
  const folder = await mkdtemp(join(tmpdir(), 'abuse-feed-tls-'));
  const caFile = join(folder, 'ca.pem');
  await writeFile(caFile, ca, { mode: 0o600 });
  return { keys, caFile, end: () => rm(folder, { recursive: true, force: true }) };
}

function checked(keys: TlsKeys): TlsKeys {
  const cert = parsed('certificate', () => new X509Certificate(keys.cert));
  const key = parsed('key', () => createPrivateKey(keys.key));
  if (!cert.checkPrivateKey(key)) {
    throw new TlsProblem('The key does not belong to the certificate. Give the matching key.');
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
