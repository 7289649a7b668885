import { FolderLost } from '../data-folder-errors.ts';
import type { FileSystem } from '../file-system.ts';
import type { InPlace } from '../in-place.ts';

/** The part of a lock by which its holder notices that it is no longer the holder. */
export interface Ownership {
  readonly place: InPlace;
  /** Who has the folder now, in words; undefined where nobody has taken it. */
  readonly successor: () => Promise<string | undefined>;
}

/** Where a file of ours is at the moment; undefined where that is not known. */
export type Whereabouts = () => InPlace | undefined;

export interface HoldOptions {
  readonly ownership?: Ownership;
  /** Told once when something is wrong, and once when it is over. */
  readonly tell?: (sentence: string) => void;
}

/**
 * Whether what is written to a folder will be found there by the next start. Open files can be
 * written for as long as one likes after somebody removed or replaced them.
 */
export class FolderHold {
  readonly fs: FileSystem;
  readonly folder: string;
  readonly #ownership: Ownership | undefined;
  readonly #tell: (sentence: string) => void;
  #told: string | undefined;

  constructor(fs: FileSystem, folder: string, { ownership, tell = () => {} }: HoldOptions = {}) {
    this.fs = fs;
    this.folder = folder;
    this.#ownership = ownership;
    this.#tell = tell;
  }

  /** Throws FolderLost where the folder is not ours, or one of these files is not where it was. */
  async confirm(...files: readonly Whereabouts[]): Promise<void> {
    const lost = await this.#look(files);
    if (lost) throw lost;
  }

  /** The same with all files there are, which alone can tell that something is well again. */
  async problem(...all: readonly Whereabouts[]): Promise<FolderLost | undefined> {
    const lost = await this.#look(all);
    if (!lost) this.#note(undefined);
    return lost;
  }

  async #look(files: readonly Whereabouts[]): Promise<FolderLost | undefined> {
    const missed = this.#missed(files);
    const lost = missed && (await this.#explained(missed));
    if (lost) this.#note(lost.message);
    return lost;
  }

  #missed(files: readonly Whereabouts[]): InPlace | undefined {
    const own = this.#ownership?.place;
    if (own?.holds() === false) return own;
    for (const where of files) {
      const place = where();
      if (place?.holds() === false) return place;
    }
    return undefined;
  }

  async #explained(missed: InPlace): Promise<FolderLost> {
    const { folder } = this;
    if (this.fs.identity(folder) === undefined) {
      return new FolderLost(
        `the data folder ${folder} is gone; nothing is stored until it is back as it was`,
      );
    }
    if (missed !== this.#ownership?.place) {
      return new FolderLost(
        `${missed.path} was removed or replaced under the running server; nothing is stored ` +
          'until it is back as it was, or the server is started again',
      );
    }
    const successor = await this.#ownership.successor().catch(() => undefined);
    if (successor === undefined) {
      return new FolderLost(
        `the lock file ${missed.path} was removed; nothing is saved any more: restart the server`,
      );
    }
    return new FolderLost(
      `the data folder ${folder} was taken over by ${successor}; this server stores nothing any ` +
        'more: stop one of the two',
      true,
    );
  }

  #note(problem: string | undefined): void {
    if (problem === this.#told) return;
    this.#tell(problem ?? `the data folder ${this.folder} is back; changes are saved again`);
    this.#told = problem;
  }
}
