import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import * as choice from './choices.ts';
import type { Choices, OrdinaryServer, Running, Seed } from './ordinary.ts';

const isAvailable = (): boolean =>
  spawnSync('python3', ['-c', 'import sys; sys.exit(sys.version_info < (3, 9))']).status === 0;

async function start(seed: Seed, choices: Choices, port = 0): Promise<Running> {
  const script = fileURLToPath(new URL('python.py', import.meta.url));
  const child = spawn('python3', [script], { stdio: ['pipe', 'pipe', 'inherit'] });
  const ended = once(child, 'exit');
  // Infinity becomes null, which python.py knows
  child.stdin.write(`${JSON.stringify({ seed, choices: [...choices], port })}\n`);
  const line = once(createInterface(child.stdout), 'line');
  const [first] = await Promise.race([
    line,
    ended.then(() => {
      throw new Error('python.py did not start');
    }),
  ]);
  const url = `http://127.0.0.1:${first}`;
  const close = async () => {
    child.stdin.end();
    await ended;
  };
  return { baseUrl: url, analysisUrl: url, close };
}

export const python: OrdinaryServer = {
  name: 'python',
  isAvailable,
  choices: [
    ...choice.commonChoices,
    ...choice.quotaChoices,
    'score-32-bit',
    'score-integral-float',
    'link-href',
    'tags-tidy',
    'host-tidy',
    'hash-any-case',
    'optional-fields',
    'only-required-all',
    'misses-404',
    'misses-empty',
    'errors-200',
  ],
  start,
};
