import { join, resolve } from 'node:path';
import { applyDialect } from '../contract/apply-dialect.ts';
import type { ReferenceModel } from '../docs/reference.ts';
import { FolderInUse, writeSite } from '../docs/write-site.ts';
import { dialectFrom } from './dialect-option.ts';
import { command, refuseArguments, text, UsageError } from './options.ts';

const definition = {
  page: 'README.md',
  begins: `Writes the API reference and the specification, in our words, as a static site. It needs no network and no server.

Usage: abuse-feed docs [options]`,
  example: 'abuse-feed docs --out site',
  options: {
    out: text('DIR', 'folder to write to (default ./abuse-feed-docs)'),
    dialect: text('D', 'a name, a file, or random (ABUSE_FEED_DIALECT, default default)'),
  },
  ends: 'A running server has the same pages at /docs, where requests can be tried as well.',
};

export const docs = command(definition, async ({ values, positionals }, io) => {
  refuseArguments(positionals, 'docs', 'Did you mean --out?');
  if (values.out === '') throw new UsageError('--out is empty. Name a folder.');
  const { label, dialect } = dialectFrom(values, io);
  const folder = values.out ?? 'abuse-feed-docs';
  try {
    const document = applyDialect(dialect);
    const reference: ReferenceModel = { dialect, dialectLabel: label, document };
    const files = await writeSite(reference, resolve(io.cwd, folder));
    io.stdout.write(
      `Wrote ${files.length} files to ${folder}. Open ${join(folder, 'index.html')}.\n`,
    );
    return 0;
  } catch (error) {
    throw new UsageError(problem(error, folder));
  }
});

/** Why the folder cannot be written, in one line; unexpected errors are rethrown. */
function problem(error: unknown, folder: string): string {
  if (error instanceof FolderInUse) {
    return `${folder} holds files that abuse-feed docs did not write. Choose an empty or new folder with --out.`;
  }
  switch ((error as NodeJS.ErrnoException).code) {
    case 'ENOTDIR':
    case 'EEXIST':
      return `${folder} is a file, or lies below one. Choose a folder with --out.`;
    case 'EACCES':
    case 'EPERM':
    case 'EROFS':
      return `${folder} may not be written by this user. Choose another folder with --out.`;
    case 'ENOSPC':
      return `The disk is full: ${folder} could not be written.`;
    default:
      throw error;
  }
}
