import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { folderWith } from '../../values/folder-with.test.support.ts';
import { packageRoot } from '../../values/package-root.ts';
import { program, ready } from '../program.test.support.ts';
import { start } from '../terminal.test.support.ts';

function read(file: string): string {
  return readFileSync(join(packageRoot, file), 'utf8');
}

const dockerfile = read('Dockerfile').replace(/\\\n\s*/g, '');

/** What follows a word of the Dockerfile in the image that is run. */
function lastOf(word: string): string {
  const lines = dockerfile.split('\n').filter((line) => line.startsWith(`${word} `));
  return lines.at(-1)?.slice(word.length + 1) ?? '';
}

function listIn(text: string): string[] {
  return JSON.parse(text.slice(text.indexOf('[')));
}

const [node, entry = '', ...none] = listIn(lastOf('ENTRYPOINT'));
const env = Object.fromEntries(
  lastOf('ENV')
    .split(' ')
    .map((pair) => pair.split('=') as [string, string]),
);

test('the image runs the command of the package, as nobody in particular, and keeps its state apart', () => {
  const { bin } = JSON.parse(read('package.json')) as { bin: { [name: string]: string } };
  expect(node).toBe('node');
  expect(entry).toBe(`/app/node_modules/abuse-feed-kit/${bin['abuse-feed']}`);
  expect(none).toEqual([]);
  expect(lastOf('USER')).toBe('node');
  expect(lastOf('VOLUME')).toBe('/data');
  expect(env.ABUSE_FEED_DATA).toBe('/data');
  expect(listIn(lastOf('CMD'))).toEqual(['serve']);
  // By eye, as hadolint would: every image has a tag, and no step is run by root at the end.
  for (const [, image = ''] of dockerfile.matchAll(/^FROM (\S+)/gm)) expect(image).toMatch(/:\d/);
});

test('the command of the image serves, its health check finds it well, and a signal ends it', async () => {
  const child = program(listIn(lastOf('CMD')), {
    env: { PATH: process.env.PATH, ...env, PORT: '0', ABUSE_FEED_DATA: folderWith() },
  });
  const [, port = ''] = /Ready on http:\/\/0\.0\.0\.0:(\d+)/.exec(await ready(child)) ?? [];
  const [, , ...check] = listIn(lastOf('HEALTHCHECK'));
  const health = start(check, { env: { ...env, PORT: port } });
  expect(await health.ended).toBe(0);
  expect(health.output.err).toBe('');
  const exited = once(child, 'exit');
  child.kill('SIGTERM');
  expect(await exited).toEqual([0, null]);
  const after = start(check, { env: { ...env, PORT: port } });
  expect(await after.ended).toBe(1);
});
