import { readFileSync, statSync } from 'node:fs';
import { devNull } from 'node:os';

/** A file whose text may never end, or never begin: until then, no signal would be heard. */
export class NotAFile extends Error {
  override readonly name = 'NotAFile';
  readonly code = 'NOT_A_FILE';

  constructor() {
    super('it is a pipe or a device; expected a regular file');
  }
}

/** The text of a file that a user names. Throws what Node throws, or NotAFile. */
export function textOfFile(path: string): string {
  const found = statSync(path);
  const isDevice = found.isCharacterDevice() && path !== devNull;
  if (found.isFIFO() || found.isSocket() || isDevice) throw new NotAFile();
  return readFileSync(path, 'utf8');
}
