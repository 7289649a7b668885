import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { RunningServer } from '../../src/start-server.ts';
import { installed } from './packages.ts';
import { ran } from './run.ts';
import type { Trial } from './trial.ts';

/** Contract tests of Portman, run by its Newman: every operation by its examples. */
const tests = [
  ...['statusSuccess', 'contentType', 'jsonBody', 'schemaValidation'].map((test) => ({
    openApiOperation: '*::/*',
    [test]: { enabled: true },
  })),
];

export async function portman(server: RunningServer, cwd: string): Promise<Trial> {
  const program = installed('portman', '@apideck', 'portman', 'bin', 'portman');
  if (!program) return { name: 'portman', missing: true };
  const document = join(cwd, 'openapi.json');
  writeFileSync(document, await (await fetch(`${server.baseUrl}/openapi.json`)).text());
  const config = {
    version: 1.0,
    tests: { contractTests: tests },
    // Postman would put its own placeholder in the place of the token.
    overwrites: [
      {
        openApiOperation: '*::/*',
        overwriteRequestSecurity: {
          apiKey: { key: 'Authorization', value: server.tokens['researcher-1'], in: 'header' },
        },
      },
    ],
  };
  const settings = join(cwd, 'portman.json');
  writeFileSync(settings, JSON.stringify(config));
  const args = ['--local', document, '--baseUrl', server.baseUrl, '--portmanConfigFile', settings];
  const output = join(cwd, 'collection.json');
  const { output: shown } = await ran(
    process.execPath,
    [program, ...args, '--output', output, '--runNewman'],
    { cwd },
  );
  const [, total, failed] = /assertions\s*│\s*(\d+)\s*│\s*(\d+)/.exec(shown) ?? [];
  const notes = [...shown.matchAll(/^ *\d+\. (?:AssertionError|\S*Error) +(.*)$/gm)].map(
    ([, what = '']) => what,
  );
  return total === undefined
    ? { name: 'portman', total: 0, passed: 0, notes: [shown.slice(-2000)] }
    : { name: 'portman', total: Number(total), passed: Number(total) - Number(failed), notes };
}
