import type { FileSystem } from './file-system.ts';

/** Tells whether a path still leads to the file that was found there. */
export class InPlace {
  readonly path: string;
  readonly #fs: FileSystem;
  readonly #identity: string;
  readonly #telling: boolean;

  private constructor(fs: FileSystem, path: string, identity: string, telling: boolean) {
    this.path = path;
    this.#fs = fs;
    this.#identity = identity;
    this.#telling = telling;
  }

  static of(fs: FileSystem, path: string, identity: string): InPlace {
    // Some shared disks number their files anew at every look; there only absence says something.
    const found = fs.identity(path);
    return new InPlace(fs, path, identity, found === undefined || found === identity);
  }

  holds(): boolean {
    const found = this.#fs.identity(this.path);
    return found === this.#identity || (found !== undefined && !this.#telling);
  }
}
