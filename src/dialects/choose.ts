import { resolve } from 'node:path';
import { textOfFile, whyUnreadable } from '../document/text-file.ts';
import { nearest } from '../values/nearest.ts';
import { type Dialect, DialectProblem, dialectOf, differencesOf } from './dialect.ts';
import { parseDialect } from './dialect-file.ts';
import { dialectNames, isDialectName, namedDialects } from './named.ts';
import { randomDialect } from './random.ts';

/** A chosen dialect, and the label that selects it again. */
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
    return textOfFile(resolve(cwd, asked));
  } catch (error) {
    const near = nearest(asked, [...dialectNames, 'random']);
    throw new DialectProblem(
      `"${asked}" is neither a dialect nor a file that can be read: ${whyUnreadable(error)}. ${
        near ? `Did you mean "${near}"?` : `The dialects are ${dialectNames.join(', ')} and random.`
      }`,
    );
  }
}

/** The number of answers that differ from the default, in words. */
export function summary(dialect: Dialect): string {
  const count = Object.keys(differencesOf(dialect)).length;
  if (count === 0) return 'all answers as in openapi.yaml';
  return `${count} ${count === 1 ? 'answer differs' : 'answers differ'} from openapi.yaml`;
}
