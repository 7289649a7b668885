import { createPrivateKey, X509Certificate } from 'node:crypto';

/** Key and certificate, as PEM. */
export interface TlsKeys {
  readonly key: string;
  readonly cert: string;
}

/** A certificate or key that cannot be used. */
export class TlsProblem extends Error {
  override readonly name = 'TlsProblem';
}

export async function checkTlsKeys(keys: TlsKeys): Promise<void> {
  // Loaded on demand: a server without TLS starts without it.
  const { createSecureContext } = await import('node:tls');
  const cert = parsed('certificate', () => new X509Certificate(keys.cert));
  const key = parsed('key', () => createPrivateKey(keys.key));
  if (!cert.checkPrivateKey(key)) {
    throw new TlsProblem('The key does not belong to the certificate. Give the matching key.');
  }
  parsed('certificate', () => createSecureContext({ ...keys }));
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
