import { statSync } from 'node:fs';
import fs, { type FileHandle } from 'node:fs/promises';
import { dirname } from 'node:path';

/** The part of fs that tests make fail. */
export type Disk = Pick<typeof fs, 'open' | 'rename'>;

/** Synchronous: it runs for every batch, and the thread pool would take ten times as long. */
function identityAt(path: string): string | undefined {
  const found = statSync(path, { bigint: true, throwIfNoEntry: false });
  return found && `${found.dev}:${found.ino}`;
}

/** A file that we keep open, so that its inode is not reused. */
export class OpenFile {
  readonly path: string;
  readonly #handle: FileHandle;
  readonly #identity: string | undefined;

  private constructor(path: string, handle: FileHandle) {
    this.path = path;
    this.#handle = handle;
    this.#identity = identityAt(path);
  }

  /** A new file; rejects with EEXIST where there is one. `wx` does not follow links. Nobody else may read it. */
  static async create(disk: Disk, path: string, content: string): Promise<OpenFile> {
    const handle = await disk.open(path, 'wx', 0o600);
    try {
      await writeAll(handle, Buffer.from(content), 0);
      return new OpenFile(path, handle);
    } catch (error) {
      await handle.close().catch(() => {});
      throw error;
    }
  }

  /**
   * Replaces a file atomically; the old one stays until the new one is durable under another name.
   * `confirm` is called just before the rename.
   */
  static async replace(
    disk: Disk,
    path: string,
    content: string,
    confirm = () => {},
  ): Promise<OpenFile> {
    const next = `${path}.next`;
    await fs.rm(next, { force: true });
    const file = await OpenFile.create(disk, next, content);
    try {
      confirm();
      await disk.rename(next, path);
      return new OpenFile(path, file.#handle);
    } catch (error) {
      await file.close();
      throw error;
    }
  }

  static async open(disk: Disk, path: string): Promise<OpenFile> {
    return new OpenFile(path, await disk.open(path, 'r'));
  }

  get isInPlace(): boolean {
    return this.isAt(this.path);
  }

  isAt(path: string): boolean {
    return identityAt(path) === this.#identity;
  }

  /** Durable when resolved. */
  async write(bytes: Buffer, position: number): Promise<void> {
    await writeAll(this.#handle, bytes, position);
  }

  async truncate(length: number): Promise<void> {
    await this.#handle.truncate(length);
    await this.#handle.datasync();
  }

  /** Dates it. */
  async touch(time: Date): Promise<void> {
    await this.#handle.utimes(time, time);
  }

  async close(): Promise<void> {
    await this.#handle.close().catch(() => {});
  }
}

async function writeAll(handle: FileHandle, bytes: Buffer, position: number): Promise<void> {
  for (let done = 0; done < bytes.length; ) {
    done += (await handle.write(bytes, done, bytes.length - done, position + done)).bytesWritten;
  }
  await handle.datasync();
}

/** Makes a directory entry durable. */
export async function syncName(disk: Disk, path: string): Promise<void> {
  // Windows cannot open a folder, and makes names durable by itself.
  if (process.platform === 'win32') return;
  const handle = await disk.open(dirname(path), 'r');
  await handle.sync().finally(() => handle.close());
}
