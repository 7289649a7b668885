import type { Edition } from '../http/edition.ts';
import type { World } from '../worlds/world.ts';
import { type LiveOptions, liveOf } from './live.ts';
import { labelOf, type Reference } from './reference.ts';

/** The reference of a world as it is now, with its tokens where the reader may have them. */
export function worldReference(
  { store }: World,
  { dialect, document }: Edition,
  options: LiveOptions,
): Reference {
  return {
    dialect,
    dialectLabel: labelOf(dialect),
    document,
    live: liveOf(store.state.data, dialect, options),
  };
}
