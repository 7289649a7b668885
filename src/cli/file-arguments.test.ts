import { chmodSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { folderWith } from '../values/folder-with.test.support.ts';
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

test.each([
  'verify --target',
  'verify --cleanup',
  'verify --cause',
  'listen --har',
  'listen --har x.har --target',
  'serve --config',
  'serve --like',
  'serve --port 0 --replay',
  'serve --tls-key key.pem --tls-cert',
  'health --ca',
])(
  '%s: a missing file, a folder and one that may not be read have one wording each',
  async (of) => {
    const cwd = folder();
    const saying = async (file: string) => (await ran([...of.split(' '), file], { cwd })).err;
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

test.each([
  ['verify --json no/x', 'no/x cannot be written: no is not there, or may not be written to'],
  ['verify --card no/x', 'no/x cannot be written: no is not there'],
  ['verify --html .', '. cannot be written: it is a folder'],
  [`verify --repro ${process.execPath}`, 'is no folder'],
  ['listen --port 0 --base-url http://127.0.0.1:9 --html no/x', 'no/x cannot be written'],
  ['listen --har x.har --json no/x', 'no/x cannot be written'],
  ['matrix --json no/x -- node -e 1', 'no/x cannot be written'],
  ['init --out no/x', 'no/x cannot be written'],
])('%s is refused before the run', async (args, says) => {
  const { code, out, err } = await ran(args.split(' '), { cwd: folder() });
  expect({ code, out }).toEqual({ code: 2, out: '' });
  expect(err).toContain(says);
  expect(err).toMatch(/^abuse-feed: .*\. Nothing was run\.\n$/);
});

test('a computation that takes long hears a signal in its pauses', async () => {
  const stop = new AbortController();
  const pauses = new Pauses(stop.signal, 0);
  setImmediate(() => stop.abort());
  const endless = async () => {
    for (;;) await pauses.next();
  };
  await expect(endless()).rejects.toThrow('aborted');
});
