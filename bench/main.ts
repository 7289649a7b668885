import { execFileSync, spawnSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { packageRoot } from '../src/values/package-root.ts';
import { endure } from './endure/endure.ts';
import { contestants, pinLoad } from './race/contestants.ts';
import { race } from './race/race.ts';
import { asMarkdown, median, wrongAnswers } from './race/report.ts';

const ids = Object.keys(contestants);

const help = `Usage: npm run bench -- [options] [contestant...]   CPU time per request, beside others; all without names
       npm run bench -- start                       CPU time of a test that imports it, starts it, makes four calls
       npm run bench -- endure                      SIGKILL under load, every third time with a full disk: what was
                                                    acknowledged must be there, and what was deleted must not
       npm run bench -- install                     installs Prism and jest into bench/.tools

${Object.entries(contestants)
  .map(([id, { name }]) => `  ${id.padEnd(12)} ${name}`)
  .join('\n')}

  --rounds N   how often each is measured, for two seconds a workload (default 5)
  --kills N    how often the server is killed (default 100)
  --seed N     repeats an endurance run (by chance where it is not given)
  -h, --help   show this

"invalid" is a create with an invalid body, "stranger" a fetch with an unknown token. Exits with 1 where any answer
was wrong or anything was lost.
`;

/** The peers, apart from the product: versions that run on the oldest Node it supports. */
function installPeers(): void {
  const tools = join(packageRoot, 'bench', '.tools');
  mkdirSync(tools, { recursive: true });
  const dependencies = { '@stoplight/prism-cli': '5.14.2', jest: '30.5.2' };
  writeFileSync(join(tools, 'package.json'), JSON.stringify({ private: true, dependencies }));
  const quiet = ['--no-audit', '--no-fund', '--loglevel', 'error', '--legacy-peer-deps'];
  // `npm run` passes the project's settings on to this npm; flags take precedence.
  const args = ['install', '--engine-strict=false', ...quiet];
  const { status } = spawnSync('npm', args, { cwd: tools, stdio: 'inherit' });
  if (status !== 0) throw new Error(`npm could not install the peers into ${tools}; see above.`);
}

function measureStart(rounds: number): void {
  const file = join(packageRoot, 'bench', 'start.mjs');
  const run = () => Number(execFileSync(process.execPath, [file], { encoding: 'utf8' }));
  process.stdout.write(`${Math.round(median(Array.from({ length: rounds }, run)))} ms\n`);
}

async function main(args: string[]): Promise<number> {
  const { values, positionals } = parseArgs({
    args,
    options: {
      rounds: { type: 'string', default: '5' },
      kills: { type: 'string', default: '100' },
      seed: { type: 'string', default: String(Date.now() % 1_000_000) },
      help: { type: 'boolean', short: 'h' },
    },
    allowPositionals: true,
  });
  const wholeNumber = (name: 'rounds' | 'kills' | 'seed'): number => {
    const number = Number(values[name]);
    if (Number.isInteger(number) && number >= 0) return number;
    throw new Error(`--${name} is "${values[name]}". It takes a whole number.`);
  };
  const rounds = wholeNumber('rounds');
  const [first] = positionals;
  if (values.help) process.stdout.write(help);
  else if (first === 'install') installPeers();
  else if (first === 'start') measureStart(rounds);
  else if (first === 'endure') return endure(wholeNumber('kills'), wholeNumber('seed'));
  else {
    const strange = positionals.find((one) => !ids.includes(one));
    if (strange !== undefined)
      throw new Error(`there is no contestant "${strange}", only ${ids.join(', ')}.`);
    pinLoad();
    const raced = await race(positionals.length > 0 ? positionals : ids, rounds);
    process.stdout.write(asMarkdown(raced));
    return wrongAnswers(raced).length > 0 ? 1 : 0;
  }
  return 0;
}

process.exitCode = await main(process.argv.slice(2)).catch((error: Error) => {
  process.stderr.write(`bench: ${error.message} See npm run bench -- --help.\n`);
  return 2;
});
