import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { packageRoot } from '../src/values/package-root.ts';
import { cores, pin } from './harness/machine.ts';
import { contestants } from './race/contestants.ts';
import { race } from './race/race.ts';
import { asMarkdown, wrongAnswers } from './race/report.ts';
import { measureStart } from './start/start.ts';

const ids = Object.keys(contestants);

const help = `Measures the server side by side with bare node:http, with Express and the validator alone
(bench/race/floor-server.ts), with what anybody would write with the same packages
(bench/race/plain-server.ts), and with Prism.

Usage: npm run bench -- [options] [contestant...]

${Object.entries(contestants)
  .map(([id, { name }]) => `  ${id.padEnd(15)}  ${name}`)
  .join('\n')}

  --rounds N       how often each is measured, for two seconds a workload (default 5)
  --start          measure instead what it costs to import it, start it and make four calls, beside msw
  -h, --help       show this

All take part where none is named. "invalid" is a create with an invalid body, "stranger" a fetch with an
unknown token. CPU time can be compared even where something else runs.
Exits with 1 where any answer was wrong. bench/results has the figures of the last run.
`;

function settingsFrom(args: string[]) {
  const options = {
    rounds: { type: 'string', default: '5' },
    start: { type: 'boolean', default: false },
    help: { type: 'boolean', short: 'h' },
  } as const;
  const { values, positionals } = parseArgs({ args, options, allowPositionals: true });
  const strange = positionals.find((one) => !ids.includes(one));
  if (strange !== undefined)
    throw new Error(`there is no contestant "${strange}", only ${ids.join(', ')}.`);
  const rounds = Number(values.rounds);
  if (!(Number.isInteger(rounds) && rounds > 0))
    throw new Error(`--rounds is "${values.rounds}". It takes a whole number from 1.`);
  return {
    rounds,
    chosen: positionals.length > 0 ? positionals : ids,
    start: values.start,
    help: values.help,
  };
}

function tell(what: string): void {
  process.stderr.write(`${what}\n`);
}

async function main({ rounds, chosen }: ReturnType<typeof settingsFrom>): Promise<number> {
  const entrants = Object.entries(contestants).filter(([id, { name, absent }]) => {
    if (!chosen.includes(id)) return false;
    const why = absent?.();
    if (why !== undefined) tell(`${name} does not take part: ${why}.`);
    return why === undefined;
  });
  const folder = mkdtempSync(join(tmpdir(), 'abuse-feed-bench-'));
  // The load has a core of its own, if there are two.
  pin(process.pid, cores.load);
  try {
    const raced = await race(entrants, { folder, rounds, tell });
    const results = join(packageRoot, 'bench', 'results');
    mkdirSync(results, { recursive: true });
    writeFileSync(join(results, 'figures.json'), `${JSON.stringify(raced, null, 2)}\n`);
    process.stdout.write(asMarkdown(raced));
    return wrongAnswers(raced).length > 0 ? 1 : 0;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function understood(args: string[]) {
  try {
    return settingsFrom(args);
  } catch (error) {
    tell(`bench: ${(error as Error).message} See npm run bench -- --help.`);
    return undefined;
  }
}

const settings = understood(process.argv.slice(2));
if (settings?.help) process.stdout.write(help);
else if (settings?.start) process.stdout.write(measureStart(settings.rounds));
else process.exitCode = settings ? await main(settings) : 2;
