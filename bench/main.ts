import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { packageRoot } from '../src/values/package-root.ts';
import { contestants, pinLoad } from './race/contestants.ts';
import { race } from './race/race.ts';
import { asMarkdown, median, wrongAnswers } from './race/report.ts';

const ids = Object.keys(contestants);

const help = `Measures the server beside Express with the validator alone (bench/race/floor-server.ts), what anybody
would write with the same packages (bench/race/plain-server.ts), and Prism.

Usage: npm run bench -- [options] [contestant...]

${Object.entries(contestants)
  .map(([id, { name }]) => `  ${id.padEnd(12)} ${name}`)
  .join('\n')}

  --rounds N   how often each is measured, for two seconds a workload (default 5)
  --start      measure instead what a test costs that imports it, starts it and makes four calls, beside msw
  --install    install Prism and msw into bench/.tools first
  -h, --help   show this

All take part where none is named. "invalid" is a create with an invalid body, "stranger" a fetch with an
unknown token. Exits with 1 where any answer was wrong.
`;

const tools = join(packageRoot, 'bench', '.tools');

/** The peers, apart from the product: versions that run on the oldest Node it supports. */
function installPeers(): void {
  mkdirSync(tools, { recursive: true });
  const dependencies = { '@stoplight/prism-cli': '5.14.2', jest: '30.5.2', msw: '2.15.0' };
  writeFileSync(join(tools, 'package.json'), JSON.stringify({ private: true, dependencies }));
  const quiet = ['--no-audit', '--no-fund', '--loglevel', 'error', '--legacy-peer-deps'];
  // `npm run` passes the project's settings on to this npm; flags take precedence.
  const args = ['install', '--engine-strict=false', ...quiet];
  const { status } = spawnSync('npm', args, { cwd: tools, stdio: 'inherit' });
  if (status !== 0) throw new Error(`npm could not install the peers into ${tools}; see above.`);
}

/** CPU time from the start of Node to the fourth answer, in turn, so that a disturbance affects both. */
function measureStart(rounds: number): string {
  const hasMsw = existsSync(join(tools, 'node_modules', 'msw'));
  const programs = hasMsw ? ['ours', 'msw'] : ['ours'];
  const measured = Array.from({ length: rounds }, () =>
    programs.map((name) => {
      const file = join(packageRoot, 'bench', 'start', `${name}.mjs`);
      return Number(execFileSync(process.execPath, [file], { encoding: 'utf8' }));
    }),
  );
  const lines = programs.map(
    (name, nth) => `${name}: ${Math.round(median(measured.map((round) => round[nth] ?? 0)))} ms`,
  );
  return [
    'CPU time of a test that imports it, starts it and makes four calls:',
    ...lines,
    ...(hasMsw ? [] : ['msw does not take part: --install installs it.']),
    '',
  ].join('\n');
}

async function main(args: string[]): Promise<number> {
  const { values, positionals } = parseArgs({
    args,
    options: {
      rounds: { type: 'string', default: '5' },
      start: { type: 'boolean' },
      install: { type: 'boolean' },
      help: { type: 'boolean', short: 'h' },
    },
    allowPositionals: true,
  });
  const strange = positionals.find((one) => !ids.includes(one));
  if (strange !== undefined)
    throw new Error(`there is no contestant "${strange}", only ${ids.join(', ')}.`);
  const rounds = Number(values.rounds);
  if (!(Number.isInteger(rounds) && rounds > 0))
    throw new Error(`--rounds is "${values.rounds}". It takes a whole number from 1.`);
  if (values.install) installPeers();
  if (values.help || values.start) {
    process.stdout.write(values.help ? help : measureStart(rounds));
    return 0;
  }
  pinLoad();
  const raced = await race(positionals.length > 0 ? positionals : ids, rounds);
  process.stdout.write(asMarkdown(raced));
  return wrongAnswers(raced).length > 0 ? 1 : 0;
}

process.exitCode = await main(process.argv.slice(2)).catch((error: Error) => {
  process.stderr.write(`bench: ${error.message} See npm run bench -- --help.\n`);
  return 2;
});
