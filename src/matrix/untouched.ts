import { type OpenPointId, pointById } from '../dialects/dialect.ts';
import { operationNames } from '../domain/operation.ts';
import { type OutcomeNotes, touchedPoints } from './touched-points.ts';

const mostNamed = 5;

let each: readonly { readonly says: string; readonly touches: readonly OpenPointId[] }[];

/** Every outcome of an operation that has a status of its own, in words: `a fetch when the report was deleted`. */
const requests: readonly { readonly note: string; readonly says: string }[] = [
  ...pointById.values(),
].flatMap(({ id, question }) => {
  const [, operation, outcome] = /^(\w+)\.status\.([\w-]+)$/.exec(id) ?? [];
  const at = question.indexOf(' when ');
  if (!operationNames.some((name) => name === operation) || at < 0) return [];
  const when = question.slice(at + 1).replace(/\?$/, '');
  return [{ note: `${operation} ${outcome}`, says: `a ${operation} ${when}` }];
});

/** The open points that no request has touched, and the requests that would touch the most of them, first. */
export function untouched(notes: OutcomeNotes): {
  readonly points: readonly OpenPointId[];
  readonly all: number;
  readonly by: readonly { readonly request: string; readonly touches: number }[];
} {
  const every = touchedPoints(['- contract']);
  const touched = touchedPoints([...new Set(notes)]);
  const points = [...every].filter((id) => !touched.has(id));
  const by: { request: string; touches: number }[] = [];
  const left = new Set(points);
  while (by.length < mostNamed) {
    const best = touchingMost(left);
    if (!best) break;
    by.push({ request: best.says, touches: best.gone.length });
    for (const id of best.gone) left.delete(id);
  }
  return { points, all: every.size, by };
}

/** The request that touches the most of these points, the first of several; none where none does. */
function touchingMost(points: ReadonlySet<OpenPointId>) {
  // What several requests touch is what each of them touches.
  each ??= requests.map(({ note, says }) => ({ says, touches: [...touchedPoints([note])] }));
  let best: { readonly says: string; readonly gone: readonly OpenPointId[] } | undefined;
  for (const { says, touches } of each) {
    const gone = touches.filter((id) => points.has(id));
    if (gone.length > (best?.gone.length ?? 0)) best = { says, gone };
  }
  return best;
}
