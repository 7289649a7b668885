import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Chance } from './chance.ts';
import { control } from './control/control.ts';
import { deletedFolder } from './deleted-folder.ts';
import { disk } from './disk.ts';
import { fuzz } from './fuzz/fuzz.ts';
import { kill } from './kill.ts';
import { listening } from './listening.ts';
import { soak } from './soak.ts';
import type { Finding, Trial } from './trial.ts';
import { twoServers } from './two-servers.ts';
import { help, understood, type Wish, WrongUsage } from './usage.ts';

const trials: readonly Trial[] = [
  kill,
  disk,
  twoServers,
  deletedFolder,
  control,
  fuzz,
  listening,
  soak,
];

async function endure(args: string[]): Promise<number> {
  const { chosen, ...wish } = understood(args, trials);
  if (chosen.length === 0) {
    process.stdout.write(help(trials));
    return 0;
  }
  let held = true;
  for (const trial of chosen) {
    if (!(await tried(trial, wish))) held = false;
  }
  return held ? 0 : 1;
}

const folders = new Set<string>();
process.once('exit', removeFolders);

function removeFolders(): void {
  for (const folder of folders) rmSync(folder, { recursive: true, force: true });
  folders.clear();
}

function newFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'abuse-feed-endure-'));
  folders.add(folder);
  return folder;
}

async function tried(trial: Trial, { short, seed, numbers, texts }: Wish): Promise<boolean> {
  const began = performance.now();
  const say = (text: string) => void process.stderr.write(`  ${trial.name}: ${text}\n`);
  say(`begins, seed ${seed}`);
  const finding = await trial
    .run({
      short,
      seed,
      chance: new Chance(seed),
      asked: (option) => numbers.get(option),
      text: (option) => texts.get(option),
      folder: newFolder,
      say,
    })
    .catch((error: Error) => ({ numbers: 'it came to no end', problems: [String(error.stack)] }));
  removeFolders();
  const seconds = Math.round((performance.now() - began) / 1000);
  const given = [...numbers, ...texts].map(([option, value]) => ` --${option} ${value}`).join('');
  const repeat = `npm run endure -- ${trial.name}${given}${short ? ' --short' : ''} --seed ${seed}`;
  process.stdout.write(shown(trial, finding, `${seconds} s, seed ${seed}`, repeat));
  return finding.problems.length === 0;
}

const mostShown = 20;

function shown({ name }: Trial, finding: Finding, how: string, repeat: string): string {
  const { numbers, problems, notTried = [] } = finding;
  const lines = [
    `${name} ${problems.length === 0 ? 'held' : 'BROKE'}: ${numbers} (${how})`,
    ...notTried.map((what) => `  not tried here: ${what}`),
    ...problems.slice(0, mostShown).map((what) => `  ${what}`),
    ...(problems.length > mostShown ? [`  and ${problems.length - mostShown} more`] : []),
    ...(problems.length > 0 ? [`  Repeat it: ${repeat}`] : []),
  ];
  return `${lines.join('\n')}\n`;
}

for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(130));

try {
  process.exitCode = await endure(process.argv.slice(2));
} catch (error) {
  if (!(error instanceof WrongUsage)) throw error;
  process.stderr.write(`endure: ${error.message}\n`);
  process.exitCode = 2;
}
