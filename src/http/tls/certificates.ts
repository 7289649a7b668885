import { createHash, generateKeyPairSync, type KeyObject, randomBytes, sign } from 'node:crypto';
import { isIP, SocketAddress } from 'node:net';

/** The server's key and certificate, and the authority that clients have to trust; all as PEM. */
export interface Certificates {
  readonly key: string;
  readonly cert: string;
  /** The issuing authority. Its key is discarded after use. */
  readonly ca: string;
}

const day = 86_400_000;
const authorityName = 'abuse-feed-kit, made for one run';

/** A certificate for this machine and the host listened on, from a new authority. */
export function makeCertificates(host: string, now = Date.now()): Certificates {
  const [authority, own] = [keys(), keys()];
  const certificate = (of: KeyPair, name: string, extensions: readonly Buffer[]) => {
    const ecdsa = sequence(oid('1.2.840.10045.4.3.2'));
    const body = sequence(
      der(0xa0, der(0x02, [2])),
      // RFC 5280, 4.1.2.2: positive, and unique for the issuer.
      der(0x02, [1], randomBytes(15)),
      ecdsa,
      named(authorityName),
      // Clocks may be off, and some clients reject certificates valid for more than 398 days.
      sequence(time(now - day), time(now + 365 * day)),
      named(name),
      of.publicKey.export({ type: 'spki', format: 'der' }),
      der(0xa3, sequence(...extensions)),
    );
    const signature = sign('sha256', body, authority.privateKey);
    const text = sequence(body, ecdsa, bits(signature)).toString('base64');
    const lines = text.replace(/.{64}(?!$)/g, '$&\n');
    return `-----BEGIN CERTIFICATE-----\n${lines}\n-----END CERTIFICATE-----\n`;
  };
  const authorityId = keyId(authority.publicKey);
  return {
    key: String(own.privateKey.export({ type: 'pkcs8', format: 'pem' })),
    // RFC 5280, 4.2.1: key usage and key identifiers.
    cert: certificate(own, 'localhost', [
      extension('2.5.29.19', sequence(), yes),
      extension('2.5.29.15', bits(Buffer.from([0x80]), 7), yes),
      extension('2.5.29.37', sequence(oid('1.3.6.1.5.5.7.3.1'))),
      extension('2.5.29.17', sequence(...namesFor(host))),
      extension('2.5.29.35', sequence(der(0x80, authorityId))),
      extension('2.5.29.14', octets(keyId(own.publicKey))),
    ]),
    ca: certificate(authority, authorityName, [
      extension('2.5.29.19', sequence(yes, der(0x02, [0])), yes),
      extension('2.5.29.15', bits(Buffer.from([0x06]), 1), yes),
      extension('2.5.29.14', octets(authorityId)),
    ]),
  };
}

type KeyPair = { readonly publicKey: KeyObject; readonly privateKey: KeyObject };

/** An elliptic curve key takes a millisecond, RSA some hundred. */
const keys = (): KeyPair => generateKeyPairSync('ec', { namedCurve: 'prime256v1' });

const keyId = (key: KeyObject): Buffer =>
  createHash('sha256')
    .update(key.export({ type: 'spki', format: 'der' }))
    .digest()
    .subarray(0, 20);

const named = (commonName: string): Buffer =>
  sequence(der(0x31, sequence(oid('2.5.4.3'), der(0x0c, Buffer.from(commonName)))));

const extension = (id: string, value: Buffer, ...critical: readonly Buffer[]): Buffer =>
  sequence(oid(id), ...critical, octets(value));

/** RFC 5280, 4.2.1.6: type 2 is a DNS name, type 7 an address. */
function namesFor(host: string): Buffer[] {
  const bare = host.replace(/^\[|\]$/g, '');
  // A server on all addresses is reached by the names of this machine.
  const own = /^(0\.0\.0\.0|::)?$/.test(bare) ? [] : [bare];
  const names = new Set(['localhost', '127.0.0.1', '::1', ...own]);
  return Array.from(names, (name) =>
    isIP(name) ? der(0x87, addressBytes(name)) : der(0x82, Buffer.from(name)),
  );
}

function addressBytes(address: string): readonly number[] {
  if (isIP(address) === 4) return address.split('.').map(Number);
  // Node writes the shortest form: `::` stands for zeros.
  const shortest = new SocketAddress({ family: 'ipv6', address }).address;
  const [head = [], tail = []] = shortest
    .split('::')
    .map((part) => part.split(':').filter(Boolean));
  const zeros = Array.from({ length: 8 - head.length - tail.length }, () => '0');
  return [...head, ...zeros, ...tail].flatMap((group) => {
    const value = Number.parseInt(group, 16);
    return [value >> 8, value & 255];
  });
}

/** DER (X.690), the encoding of X.509 certificates: tag, length, value. */
function der(tag: number, ...parts: readonly (Buffer | readonly number[])[]): Buffer {
  const content = Buffer.concat(parts.map((part) => Buffer.from(part)));
  const { length } = content;
  const size =
    length < 128 ? [length] : length < 256 ? [0x81, length] : [0x82, length >> 8, length & 255];
  return Buffer.concat([Buffer.from([tag, ...size]), content]);
}

const sequence = (...parts: readonly Buffer[]): Buffer => der(0x30, ...parts);
const octets = (bytes: Buffer): Buffer => der(0x04, bytes);
const yes = der(0x01, [0xff]);
const bits = (bytes: Buffer, unused = 0): Buffer => der(0x03, [unused], bytes);

/** An object identifier in dotted form. */
function oid(dotted: string): Buffer {
  const [first = 0, second = 0, ...rest] = dotted.split('.').map(Number);
  const base128 = (value: number): number[] => {
    const digits = [value & 127];
    for (let left = value >> 7; left > 0; left >>= 7) digits.unshift((left & 127) | 128);
    return digits;
  };
  return der(0x06, [first * 40 + second, ...rest.flatMap(base128)]);
}

/** UTCTime, valid until 2050 (RFC 5280, 4.1.2.5.1). */
const time = (ms: number): Buffer =>
  der(0x17, Buffer.from(`${new Date(ms).toISOString().slice(2, 19).replace(/[-:T]/g, '')}Z`));
