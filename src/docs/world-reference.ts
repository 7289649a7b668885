import type { Edition } from '../http/edition.ts';
import type { World } from '../worlds/world.ts';
import { liveOf } from './live.ts';
import { labelOf, type Reference } from './reference.ts';

/** The reference of a world as it is now, with its tokens where the reader may have them. */
export function worldReference(
  { store }: World,
  { dialect, document }: Edition,
  notes: { readonly [callerId: string]: string },
  showTokens: boolean,
): Reference {
  const contents = store.state.contents();
  const holdings = showTokens ? contents : { ...contents, callers: [] };
  return {
    dialect,
    dialectLabel: labelOf(dialect),
    document,
    live: liveOf(holdings, dialect, notes),
  };
}
