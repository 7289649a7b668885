import { join } from 'node:path';
import { expect, test } from 'vitest';
import { serverOptions } from '../server-options.ts';
import { folderWith } from '../values/folder-with.test.support.ts';
import { ConfigProblem, readConfig } from './config-file.ts';

function read(text: string) {
  const folder = folderWith({ 'my.yaml': text });
  const path = join(folder, 'my.yaml');
  return { folder, config: (env = {}) => readConfig(path, 'my.yaml', { env }).config };
}

const hash = 'ab'.repeat(32);
const report = `service: tunnelco, createdBy: researcher-1, tags: [], c2Address: 'a.example:1', file256Hash: ${hash}, referenceLink: 'https://results.example/1', confidenceScore: 1`;

test('a file says what options say, and what worlds begin with; its paths are meant from there', () => {
  const { folder, config } = read(`
port: 0
data: state
tls: { cert: cert.pem, key: key.pem }
clock: { mode: frozen, at: "2026-01-31T13:45:00Z" }
ids: 7
add:
  services: [extraco]
  callers: [{ id: mine, name: Mine, token: token-mine }]
  reports: [{ ${report} }]
faults:
  - { type: sequence, steps: [503, ok], operation: lookup, caller: mine }
worlds:
  - { id: one, dialect: strict, faults: [{ type: drop, when: after }] }
  - { id: two, dialect: { auth.prefix: Bearer }, add: { services: [onlyhereco] } }
`);
  expect(config()).toMatchObject({
    port: 0,
    data: join(folder, 'state'),
    tls: { cert: join(folder, 'cert.pem'), key: join(folder, 'key.pem') },
    ids: 7,
    worlds: [{ id: 'one' }, { id: 'two' }],
  });
});

test('variables are read from the environment, and the scheme before a token is none of it', () => {
  const { config } = read(`
add:
  callers:
    - { id: one, name: One, token: "\${ONE}" }
    - { id: two, name: Two, token: "Bearer \${TWO}" }
    - { id: none, name: None, token: "\${EMPTY}" }
`);
  const { add } = config({ ONE: 'Bearer first', TWO: 'second', EMPTY: '' });
  expect(add?.callers?.map(({ token }) => token)).toEqual(['first', 'second']);
  expect(() => config({ ONE: 'x', EMPTY: '' })).toThrow(
    'my.yaml:5: add.callers[1].token needs the environment variable TWO, which is not set',
  );
});

test('a value from the environment is not printed, whatever its key', () => {
  const { config } = read(`port: "\${MINE}"\nadd: { services: ["\${MINE}", 1] }`);
  expect(() => config({ MINE: 's3cret value' })).toThrow(
    expect.objectContaining({ message: expect.not.stringContaining('s3cret') }),
  );
});

test('alone leaves nobody of the seed data, whose names are free then', () => {
  const { config } = read(`
alone: true
add:
  services: [tunnelco]
  callers: [{ id: reader, name: Reader, token: token-reader, owns: tunnelco }]
`);
  expect(config().add?.services).toEqual(['tunnelco']);
  expect(() =>
    read('alone: true\nadd: { reports: [{ REPORT }] }'.replace('REPORT', report)).config(),
  ).toThrow('service of entry 1 is "tunnelco"');
});

test.each(['', '# nothing yet\n', '{}'])('%j says nothing, which is fine', (text) => {
  expect(read(text).config()).toEqual({});
});

test.each<[string, string]>([
  ['prot: 1', 'my.yaml:1: unknown key prot; did you mean port?'],
  ['memory: true\ndata: x', 'my.yaml:1: memory and data exclude each other'],
  [
    'cors: false\ncorsCredentials: true',
    'my.yaml:2: corsCredentials: true and cors: false exclude each other',
  ],
  ['host: http://localhost', 'my.yaml:1: host is "http://localhost"; expected a name or an'],
  ['tls: true', 'my.yaml:1: tls is true; expected { cert: FILE, key: FILE }'],
  [
    'replay: a.har',
    'my.yaml:1: replay is "a.har"; expected none here: it is given as --replay FILE',
  ],
  [
    'adminToken: secret',
    'my.yaml:1: adminToken is given; expected none here, where it would be read',
  ],
  [
    'since: 1',
    `my.yaml:1: unknown key since; known here: ${Object.keys(serverOptions).slice(0, 3).join(', ')}`,
  ],
  ['publicUrl: feed', 'my.yaml:1: publicUrl is "feed"; expected a URL with http or https'],
  ['tls: { cert: a.pem }', 'my.yaml:1: tls.key is missing; expected a text that is not empty'],
  [
    'clock: { mode: frozen, at: soon }',
    'my.yaml:1: clock.at is "soon"; expected a time that exists',
  ],
  ['clock: { mode: real, at: "2026-01-31T13:45:00Z" }', 'my.yaml:1: A real clock shows the real'],
  ['faults: [{ type: drop },\n  { type: dorp }]', 'my.yaml:2: faults[1].type is "dorp"; expected'],
  ['faults: [{ type: drop, caller: readr }]', 'my.yaml:1: faults[0]: caller is "readr"; expected'],
  ['add:\n  services: [tunnelco]', 'my.yaml:2: services: entry 1 is "tunnelco", which is already'],
  [`add:\n  reports:\n    - { ${report.replace('tunnelco', 'nowhere')} }`, 'my.yaml:3: reports: '],
  ['worlds:\n  - { id: one }\n  - { id: one }', 'my.yaml:3: worlds[1].id is taken'],
  ['worlds: [{ dialect: strict }]', 'my.yaml:1: worlds[0].id is missing; expected part of a URL'],
  ['worlds: [{ id: one, dialect: strickt }]', 'my.yaml:1: There is no dialect "strickt".'],
  ['port: [', 'my.yaml:1:8: neither YAML nor JSON: '],
])('%j is reported with its line', (text, says) => {
  let message = '';
  try {
    read(text).config();
  } catch (error) {
    if (!(error instanceof ConfigProblem)) throw error;
    ({ message } = error);
  }
  expect(message.slice(0, says.length)).toBe(says);
});
