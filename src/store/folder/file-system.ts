import { type BigIntStats, constants, existsSync, statSync } from 'node:fs';
import {
  type FileHandle,
  link,
  mkdir,
  open,
  readdir,
  readFile,
  rename,
  unlink,
} from 'node:fs/promises';
import { dirname } from 'node:path';

/** The few things the data folder asks of a disk, so that tests can make any of them fail. */
export interface FileSystem {
  /** Never what a symbolic link leads to: nobody but us puts files there. */
  open(path: string, flags: 'r+' | 'w' | 'wx'): Promise<OpenFile>;
  read(path: string): Promise<Buffer>;
  /** For a file that is too large to be in memory at once. */
  openToRead(path: string): Promise<ReadableFile>;
  list(folder: string): Promise<string[]>;
  makeFolder(path: string): Promise<void>;
  /** Makes names that were added to or taken from a folder safe. */
  syncFolder(path: string): Promise<void>;
  rename(from: string, to: string): Promise<void>;
  /** Gives a file a second name; fails where that name is taken. */
  link(from: string, to: string): Promise<void>;
  remove(path: string): Promise<void>;
  /**
   * Which file a path leads to; undefined where it leads to none. At once, because it is asked for
   * every group of changes: a detour by the thread pool takes ten times as long.
   */
  identity(path: string): string | undefined;
  /** When a file was last touched, in milliseconds; undefined where there is none. */
  touched(path: string): Promise<number | undefined>;
  /** Keeps a file open, so that its identity is not given to another one. */
  hold(path: string): Promise<HeldFile>;
}

export interface ReadableFile {
  readonly size: number;
  /** All of it, or what there is of it. */
  read(position: number, length: number): Promise<Buffer>;
  close(): Promise<void>;
}

export interface HeldFile {
  readonly identity: string;
  touch(): Promise<void>;
  close(): Promise<void>;
}

export interface OpenFile {
  readonly identity: string;
  /** Writes all of it at this place, or throws, having written any part of it. */
  write(bytes: Uint8Array, position: number): Promise<void>;
  sync(): Promise<void>;
  truncate(length: number): Promise<void>;
  close(): Promise<void>;
}

const { O_RDWR, O_WRONLY, O_CREAT, O_TRUNC, O_EXCL } = constants;
/** Windows has none, nor links that just anybody could make. */
const notThroughLinks = constants.O_NOFOLLOW ?? 0;
const openFlags = {
  'r+': O_RDWR | notThroughLinks,
  w: O_WRONLY | O_CREAT | O_TRUNC | notThroughLinks,
  wx: O_WRONLY | O_CREAT | O_EXCL,
};

export const nodeFileSystem: FileSystem = {
  async open(path, flags) {
    const handle = await open(path, openFlags[flags]);
    return {
      identity: identityIn(await statOf(handle)),
      async write(bytes, position) {
        for (let done = 0; done < bytes.length; ) {
          const left = bytes.length - done;
          done += (await handle.write(bytes, done, left, position + done)).bytesWritten;
        }
      },
      sync: () => handle.datasync(),
      truncate: (length) => handle.truncate(length),
      close: () => handle.close(),
    };
  },
  read: (path) => readFile(path),
  async openToRead(path) {
    const handle = await open(path, 'r');
    return {
      size: Number((await statOf(handle)).size),
      async read(position, length) {
        const bytes = Buffer.alloc(length);
        let done = 0;
        while (done < length) {
          const { bytesRead } = await handle.read(bytes, done, length - done, position + done);
          if (bytesRead === 0) break;
          done += bytesRead;
        }
        return bytes.subarray(0, done);
      },
      close: () => handle.close(),
    };
  },
  list: (folder) => readdir(folder),
  async makeFolder(path) {
    // Not `recursive`: below folders that take no entries, such as /proc, Node 20 tries for ever.
    try {
      await mkdir(path);
    } catch (error) {
      if (errorCode(error) === 'EEXIST' && statSync(path).isDirectory()) return;
      if (errorCode(error) !== 'ENOENT' || existsSync(dirname(path))) throw error;
      await nodeFileSystem.makeFolder(dirname(path));
      await mkdir(path);
    }
    // Otherwise a loss of power may take the folder, and with it all that is safe inside. Whoever may
    // not read the parent cannot sync it either.
    await nodeFileSystem.syncFolder(dirname(path)).catch(() => {});
  },
  async syncFolder(path) {
    // Windows cannot open a folder, and keeps names safe by itself.
    if (process.platform === 'win32') return;
    const handle = await open(path, 'r');
    try {
      await handle.sync();
    } finally {
      await handle.close();
    }
  },
  rename: (from, to) => rename(from, to),
  link: (from, to) => link(from, to),
  remove: (path) => unlink(path),
  identity(path) {
    try {
      const found = statSync(path, { bigint: true, throwIfNoEntry: false });
      return found && identityIn(found);
    } catch (error) {
      if (errorCode(error) === 'ENOTDIR') return undefined;
      throw error;
    }
  },
  async touched(path) {
    try {
      // Opened, because a network file system asks its server only then.
      const handle = await open(path, 'r');
      try {
        return (await handle.stat()).mtimeMs;
      } finally {
        await handle.close();
      }
    } catch (error) {
      if (isMissing(error)) return undefined;
      throw error;
    }
  },
  async hold(path) {
    const handle = await open(path, 'r+');
    return {
      identity: identityIn(await statOf(handle)),
      async touch() {
        const now = new Date();
        await handle.utimes(now, now);
      },
      close: () => handle.close(),
    };
  },
};

/** Closes what cannot be looked at: nobody else could. */
async function statOf(handle: FileHandle): Promise<BigIntStats> {
  try {
    return await handle.stat({ bigint: true });
  } catch (error) {
    await handle.close().catch(() => {});
    throw error;
  }
}

const identityIn = ({ dev, ino }: BigIntStats): string => `${dev}:${ino}`;

export const errorCode = (error: unknown): string | undefined =>
  error instanceof Error && 'code' in error ? String(error.code) : undefined;

export const isMissing = (error: unknown): boolean => errorCode(error) === 'ENOENT';
