import { spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { RunningServer } from '../../src/start-server.ts';
import { installed } from './packages.ts';
import { ran } from './run.ts';
import type { Trial } from './trial.ts';

/** Specmatic's own tests. It takes a token from the variable that is named as its scheme. */
export async function specmatic(server: RunningServer, cwd: string): Promise<Trial> {
  const jar = installed('specmatic', 'specmatic', 'specmatic.jar');
  if (!jar || spawnSync('java', ['-version']).status !== 0)
    return { name: 'specmatic', missing: true };
  const document = join(cwd, 'openapi.json');
  writeFileSync(document, await (await fetch(`${server.baseUrl}/openapi.json`)).text());
  const args = ['-jar', jar, 'test', document, `--testBaseURL=${server.baseUrl}`];
  const env = { token: server.tokens['researcher-1'] };
  const { output } = await ran('java', args, { cwd, env });
  const [, total, passed] = /Tests run: (\d+), Successes: (\d+)/.exec(output) ?? [];
  const notes = [...output.matchAll(/^ *Scenario: (.*) has FAILED/gm)].map(([, what = '']) => what);
  return total === undefined
    ? { name: 'specmatic', total: 0, passed: 0, notes: [output.slice(-2000)] }
    : { name: 'specmatic', total: Number(total), passed: Number(passed), notes };
}
