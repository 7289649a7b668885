import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { packageRoot } from '../../src/values/package-root.ts';
import { median } from '../race/report.ts';

const programs = { 'abuse-feed-kit': 'ours.mjs', msw: 'msw.mjs' };

/** CPU time from the start of Node to the fourth answer, in turn, so that a disturbance affects both. */
export function measureStart(times: number): string {
  const hasMsw = existsSync(join(packageRoot, 'bench/.tools/msw/node_modules/msw'));
  const contestants = Object.entries(programs).filter(([name]) => name !== 'msw' || hasMsw);
  const measured = new Map<string, number[]>();
  for (let nth = 0; nth < times; nth += 1)
    for (const [name, program] of contestants)
      measured.set(name, [...(measured.get(name) ?? []), millisecondsOf(program)]);
  const lines = [...measured].map(([name, all]) => `${name}: ${Math.round(median(all))} ms`);
  return [
    'CPU time of a test that imports it, starts it and makes four calls:',
    ...lines,
    ...(hasMsw ? [] : ['msw does not take part: npm run tools installs it.']),
    '',
  ].join('\n');
}

function millisecondsOf(program: string): number {
  const file = join(packageRoot, 'bench', 'start', program);
  return Number(execFileSync(process.execPath, [file], { encoding: 'utf8' }));
}
