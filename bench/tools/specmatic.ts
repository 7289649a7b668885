import { spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { RunningServer } from '../../src/start-server.ts';
import { installed } from './packages.ts';
import { ran } from './run.ts';
import type { Trial } from './trial.ts';

/** Specmatic's own tests. It takes the token from a file beside the document. */
export async function specmatic(server: RunningServer, cwd: string): Promise<Trial> {
  const jar = installed('specmatic', 'specmatic', 'specmatic.jar');
  if (!jar || spawnSync('java', ['-version']).status !== 0)
    return { name: 'specmatic', missing: true };
  const document = join(cwd, 'openapi.json');
  writeFileSync(document, await (await fetch(`${server.baseUrl}/openapi.json`)).text());
  const token = server.tokens['researcher-1'];
  const security = { OpenAPI: { securitySchemes: { token: { type: 'apiKey', value: token } } } };
  const settings = { version: 2, contracts: [{ provides: ['openapi.json'] }], security };
  writeFileSync(join(cwd, 'specmatic.json'), JSON.stringify(settings));
  const args = ['-jar', jar, 'test', document, `--testBaseURL=${server.baseUrl}`];
  const { output } = await ran('java', args, { cwd });
  const [, total, passed] = /Tests run: (\d+), Successes: (\d+)/.exec(output) ?? [];
  const notes = [...output.matchAll(/^ *Scenario: (.*) has FAILED/gm)].map(([, what = '']) => what);
  return total === undefined
    ? { name: 'specmatic', total: 0, passed: 0, notes: [output.slice(-2000)] }
    : { name: 'specmatic', total: Number(total), passed: Number(passed), notes };
}
