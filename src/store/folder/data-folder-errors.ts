/** Another server is using the folder. */
export class DataFolderInUse extends Error {
  override readonly name = 'DataFolderInUse';
  readonly folder: string;
  readonly pid: number;

  /** `elsewhere`: where the process is, in words, if not among the processes we see. */
  constructor(folder: string, pid: number, elsewhere?: string) {
    super(
      `the data folder ${folder} is in use by process ${pid}${elsewhere ? ` ${elsewhere}` : ''}: ` +
        'stop it, or choose another folder',
    );
    this.folder = folder;
    this.pid = pid;
  }
}

/** The folder cannot be made, read or written. */
export class DataFolderUnusable extends Error {
  override readonly name = 'DataFolderUnusable';
  readonly folder: string;

  constructor(folder: string, why: string, cause?: unknown) {
    super(`the data folder ${folder} cannot be used: ${why}`, { cause });
    this.folder = folder;
  }
}

export const newerFolder = (folder: string): DataFolderUnusable =>
  new DataFolderUnusable(
    folder,
    'a newer version of abuse-feed-kit has written to it. Upgrade, or choose another folder',
  );

/** What is on disk is not what was written there. */
export class DataDamaged extends Error {
  override readonly name = 'DataDamaged';
  readonly file: string;
  /** Counted from 1; the first of them where the place is known only roughly. */
  readonly line: number;
  readonly what: string;

  constructor(file: string, line: number, what: string) {
    super(
      `${file}, line ${line}: ${what}. Nothing was changed. ` +
        'Restore the data folder from a copy, or move it away to begin afresh.',
    );
    this.file = file;
    this.line = line;
    this.what = what;
  }
}

/** What is written now would not be found by the next start. */
export class FolderLost extends Error {
  override readonly name = 'FolderLost';
  /** Whether another server writes there now, whose files are not to be touched. */
  readonly taken: boolean;

  constructor(message: string, taken = false) {
    super(message);
    this.taken = taken;
  }
}
