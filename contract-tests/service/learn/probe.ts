import type { Area } from '../../../src/spec/clauses/clauses.ts';
import type { Context } from '../drive/context.ts';

/**
 * Requests for learning only: they find out how a target answers open points. Their responses are not
 * judged; otherwise a run that learns could have another verdict than one that does not.
 */
export interface Probe {
  readonly points: readonly string[];
  readonly area: Area;
  readonly run: (context: Context) => Promise<unknown>;
}

export function probe(area: Area, points: readonly string[], run: Probe['run']): Probe {
  return { area, points, run };
}
