import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { RunningServer } from '../../src/start-server.ts';
import { installed } from './packages.ts';
import { ran } from './run.ts';
import type { Trial } from './trial.ts';

/**
 * Dredd makes one request of every response of the document, all from the same example, so it could meet
 * but one of them. It is helped to ask for the one it expects.
 */
const hooks = `
const hooks = require('hooks');
hooks.beforeEach((transaction) => {
  transaction.skip = false;
  transaction.request.headers.Prefer = 'code=' + transaction.expected.statusCode;
});
`;

/** It does not know that a parameter may have several examples, by name. */
function oneExample(_key: string, part: unknown): unknown {
  if (typeof part !== 'object' || part === null || !('in' in part && 'examples' in part))
    return part;
  const { examples, ...parameter } = part;
  const [first] = Object.values(examples as { [name: string]: { value: unknown } });
  return { ...parameter, example: first?.value };
}

export async function dredd(server: RunningServer, cwd: string): Promise<Trial> {
  const program = installed('dredd', 'dredd', 'bin', 'dredd');
  if (!program) return { name: 'dredd', missing: true };
  const document = join(cwd, 'openapi.json');
  const served = await (await fetch(`${server.baseUrl}/openapi.json`)).text();
  writeFileSync(document, JSON.stringify(JSON.parse(served, oneExample)));
  const hookFile = join(cwd, 'hooks.js');
  writeFileSync(hookFile, hooks);
  const token = server.tokens['researcher-1'];
  const asks = ['--header', `Authorization: ${token}`, '--hookfiles', hookFile];
  const args = [program, document, server.baseUrl, ...asks];
  const { output } = await ran(process.execPath, args, { cwd });
  const [, passed, failed, errors] =
    /complete: (\d+) passing, (\d+) failing, (\d+) errors/.exec(output) ?? [];
  const total = Number(passed) + Number(failed) + Number(errors);
  const notes = [...output.matchAll(/^fail: ((?:GET|POST|DELETE) .*) duration/gm)].map(
    ([, what = '']) => what,
  );
  return Number.isNaN(total)
    ? { name: 'dredd', total: 0, passed: 0, notes: [output.slice(-2000)] }
    : { name: 'dredd', total, passed: Number(passed), notes };
}
