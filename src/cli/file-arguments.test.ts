import { execFileSync } from 'node:child_process';
import { chmodSync, closeSync, mkdirSync, openSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { Pauses } from './pauses.ts';
import { folderWith, ran, start } from './terminal.test.support.ts';

/** A command that reads a file, by the name that is typed. */
const commands: { readonly [what: string]: (file: string) => string[] } = {
  'verify --target': (file) => ['verify', '--target', file],
  'verify --baseline': (file) => ['verify', '--baseline', file],
  'verify --cleanup': (file) => ['verify', '--cleanup', file],
  'judge FILE': (file) => ['judge', file],
  'judge --target': (file) => ['judge', 'x.har', '--target', file],
  'replay FILE': (file) => ['replay', file],
  'serve --config': (file) => ['serve', '--config', file],
  'serve --replay': (file) => ['serve', '--port', '0', '--replay', file],
  'serve --tls-key': (file) => ['serve', '--tls-key', file, '--tls-cert', file],
  'health --ca': (file) => ['health', '--ca', file],
};

/** A folder with each kind of file that cannot be read. */
function folder(): string {
  const path = folderWith({ 'closed.yaml': 'a: 1', 'x.har': '{"log":{"entries":[]}}' });
  chmodSync(join(path, 'closed.yaml'), 0);
  mkdirSync(join(path, 'folder.yaml'));
  execFileSync('mkfifo', [join(path, 'pipe.yaml')]);
  return path;
}

const isRoot = process.getuid?.() === 0;

test.each(Object.entries(commands))(
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

test.each(Object.entries(commands))(
  '%s: a pipe that nobody writes to keeps no signal from ending it',
  async (_what, args) => {
    const cwd = folder();
    const { ended, output, stop } = start(args('pipe.yaml'), { cwd });
    // Opens the pipe for whoever waits for that in this process.
    onTestFinished(() => closeSync(openSync(join(cwd, 'pipe.yaml'), 'r+')));
    stop();
    await ended;
    expect(output.err).toMatch(/Stopped before the end|it is a pipe or a device/);
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
