import { readFileSync } from 'node:fs';
import { inWords, type Mistake, mistakeAt, parsedDocument } from '../../src/spec/document.ts';
import { documentCheck } from '../../src/spec/document-check.ts';
import { allowed, allows } from '../../src/spec/open-point.ts';
import { openPoints } from '../../src/spec/open-points.ts';
import { type ExpectedAnswers, TargetError } from './target.ts';

/** Reads the dialect file that `expect` names, or says all that is wrong with it. */
export const readExpectedAnswers = (path: string, file: string): ExpectedAnswers => {
  let text: string;
  try {
    text = readFileSync(path, 'utf8');
  } catch {
    throw new TargetError(`expect: ${file}: no such file, or not readable`);
  }
  const source = { file, text };
  const parsed = parsedDocument(source);
  if ('mistake' in parsed) throw new TargetError(inWords([parsed.mistake], file));
  const value = parsed.value ?? {};
  const points = openPoints();
  const shape = documentCheck(
    {
      type: 'object',
      propertyNames: { enum: [...points.keys()] },
      description: 'a map of open points',
    },
    { document: 'the dialect' },
  );
  const mistakes = [
    ...shape(value, source),
    ...Object.entries(value).flatMap(([id, answer]): Mistake[] => {
      const point = points.get(id);
      if (!point || allows(point, answer)) return [];
      const says = `${id} is ${JSON.stringify(answer)}; expected ${allowed(point)}`;
      return [mistakeAt([id], says, source)];
    }),
  ];
  if (mistakes.length > 0) throw new TargetError(inWords(mistakes, file));
  return { file, answers: value as ExpectedAnswers['answers'] };
};
