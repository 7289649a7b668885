import { answerTo, type Dialect, type Differences, type OpenPointId } from '../dialects/dialect.ts';

/** Answers to some open points, and what can be made of them. */
export const idsOf = (answers: Differences): OpenPointId[] => Object.keys(answers) as OpenPointId[];

export const sizeOf = (answers: Differences): number => idsOf(answers).length;

export const picked = (answers: Differences | Dialect, ids: readonly OpenPointId[]): Differences =>
  Object.fromEntries(ids.map((id) => [id, answerTo(answers as Dialect, id)])) as Differences;

export const without = (answers: Differences, gone: Differences): Differences =>
  picked(
    answers,
    idsOf(answers).filter((id) => !(id in gone)),
  );

export const among = (answers: Differences, ids: ReadonlySet<OpenPointId>): Differences =>
  picked(
    answers,
    idsOf(answers).filter((id) => ids.has(id)),
  );

/** In so many parts, as even as can be; none of them empty. */
export function split(answers: Differences, parts: number): Differences[] {
  const ids = idsOf(answers);
  const count = Math.min(parts, ids.length);
  return Array.from({ length: count }, (_, nth) => {
    const from = Math.floor((nth * ids.length) / count);
    return picked(answers, ids.slice(from, Math.floor(((nth + 1) * ids.length) / count)));
  });
}
