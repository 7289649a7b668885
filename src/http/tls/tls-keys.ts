import { createPrivateKey, X509Certificate } from 'node:crypto';
import { described } from '../../values/described.ts';

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
  for (const [name, pem] of Object.entries({ cert: keys.cert, key: keys.key }))
    mustBePem(name, pem);
  const cert = parsed('certificate', () => new X509Certificate(keys.cert));
  const key = parsed('key', () => createPrivateKey(keys.key));
  if (!cert.checkPrivateKey(key)) {
    throw new TlsProblem('The key does not belong to the certificate. Give the matching key.');
  }
  parsed('certificate', () => createSecureContext({ ...keys }));
}

/** What it is instead is not shown: it may be a secret. */
function mustBePem(name: string, pem: unknown): void {
  if (typeof pem === 'string' && pem.includes('-----BEGIN')) return;
  const found = typeof pem === 'string' ? 'no PEM' : described(pem);
  throw new TlsProblem(`tls.${name} is ${found}; expected the text of a PEM file, not its path.`);
}

function parsed<T>(what: string, read: () => T): T {
  try {
    return read();
  } catch (error) {
    throw new TlsProblem(
      `The ${what} cannot be used: ${(error as Error).message}. Give another, as PEM.`,
    );
  }
}
