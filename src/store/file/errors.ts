/** Another server has locked the folder. */
export class DataFolderInUse extends Error {
  override readonly name = 'DataFolderInUse';

  constructor(folder: string, by: string) {
    super(`the data folder ${folder} is in use by ${by}: stop it, or choose another folder`);
  }
}

/** The folder cannot be created, read or written. */
export class DataFolderUnusable extends Error {
  override readonly name = 'DataFolderUnusable';

  constructor(folder: string, why: string, cause?: unknown) {
    super(`the data folder ${folder} cannot be used: ${why}`, { cause });
  }
}

/** A file in the folder is damaged. */
export class DataDamaged extends Error {
  override readonly name = 'DataDamaged';
  readonly file: string;
  /** 1-based. */
  readonly line: number;

  constructor(file: string, line: number, what: string, advice?: string) {
    const restore =
      'Restore the data folder from a copy, or move it away to start with an empty one.';
    super(`${file}, line ${line}: ${what}. Nothing was changed. ${advice ?? restore}`);
    this.file = file;
    this.line = line;
  }
}

/** Changes written now would be lost at the next start. */
export class FolderLost extends Error {
  override readonly name = 'FolderLost';
}

export function errorCode(error: unknown): string | undefined {
  return error instanceof Error && 'code' in error ? String(error.code) : undefined;
}

/** Undefined where the file does not exist. */
export function undefinedIfMissing<T>(access: Promise<T>): Promise<T | undefined> {
  return access.catch((error: unknown) => {
    if (errorCode(error) === 'ENOENT') return undefined;
    throw error;
  });
}
