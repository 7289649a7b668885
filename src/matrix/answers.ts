import { answerTo, type Dialect, type Differences, type OpenPointId } from '../dialects/dialect.ts';

/** Helpers for answers to some open points. */
export const idsOf = (answers: Differences): OpenPointId[] => Object.keys(answers) as OpenPointId[];

export const sizeOf = (answers: Differences): number => idsOf(answers).length;

export const pickAnswers = (
  answers: Differences | Dialect,
  ids: readonly OpenPointId[],
): Differences =>
  Object.fromEntries(ids.map((id) => [id, answerTo(answers as Dialect, id)])) as Differences;

export const withoutAnswers = (answers: Differences, gone: Differences): Differences =>
  pickAnswers(
    answers,
    idsOf(answers).filter((id) => !(id in gone)),
  );

export const answersAmong = (answers: Differences, ids: ReadonlySet<OpenPointId>): Differences =>
  pickAnswers(
    answers,
    idsOf(answers).filter((id) => ids.has(id)),
  );

/** Whether a dialect gives all of these answers. */
export const hasAnswers = (dialect: Dialect, answers: Differences): boolean =>
  idsOf(answers).every((id) => answerTo(dialect, id) === answers[id]);

/** Splits evenly into this many parts, none of them empty. */
export function splitAnswers(answers: Differences, parts: number): Differences[] {
  const ids = idsOf(answers);
  const count = Math.min(parts, ids.length);
  return Array.from({ length: count }, (_, nth) => {
    const from = Math.floor((nth * ids.length) / count);
    return pickAnswers(answers, ids.slice(from, Math.floor(((nth + 1) * ids.length) / count)));
  });
}
