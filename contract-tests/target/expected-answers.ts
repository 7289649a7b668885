import { readFileSync } from 'node:fs';
import { dialectCheck } from '../../src/spec/dialect-check.ts';
import { inWords, parsedDocument } from '../../src/spec/document/document.ts';
import { openPoints } from '../../src/spec/open-points.ts';
import { type ExpectedAnswers, TargetError } from './target.ts';

/** Reads the dialect file named by `expect`, or reports all its mistakes. */
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
  const mistakes = dialectCheck(openPoints)(value, source);
  if (mistakes.length > 0) throw new TargetError(inWords(mistakes, file));
  return { file, answers: value as ExpectedAnswers['answers'] };
};
