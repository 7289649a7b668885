// Counts lines of code and tests, by room. Generated files are excluded.
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';

const isCounted = (file) =>
  /\.(ts|mts|mjs|cts|cjs|js|css|html)$/.test(file) && !/generated/.test(file);
const isTest = (file) => /\.test\.|(^|\/)fixtures?\//.test(file);
const roomOf = (file) => file.split('/').slice(0, -1).slice(0, 2).join('/') || '.';

const rooms = new Map();
const total = { code: 0, tests: 0 };
const files = execFileSync('git', ['ls-files', '-z', '-co', '--exclude-standard'], {
  encoding: 'utf8',
});
for (const file of new Set(files.split('\0').filter(isCounted))) {
  const lines = readFileSync(file, 'utf8').split('\n').length - 1;
  const kind = isTest(file) ? 'tests' : 'code';
  const room = rooms.get(roomOf(file)) ?? { code: 0, tests: 0 };
  room[kind] += lines;
  total[kind] += lines;
  rooms.set(roomOf(file), room);
}

const row = (name, { code, tests }) =>
  `${name.padEnd(26)}${String(code).padStart(8)}${String(tests).padStart(8)}`;
console.log(row('room', { code: 'code', tests: 'tests' }));
for (const [name, room] of [...rooms].sort()) console.log(row(name, room));
console.log(row('all', total));
