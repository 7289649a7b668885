import { basename } from 'node:path';
import type {
  FileSystem,
  HeldFile,
  OpenFile,
  ReadableFile,
} from '../../../src/store/folder/file-system.ts';

const failure = (code: string, path: string): Error =>
  Object.assign(new Error(`${code}: ${path}`), { code });

/** A disk of one folder, in memory, for those who start a hundred thousand times. */
export class MemoryDisk implements FileSystem {
  readonly files: Map<string, Buffer>;
  /** Steps that fail. */
  failing: 'rename' | undefined;

  constructor(files: ReadonlyMap<string, Buffer> = new Map()) {
    this.files = new Map(files);
  }

  async open(path: string, flags: 'r+' | 'w' | 'wx'): Promise<OpenFile> {
    const name = basename(path);
    if (flags === 'wx' && this.files.has(name)) throw failure('EEXIST', path);
    if (flags === 'r+') this.#file(path);
    else this.files.set(name, Buffer.alloc(0));
    return {
      identity: name,
      write: async (bytes, position) => {
        const before = this.#file(path);
        const after = Buffer.alloc(Math.max(before.length, position + bytes.length));
        before.copy(after);
        after.set(bytes, position);
        this.files.set(name, after);
      },
      sync: async () => {},
      truncate: async (length) => {
        this.files.set(name, Buffer.from(this.#file(path).subarray(0, length)));
      },
      close: async () => {},
    };
  }

  async read(path: string): Promise<Buffer> {
    return this.#file(path);
  }

  async openToRead(path: string): Promise<ReadableFile> {
    const bytes = this.#file(path);
    return {
      size: bytes.length,
      read: async (position, length) => bytes.subarray(position, position + length),
      close: async () => {},
    };
  }

  async list(): Promise<string[]> {
    return [...this.files.keys()];
  }

  identity(path: string): string | undefined {
    const name = basename(path);
    return this.files.has(name) ? name : undefined;
  }

  async touched(): Promise<number> {
    return 0;
  }

  async hold(path: string): Promise<HeldFile> {
    return { identity: basename(path), touch: async () => {}, close: async () => {} };
  }

  async makeFolder(): Promise<void> {}
  async syncFolder(): Promise<void> {}

  async rename(from: string, to: string): Promise<void> {
    if (this.failing === 'rename') throw failure('ENOSPC', to);
    this.files.set(basename(to), this.#file(from));
    this.files.delete(basename(from));
  }

  async link(from: string, to: string): Promise<void> {
    if (this.files.has(basename(to))) throw failure('EEXIST', to);
    this.files.set(basename(to), this.#file(from));
  }

  async remove(path: string): Promise<void> {
    this.#file(path);
    this.files.delete(basename(path));
  }

  #file(path: string): Buffer {
    const bytes = this.files.get(basename(path));
    if (!bytes) throw failure('ENOENT', path);
    return bytes;
  }
}
