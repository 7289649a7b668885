import { crc32 } from 'node:zlib';

export const hex8 = (value: number): string => value.toString(16).padStart(8, '0');

/** A CRC-32 finds every error that is confined to four bytes in a row. */
export const checksum = (data: string | Uint8Array): string => hex8(crc32(data));
