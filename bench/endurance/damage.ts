import { cpSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import type { Chance } from '../harness/chance.ts';
import { OurServer } from '../harness/our-server.ts';
import { Ended } from '../harness/program.ts';
import { Stand } from './stand.ts';
import type { Finding, Setting, Trial } from './trial.ts';

export const damage: Trial = {
  name: 'damage',
  about: 'damaged data folders: a torn last line is told, all else refused with its place',
  ...{ option: 'starts', full: 100, short: 8 },
  run,
};

/** What becomes of the lines of a file; each is no JSON any more, wherever it is damaged. */
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
  cpSync(data, original, { recursive: true });
  let torn = 0;
  for (let time = 1; time <= amount; time += 1) {
    rmSync(data, { recursive: true });
    cpSync(original, data, { recursive: true });
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

const namesIn = (data: string): string[] =>
  readdirSync(data).filter((name) => /\.(json|jsonl|log)$/.test(name));

const snapshotIn = (data: string): string =>
  namesIn(data).find((name) => !name.startsWith('journal')) ?? '';

/** Cuts the last line, so that it is no whole record. */
function tear(file: string, chance: Chance): void {
  const text = readFileSync(file, 'latin1').trimEnd();
  const last = text.length - text.lastIndexOf('\n') - 1;
  writeFileSync(file, text.slice(0, -chance.between(1, last - 1)), 'latin1');
}

/** Anywhere but in the last line, which a crash may tear. */
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
  const before = contentsOf(data);
  const outcome = await OurServer.restart({ data }).catch((error: unknown) => error);
  if (outcome instanceof OurServer) {
    await outcome.program.end('SIGKILL');
    return ['the server started'];
  }
  if (!(outcome instanceof Ended)) throw outcome;
  const { code, message } = outcome;
  const isClear = code === 1 && message.includes(join(data, name)) && /\bline \d+/.test(message);
  const changed = before.filter(([file, bytes]) => !bytes.equals(readFileSync(join(data, file))));
  return [
    ...(isClear ? [] : [`it ended with these words: ${message}`]),
    ...changed.map(([file]) => `${file} was overwritten`),
  ];
}

/** All is there but the last change, and it is said; or it is refused like any other damage. */
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

const contentsOf = (data: string): [string, Buffer][] =>
  readdirSync(data)
    .filter((name) => statSync(join(data, name)).isFile() && name !== 'lock')
    .map((name) => [name, readFileSync(join(data, name))]);
