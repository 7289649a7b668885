import { expect, test } from 'vitest';
import { type HashKind, hashKinds } from '../../../src/spec/file-hashes.ts';
import { beyondHashes } from './askable.ts';
import { refusalsAsked } from './count-plan.ts';

/** Files with all their hashes, such as `sha512 of 3`. */
function filesWithAll(count: number) {
  return Array.from({ length: count }, (_, file) =>
    hashKinds.map((kind) => ({ kind, hash: `${kind} of ${file}` })),
  ).flat();
}

const [first, often] = hashKinds as readonly [HashKind, HashKind, ...HashKind[]];
const used = [`${first} of 0`, `${often} of 0`, `${often} of 1`];

function kindsOf(hashes: readonly string[]): string[] {
  return hashes.map((hash) => hash.replace(/ of \d+$/, ''));
}

test('what must be refused has each kind of hash, and then not the one that was asked for most', () => {
  for (const style of ['parallel', 'distinct'] as const) {
    const asked = beyondHashes({ style }, used, filesWithAll(4));
    expect(asked).toHaveLength(refusalsAsked);
    expect(new Set(asked).size).toBe(refusalsAsked);
    for (const hash of asked) expect(used).not.toContain(hash);
    expect(new Set(kindsOf(asked.slice(0, hashKinds.length)))).toEqual(new Set(hashKinds));
    expect(kindsOf(asked.slice(hashKinds.length))).not.toContain(often);
  }
});

test('a mixed plan ends with what was asked first, which may be cached', () => {
  expect(beyondHashes({ style: 'mixed' }, used, filesWithAll(4)).at(-1)).toBe(used[0]);
});

test('with one file, or a hash of one kind, there is something to ask all the same', () => {
  const all = filesWithAll(1);
  for (const hits of [all, all.slice(0, 1)]) {
    const asked = beyondHashes({ style: 'distinct' }, [all[0]?.hash ?? ''], hits);
    expect(asked).toHaveLength(refusalsAsked);
    for (const hash of asked) expect(hits.map((one) => one.hash)).toContain(hash);
  }
});
