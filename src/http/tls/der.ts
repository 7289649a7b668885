/** DER (X.690), the encoding of X.509 certificates: tag, length, value. */
export function der(tag: number, ...parts: readonly (Buffer | readonly number[])[]): Buffer {
  const content = Buffer.concat(parts.map((part) => Buffer.from(part)));
  const { length } = content;
  const size =
    length < 128 ? [length] : length < 256 ? [0x81, length] : [0x82, length >> 8, length & 255];
  return Buffer.concat([Buffer.from([tag, ...size]), content]);
}

export const sequence = (...parts: readonly Buffer[]): Buffer => der(0x30, ...parts);
export const octets = (bytes: Buffer): Buffer => der(0x04, bytes);
export const yes = der(0x01, [0xff]);
export const bits = (bytes: Buffer, unused = 0): Buffer => der(0x03, [unused], bytes);

/** An object identifier in dotted form. */
export function oid(dotted: string): Buffer {
  const [first = 0, second = 0, ...rest] = dotted.split('.').map(Number);
  const base128 = (value: number): number[] => {
    const digits = [value & 127];
    for (let left = value >> 7; left > 0; left >>= 7) digits.unshift((left & 127) | 128);
    return digits;
  };
  return der(0x06, [first * 40 + second, ...rest.flatMap(base128)]);
}

/** UTCTime, valid until 2050 (RFC 5280, 4.1.2.5.1). */
export const time = (ms: number): Buffer =>
  der(0x17, Buffer.from(`${new Date(ms).toISOString().slice(2, 19).replace(/[-:T]/g, '')}Z`));
