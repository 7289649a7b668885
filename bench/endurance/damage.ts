import {
  copyFileSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { basename, join } from 'node:path';
import type { Chance } from '../harness/chance.ts';
import { OurServer } from '../harness/our-server.ts';
import { Ended } from '../harness/program.ts';
import { Stand } from './stand.ts';
import type { Finding, Setting, Trial } from './trial.ts';

export const damage: Trial = {
  name: 'damage',
  about: 'damaged data folders: a torn last line is told, all else refused with its place',
  amount: [100, 8, 'starts'],
  run,
};

/** Ways to damage a line; the result is never valid JSON. */
const damages: { readonly [what: string]: (text: string, at: number) => string } = {
  'a NUL put in': (text, at) => `${text.slice(0, at)}\0${text.slice(at)}`,
  'a NUL in the place of a byte': (text, at) => `${text.slice(0, at)}\0${text.slice(at + 1)}`,
  'a block zeroed': (text, at) => `${text.slice(0, at)}${'\0'.repeat(9)}${text.slice(at + 9)}`,
  'a bracket put in': (text, at) => `${text.slice(0, at)}\n}]\n${text.slice(at)}`,
};

async function run({ chance, amount, folder, say }: Setting): Promise<Finding> {
  const data = join(folder(), 'data');
  const original = `${data}.whole`;
  const problems: string[] = [];
  const stand = await Stand.start({ data }, { chance, problems });
  await stand.work(30);
  await stand.lastCreate();
  await stand.end('SIGKILL');
  mkdirSync(original);
  for (const name of namesIn(data)) copyFileSync(join(data, name), join(original, name));
  let torn = 0;
  for (let time = 1; time <= amount; time += 1) {
    for (const name of namesIn(original)) copyFileSync(join(original, name), join(data, name));
    const journal = namesIn(data).find((name) => name.startsWith('journal')) ?? '';
    if (time % 4 === 0) {
      torn += 1;
      tear(join(data, journal), chance);
      await startTorn(stand, join(data, journal));
    } else {
      const name = time % 4 === 1 ? journal : snapshotIn(data);
      const what = spoil(join(data, name), chance);
      const wrong = await startSpoilt(data, name);
      problems.push(...wrong.map((problem) => `${name}, ${what}: ${problem}`));
    }
    if (time % 20 === 0) say(`${time} of ${amount}`);
  }
  return {
    numbers:
      `${amount} damaged folders: ${torn} with a torn last line were told of, ` +
      `${amount - torn} refused with file and line, and nothing was overwritten`,
    problems,
  };
}

/** All files except locks and owners. */
function namesIn(data: string): string[] {
  return readdirSync(data).filter(
    (name) => !/lock|owner/.test(name) && statSync(join(data, name)).isFile(),
  );
}

function snapshotIn(data: string): string {
  return namesIn(data).find((name) => name.endsWith('.json')) ?? '';
}

/** Truncates the last line, so that it is no complete record. */
function tear(file: string, chance: Chance): void {
  const text = readFileSync(file, 'latin1').trimEnd();
  const last = text.length - text.lastIndexOf('\n') - 1;
  writeFileSync(file, text.slice(0, -chance.between(1, last - 1)), 'latin1');
}

/** Damages any line but the last, which a crash may truncate. */
function spoil(file: string, chance: Chance): string {
  const text = readFileSync(file, 'latin1');
  const isJournal = basename(file).startsWith('journal');
  const end = isJournal ? text.trimEnd().lastIndexOf('\n') - 12 : text.trimEnd().length - 12;
  const what = chance.of([...Object.keys(damages), ...(isJournal ? [] : ['the end cut off'])]);
  const at = chance.below(end);
  const made = damages[what] ?? ((whole: string) => whole.slice(0, at));
  writeFileSync(file, made(text, at), 'latin1');
  return `${what} at ${at}`;
}

async function startSpoilt(data: string, name: string): Promise<string[]> {
  const before = namesIn(data).map((one) => [one, readFileSync(join(data, one))] as const);
  const refusal = await OurServer.refusal({ data }, OurServer.restart);
  const place = refusal?.message.includes(join(data, name)) && /\bline \d+/.test(refusal.message);
  const isClear = refusal?.code === 1 && place;
  const changed = before.filter(([file, bytes]) => !bytes.equals(readFileSync(join(data, file))));
  return [
    ...(isClear ? [] : [refusal?.message ?? 'the server started']),
    ...changed.map(([file]) => `${file} was overwritten`),
  ];
}

/** Either everything but the last change is there, with a message, or the start is refused like any other damage. */
async function startTorn(stand: Stand, journal: string): Promise<void> {
  try {
    await stand.again('a torn last line');
  } catch (error) {
    const isClear = error instanceof Ended && error.message.includes(journal);
    if (!isClear) throw error;
    return;
  }
  if (!stand.server.program.said().includes(basename(journal)))
    stand.problems.push('a torn last line: nothing is said of it');
  await stand.end('SIGKILL');
}
