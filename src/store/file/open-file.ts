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

/** A file that we created and keep open, so that its inode is not reused. */
export class OpenFile {
  readonly path: string;
  readonly #handle: FileHandle;
  readonly #identity: string | undefined;

  private constructor(path: string, handle: FileHandle) {
    this.path = path;
    this.#handle = handle;
    this.#identity = identityAt(path);
  }

  /**
   * Replaces a file atomically; the old one stays until the new one is durable under another name.
   * `confirm` is called just before the rename.
   */
  static async replace(
    disk: Disk,
    path: string,
    content: string,
    confirm = async () => {},
  ): Promise<OpenFile> {
    const next = `${path}.next`;
    await fs.rm(next, { force: true });
    // `wx` does not follow links. Tokens are in it: nobody else may read it.
    const handle = await disk.open(next, 'wx', 0o600);
    try {
      await writeAll(handle, Buffer.from(content), 0);
      await confirm();
      await disk.rename(next, path);
      return new OpenFile(path, handle);
    } catch (error) {
      await handle.close().catch(() => {});
      throw error;
    }
  }

  static async open(disk: Disk, path: string): Promise<OpenFile> {
    return new OpenFile(path, await disk.open(path, 'r'));
  }

  get isInPlace(): boolean {
    return identityAt(this.path) === this.#identity;
  }

  /** Durable when resolved. */
  async write(bytes: Buffer, position: number): Promise<void> {
    await writeAll(this.#handle, bytes, position);
  }

  async truncate(length: number): Promise<void> {
    await this.#handle.truncate(length);
    await this.#handle.datasync();
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
