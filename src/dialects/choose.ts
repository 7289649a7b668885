import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { nearest } from '../spec/nearest.ts';
import { type Dialect, DialectProblem, dialectOf, differencesOf } from './dialect.ts';
import { parseDialect } from './dialect-file.ts';
import { dialectNames, isDialectName, namedDialects } from './named.ts';
import { randomDialect } from './random.ts';

/** A dialect that was asked for, and the label to ask for it by again. */
export interface ChosenDialect {
  readonly label: string;
  readonly dialect: Dialect;
}

/** By name, `random` with a seed, or a file. */
export function chooseDialect(
  asked: string,
  options: { seed?: number; cwd: string },
): ChosenDialect {
  if (asked === 'random') {
    const seed = options.seed ?? Math.floor(Math.random() * 2 ** 31);
    return { label: `random, seed ${seed}`, dialect: randomDialect(seed) };
  }
  if (isDialectName(asked)) {
    return { label: asked, dialect: dialectOf(namedDialects[asked].differences) };
  }
  return { label: asked, dialect: dialectOf(parseDialect(fileText(asked, options.cwd), asked)) };
}

function fileText(asked: string, cwd: string): string {
  try {
    return readFileSync(resolve(cwd, asked), 'utf8');
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    const near = nearest(asked, [...dialectNames, 'random']);
    throw new DialectProblem(
      `"${asked}" is no dialect and no file that can be read (${code}). ${
        near ? `Did you mean "${near}"?` : `There are ${dialectNames.join(', ')} and random.`
      }`,
    );
  }
}

/** How many answers differ from the default, for people. */
export function summary(dialect: Dialect): string {
  const count = Object.keys(differencesOf(dialect)).length;
  if (count === 0) return 'all answers as in openapi.yaml';
  return `${count} ${count === 1 ? 'answer differs' : 'answers differ'} from openapi.yaml`;
}
