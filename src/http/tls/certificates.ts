import { generateKeyPair, randomBytes } from 'node:crypto';
import { isIP } from 'node:net';
import { promisify } from 'node:util';
import { onDemand } from '../on-demand.ts';

/** What a server shows, and what a client has to trust for it; all as PEM. */
export interface Certificates {
  readonly key: string;
  readonly cert: string;
  /** The authority that has vouched for the certificate. Its own key is forgotten once it has. */
  readonly ca: string;
}

type Forge = typeof import('node-forge');
type Extension = { readonly name: string; readonly [field: string]: unknown };

/** Loaded only where certificates are made. */
const loadForge = onDemand<{ readonly default: Forge }>('node-forge');

const day = 86_400_000;
const authorityName = [{ name: 'commonName', value: 'abuse-feed-kit, made for one run' }];
const ownName = [{ name: 'commonName', value: 'localhost' }];

/** A certificate for this machine and for the host that is listened on, by an authority of its own. */
export async function makeCertificates(host: string, now = Date.now()): Promise<Certificates> {
  const { pki, md } = (await loadForge()).default;
  const [authorityKeys, ownKeys] = await Promise.all([keys(), keys()]);
  const signing = pki.privateKeyFromPem(authorityKeys.privateKey);
  const certificate = (of: Keys, subject: typeof ownName, extensions: readonly Extension[]) => {
    const made = pki.createCertificate();
    made.publicKey = pki.publicKeyFromPem(of.publicKey);
    // RFC 5280, 4.1.2.2: positive, and unlike any other of the issuer.
    made.serialNumber = `01${randomBytes(15).toString('hex')}`;
    // Clocks differ by a little, and some clients take none that is valid for more than 398 days.
    made.validity.notBefore = new Date(now - day);
    made.validity.notAfter = new Date(now + 365 * day);
    made.setSubject(subject);
    made.setIssuer(authorityName);
    made.setExtensions([...extensions]);
    made.sign(signing, md.sha256.create());
    return pki.certificateToPem(made);
  };
  return {
    key: ownKeys.privateKey,
    cert: certificate(ownKeys, ownName, [
      { name: 'basicConstraints', cA: false, critical: true },
      { name: 'keyUsage', digitalSignature: true, keyEncipherment: true, critical: true },
      { name: 'extKeyUsage', serverAuth: true },
      { name: 'subjectAltName', altNames: namesFor(host) },
    ]),
    ca: certificate(authorityKeys, authorityName, [
      { name: 'basicConstraints', cA: true, pathLenConstraint: 0, critical: true },
      { name: 'keyUsage', keyCertSign: true, cRLSign: true, critical: true },
      { name: 'subjectKeyIdentifier' },
    ]),
  };
}

type Keys = Awaited<ReturnType<typeof keys>>;

/** Made by Node, many times faster than by code of JavaScript. */
const keys = () =>
  promisify(generateKeyPair)('rsa', {
    modulusLength: 2048,
    publicKeyEncoding: { type: 'spki', format: 'pem' },
    // What is read back, and read by everything.
    privateKeyEncoding: { type: 'pkcs1', format: 'pem' },
  });

/** RFC 5280, 4.2.1.6: a name is of type 2, an address of type 7. */
function namesFor(host: string): object[] {
  const bare = host.replace(/^\[|\]$/g, '');
  // Who listens on every address is called by the names of this machine.
  const own = /^(0\.0\.0\.0|::)?$/.test(bare) ? [] : [bare];
  const names = new Set(['localhost', '127.0.0.1', '::1', ...own]);
  return Array.from(names, (name) =>
    isIP(name) ? { type: 7, ip: name } : { type: 2, value: name },
  );
}
