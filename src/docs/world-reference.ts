import type { Document } from '../contract/document.ts';
import type { World } from '../worlds/world.ts';
import { type LiveOptions, liveOf } from './live.ts';
import { dialectLabel, type ReferenceModel } from './reference.ts';

/** The reference of a world's current state, with tokens if the reader may see them. */
export function worldReference(
  { store, dialect }: World,
  document: Document,
  options: LiveOptions,
): ReferenceModel {
  return {
    dialect,
    dialectLabel: dialectLabel(dialect),
    document,
    live: liveOf(store.state.data, dialect, options),
  };
}
