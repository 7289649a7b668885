import { readFileSync, statSync } from 'node:fs';
import { devNull } from 'node:os';

/** A file whose text may never end, or never begin: until then, no signal would be heard. */
class NotAFile extends Error {
  override readonly name = 'NotAFile';
  readonly code = 'NOT_A_FILE';
}

/** Why a file that a user names cannot be read, by the code of the error. */
const reasons: { readonly [code: string]: string } = {
  ENOENT: 'there is no such file',
  ENOTDIR: 'there is no such file',
  EISDIR: 'it is a folder; expected a file',
  EACCES: 'you may not read it',
  EPERM: 'you may not read it',
  NOT_A_FILE: 'it is a pipe or a device; expected a regular file',
};

/** `my.yaml cannot be read: there is no such file`, with the path as it was typed. */
export function unreadable(file: string, error: unknown): string {
  return `${file} cannot be read: ${whyUnreadable(error)}`;
}

export function whyUnreadable(error: unknown): string {
  const { code = '', message } = error as NodeJS.ErrnoException;
  return reasons[code] ?? message;
}

/** The bytes of a file that a user names. What it throws is told by `unreadable`. */
export function bytesOfFile(path: string): Buffer {
  const found = statSync(path);
  const isDevice = found.isCharacterDevice() && path !== devNull;
  if (found.isFIFO() || found.isSocket() || isDevice) throw new NotAFile();
  return readFileSync(path);
}

/** Its text. */
export function textOfFile(path: string): string {
  return bytesOfFile(path).toString('utf8');
}
