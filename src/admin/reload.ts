import { isDeepStrictEqual } from 'node:util';
import { type KeptCounts, mergedContents } from '../seed/merged-contents.ts';
import type { InitialState } from '../worlds/world.ts';
import type { Worlds } from '../worlds/worlds.ts';

/** The result of a reload, for people. */
export interface Reloaded {
  /** What changed in the first world. */
  readonly changed: readonly string[];
  /** What was kept because it was created, changed or set since the start. */
  readonly kept: readonly string[];
}

/**
 * Applies a new initial state to the first world and to worlds created from now on. The contents of a data
 * folder stay until a reset.
 */
export async function reload(
  worlds: Worlds,
  begins: InitialState,
  { hasData }: { readonly hasData: boolean },
): Promise<Reloaded> {
  const { first } = worlds;
  const began = worlds.initialState;
  worlds.setInitialState(begins);
  const differs = (key: keyof InitialState) => !isDeepStrictEqual(began[key], begins[key]);
  const changed: string[] = [];
  const kept: string[] = [];
  if (differs('contents') && hasData) kept.push('all of the data folder, until a reset');
  else if (differs('contents')) {
    const merged = mergedContents(began.contents, begins.contents, first.store.state.contents());
    await first.store.commit({ type: 'replaced', contents: merged.contents });
    for (const { id } of begins.contents.reports) first.ids.take(id);
    changed.push('seed data');
    kept.push(...sinceThen(merged.kept));
  }
  if (differs('dialect')) {
    first.setDialect(begins.dialect);
    changed.push('dialect');
  }
  if (differs('faults')) {
    first.faults.replaceFirst(begins.faults);
    changed.push('faults');
  }
  if (differs('clock')) {
    first.clock.reset();
    changed.push('clock');
  }
  if (differs('ids')) {
    first.seedIds(begins.ids);
    changed.push('ids');
  }
  if (worlds.list().length > 0) kept.push('the other worlds');
  return { changed, kept };
}

const words = { services: 'service', callers: 'caller', analyses: 'analysis', reports: 'report' };

const sinceThen = (kept: KeptCounts): string[] =>
  Object.entries(words).flatMap(([part, word]) => {
    const count = kept[part as keyof KeptCounts];
    if (count === 0) return [];
    return [`${count} ${count === 1 ? word : part} made, changed or deleted since`];
  });
