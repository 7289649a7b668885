import { chmodSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { folderWith } from '../values/folder-with.test.support.ts';
import { readingCommands } from './file-arguments.test.support.ts';
import { Pauses } from './pauses.ts';
import { ran } from './terminal.test.support.ts';

/** A folder with each kind of file that cannot be read. */
function folder(): string {
  const path = folderWith({ 'closed.yaml': 'a: 1', 'x.har': '{"log":{"entries":[]}}' });
  chmodSync(join(path, 'closed.yaml'), 0);
  mkdirSync(join(path, 'folder.yaml'));
  return path;
}

const isRoot = process.getuid?.() === 0;

test.each(Object.entries(readingCommands))(
  '%s: a missing file, a folder and one that may not be read have one wording each',
  async (_what, args) => {
    const cwd = folder();
    const saying = async (file: string) => (await ran(args(file), { cwd })).err;
    expect(await saying('./gone.yaml')).toContain(
      './gone.yaml cannot be read: there is no such file',
    );
    expect(await saying('folder.yaml')).toContain(
      'folder.yaml cannot be read: it is a folder; expected a file',
    );
    if (!isRoot)
      expect(await saying('closed.yaml')).toContain(
        'closed.yaml cannot be read: you may not read it',
      );
  },
);

test('a computation that takes long hears a signal in its pauses', async () => {
  const stop = new AbortController();
  const pauses = new Pauses(stop.signal, 0);
  setImmediate(() => stop.abort());
  const endless = async () => {
    for (;;) await pauses.next();
  };
  await expect(endless()).rejects.toThrow('aborted');
});
