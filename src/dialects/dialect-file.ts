import {
  inWords,
  type Mistake,
  mistakeAt,
  parsedDocument,
  type Source,
} from '../document/document.ts';
import { answersIn, dialectCheck } from '../spec/dialect-check.ts';
import { openPoints } from '../spec/open-points.ts';
import { DialectProblem, type Differences, dialectOf } from './dialect.ts';

/** Parses a dialect file: open points and answers that differ from the default. */
export function parseDialect(text: string, file: string): Differences {
  const source = { file, text };
  const parsed = parsedDocument(source);
  if ('mistake' in parsed) throw new DialectProblem(inWords([parsed.mistake], file));
  return checkedDialect(answersIn(parsed.value ?? {}), source);
}

const mistakesIn = dialectCheck(openPoints);

/** Checks a dialect from any source; throws a DialectProblem with all mistakes. */
export function checkedDialect(value: unknown, source?: Source): Differences {
  const mistakes = mistakesIn(value, source);
  // A program may pass an undefined answer, which must not replace the default.
  const answers = Object.entries(value ?? {}).filter(([, answer]) => answer !== undefined);
  const differences: Differences = Object.fromEntries(answers);
  if (mistakes.length === 0) mistakes.push(...contradictionsIn(differences, source));
  if (mistakes.length === 0) return differences;
  throw new DialectProblem(inWords(mistakes, source?.file ?? 'the dialect'));
}

/** Answers that are valid individually but contradict each other. */
function contradictionsIn(differences: Differences, source?: Source): Mistake[] {
  const answers = dialectOf(differences);
  const lowest = answers['create.score.minimum'];
  const highest = answers['create.score.maximum'];
  if (lowest === 'unbounded' || highest === 'unbounded' || lowest <= highest) return [];
  const given = 'create.score.minimum' in differences ? 'minimum' : 'maximum';
  const says = `create.score.minimum is ${lowest} and create.score.maximum is ${highest}; expected a lowest score that is not above the highest`;
  return [mistakeAt([`create.score.${given}`], says, source)];
}
