import type { Rules } from '../domain/rules.ts';
import type { Dialect } from './dialect.ts';

/** UUIDs as RFC 9562 lays them out, or 128 random bits in that shape. */
export function idMaker(
  version: Dialect['report.id.version'],
  letters: Dialect['report.id.case'],
): Rules['newId'] {
  return (random, now) => {
    const bytes = random(16);
    fill[version](bytes, now);
    const hex = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString('hex');
    const id = `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`;
    return letters === 'upper' ? id.toUpperCase() : id;
  };
}

type Fill = (bytes: Uint8Array, now: number) => void;

/** The Gregorian calendar began this many milliseconds before the epoch. */
const gregorian = 12_219_292_800_000n;

const fill: Record<Dialect['report.id.version'], Fill> = {
  1: (bytes, now) => {
    const ticks = (BigInt(now) + gregorian) * 10_000n;
    const view = new DataView(bytes.buffer, bytes.byteOffset);
    // The low bits count within the millisecond, here at random, so that ids do not repeat.
    view.setUint32(0, Number((ticks + BigInt(view.getUint16(0) % 10_000)) & 0xffffffffn));
    view.setUint16(4, Number((ticks >> 32n) & 0xffffn));
    view.setUint16(6, Number((ticks >> 48n) & 0x0fffn));
    stamp(bytes, 1);
  },
  4: (bytes) => stamp(bytes, 4),
  7: (bytes, now) => {
    const view = new DataView(bytes.buffer, bytes.byteOffset);
    view.setUint32(0, Math.floor(now / 0x10000));
    view.setUint16(4, now % 0x10000);
    stamp(bytes, 7);
  },
  none: () => {},
};

function stamp(bytes: Uint8Array, version: number): void {
  bytes[6] = ((bytes[6] as number) & 0x0f) | (version << 4);
  bytes[8] = ((bytes[8] as number) & 0x3f) | 0x80;
}
