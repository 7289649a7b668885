import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { packageRoot } from './spec/package-root.ts';

/** The same thing under the same name in two rooms: server and kit each have their own side of it. */
const sameThing: { readonly [name: string]: string } = {
  Caller: 'whoever calls: to the server somebody it stores, to the kit a token',
  Clock: 'what tells the time: of a world, or of a run',
  verify: 'the command, and the function that it calls',
};

/** Names that still have two meanings. The list must only get shorter. */
const ambiguous: readonly string[] = [];

const files = ['src', 'contract-tests'].flatMap((top) =>
  readdirSync(join(packageRoot, top), { recursive: true, encoding: 'utf8' })
    .map((name) => join(top, name))
    // Page scripts are bundled separately.
    .filter((file) => /\.ts$/.test(file) && !/\.test\.|\.generated\.|\/page\//.test(file)),
);

function roomOf(file: string): string {
  const [top = '', room = '', ...rest] = file.split('/');
  return rest.length > 0 ? `${top}/${room}` : top;
}

const declaration =
  /^export (?:(?:declare|abstract|async) )*(?:const|function|class|interface|type) (\w+)/gm;

const roomsByName = new Map<string, Set<string>>();
for (const file of files) {
  for (const [, name = ''] of readFileSync(join(packageRoot, file), 'utf8').matchAll(declaration))
    roomsByName.set(name, (roomsByName.get(name) ?? new Set()).add(roomOf(file)));
}

test('there are names to look at', () => {
  expect(roomsByName.size).toBeGreaterThan(1000);
});

test('an exported name means one thing in all rooms', () => {
  const shared = [...roomsByName].filter(([, rooms]) => rooms.size > 1).map(([name]) => name);
  expect(shared.sort()).toEqual([...Object.keys(sameThing), ...ambiguous].sort());
});
