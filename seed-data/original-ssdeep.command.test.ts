import { execFileSync, spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { readSeed } from '../src/seed/seed.ts';

const folder = fileURLToPath(new URL('.', import.meta.url));
const { analyses } = readSeed(folder).contents;
const hasSsdeep = spawnSync('ssdeep', ['-V']).status === 0;

test.skipIf(!hasSsdeep).each(analyses.map(({ fileName, ssDeep }) => [fileName, ssDeep]))(
  'the original ssdeep gives %s the same fuzzy hash (needs ssdeep)',
  (name, expected) => {
    const output = execFileSync('ssdeep', ['-s', '-b', `${folder}samples/${name}`]).toString();
    expect(output.split('\n')[1]).toBe(`${expected},"${name}"`);
  },
);
