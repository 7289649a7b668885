import type { Chance } from '../chance.ts';

/** One way to damage a file: what it is called, and what becomes of the bytes. */
export interface Damage {
  readonly what: string;
  readonly bytes: Buffer;
}

const changed = (bytes: Buffer, at: number, byte: number): Buffer => {
  const damaged = Buffer.from(bytes);
  damaged[at] = byte;
  return damaged;
};

/** Every bit of every byte, other bytes, every length, every byte missing and too many. */
export function* damages(bytes: Buffer, chance: Chance): Generator<Damage> {
  for (let at = 0; at < bytes.length; at += 1) {
    const byte = bytes[at] ?? 0;
    for (let bit = 0; bit < 8; bit += 1) {
      yield {
        what: `bit ${bit} of byte ${at} flipped`,
        bytes: changed(bytes, at, byte ^ (1 << bit)),
      };
    }
    for (const other of [0, 10, 32, 48, 255, chance.below(256)]) {
      if (other === byte) continue;
      yield { what: `byte ${at} set to ${other}`, bytes: changed(bytes, at, other) };
    }
    yield { what: `cut to ${at} bytes`, bytes: Buffer.from(bytes.subarray(0, at)) };
    const [before, after] = [bytes.subarray(0, at), bytes.subarray(at)];
    yield { what: `byte ${at} taken out`, bytes: Buffer.concat([before, after.subarray(1)]) };
    for (const more of [0, 10, byte, chance.below(256)]) {
      const bytesMore = Buffer.concat([before, Buffer.of(more), after]);
      yield { what: `${more} put in before byte ${at}`, bytes: bytesMore };
    }
    const zeros = Buffer.concat([before, Buffer.alloc(after.length)]);
    yield { what: `all from byte ${at} zeroed`, bytes: zeros };
  }
  for (const more of [0, 10, 48, 255]) {
    yield { what: `${more} put at the end`, bytes: Buffer.concat([bytes, Buffer.of(more)]) };
  }
  const twice = Buffer.concat([bytes, bytes]);
  yield { what: 'written twice', bytes: twice };
}
