import { type OpenPointId, pointById } from '../dialects/dialect.ts';
import { operationNames } from '../domain/operation.ts';
import { exercisedPoints, type OutcomeNotes } from './exercised-points.ts';

const mostNamed = 5;

/** Every outcome of an operation that has a status of its own, in words: `a fetch when the report was deleted`. */
const requests: readonly { readonly note: string; readonly says: string }[] = [
  ...pointById.values(),
].flatMap(({ id, question }) => {
  const [, operation, outcome] = /^(\w+)\.status\.([\w-]+)$/.exec(id) ?? [];
  const [, when] = / (when .*)\?$/.exec(question) ?? [];
  if (!operationNames.some((name) => name === operation) || !when) return [];
  return [{ note: `${operation} ${outcome}`, says: `a ${operation} ${when}` }];
});

const everyPoint = exercisedPoints(['- contract']);

/** The open points that no request has touched, and the requests that would touch the most of them, first. */
export function untouched(notes: OutcomeNotes): {
  readonly points: readonly OpenPointId[];
  readonly all: number;
  readonly by: readonly { readonly request: string; readonly touches: number }[];
} {
  const touched = exercisedPoints(notes);
  const by: { request: string; touches: number }[] = [];
  let made = notes;
  while (by.length < mostNamed) {
    const before = exercisedPoints(made).size;
    const [best] = requests
      .map((one) => ({ ...one, touches: exercisedPoints([...made, one.note]).size - before }))
      .sort((a, b) => b.touches - a.touches);
    if (!best || best.touches === 0) break;
    by.push({ request: best.says, touches: best.touches });
    made = [...made, best.note];
  }
  return { points: [...everyPoint].filter((id) => !touched.has(id)), all: everyPoint.size, by };
}
