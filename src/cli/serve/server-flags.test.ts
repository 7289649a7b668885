import { resolve } from 'node:path';
import { expect, test } from 'vitest';
import { commandOptions, serverOptions } from '../../server-options.ts';
import type { Io } from '../io.ts';
import { commandDefaults, serverFlags, typedOptions } from './server-flags.ts';

const cwd = resolve('/somewhere');

function typed(values: object, env: Io['env'] = {}) {
  return typedOptions({ ...values }, { env, cwd } as Io);
}

test('every option with a flag is in the help, with its variable and its default', () => {
  const flags = serverFlags();
  const all = [...Object.values(serverOptions), ...Object.values(commandOptions)];
  const defined = all.filter(({ flag }) => flag !== undefined);
  expect(Object.keys(flags)).toHaveLength(defined.length);
  expect(flags.port?.says).toBe('port to listen on, 0 for any free one (PORT, default 4010)');
  expect(flags['no-cors']?.says).toBe('send no CORS headers');
});

test('a flag wins over its variable, and an empty variable says nothing', () => {
  expect(typed({ port: '5' }, { PORT: '6' })).toEqual({ port: 5 });
  expect(typed({}, { PORT: '6', HOST: '' })).toEqual({ port: 6 });
});

test('a path is relative to the current folder', () => {
  expect(typed({ 'seed-data': 'mine' })).toEqual({ seedData: resolve(cwd, 'mine') });
});

test('a flag without a value turns its option off', () => {
  expect(typed({ 'no-cors': true })).toEqual({ cors: false });
});

test.each([
  [{ port: 'http' }, {}, '--port is "http"; expected a whole number from 0'],
  [{ port: '-1' }, {}, '--port is "-1"; expected a whole number from 0'],
  [{ port: '1e3' }, {}, '--port is "1e3"; expected a whole number from 0'],
  [{ port: '70000' }, {}, '--port is "70000"; expected a whole number from 0'],
  [{}, { PORT: '4010a' }, 'PORT is "4010a"; expected a whole number'],
  [{ host: 'http://localhost' }, {}, '--host is "http://localhost"; expected a name or an address'],
  [{ 'public-url': 'feed.example' }, {}, '--public-url is "feed.example"; expected a URL'],
  [{ data: '' }, {}, '--data is ""; expected a folder.'],
  [{ 'dialect-seed': '-' }, {}, '--dialect-seed is "-"; expected a whole number from 0'],
  [{ 'replay-else': 'guess' }, {}, '--replay-else is "guess"; expected refuse or serve.'],
  // A secret is not repeated.
  [
    { 'admin-token': 'secret\u{1f512}' },
    {},
    '--admin-token is not a secret of at least 16 characters',
  ],
  [
    { 'admin-token': 'fifteen-letters' },
    {},
    '--admin-token is not a secret of at least 16 characters',
  ],
  [
    {},
    { ABUSE_FEED_ADMIN_TOKEN: 'a\nb' },
    'ABUSE_FEED_ADMIN_TOKEN is not a secret of at least 16 characters',
  ],
])('%o with the environment %o is refused in a sentence', (values, env, says) => {
  expect(() => typed(values, env)).toThrow(says);
});

test('the command has defaults of its own', () => {
  expect(commandDefaults({ cwd } as Io)).toEqual({
    port: 4010,
    host: '127.0.0.1',
    data: resolve(cwd, '.abuse-feed'),
    dialect: 'default',
  });
});
