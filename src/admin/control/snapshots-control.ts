import type { components } from '../../spec/admin.generated.ts';
import { most } from '../../worlds/limits.ts';
import type { Snapshot, World } from '../../worlds/world.ts';
import { tooMany, unknownNamed } from './problem.ts';

/** A snapshot, as listed. */
export type SnapshotView = components['schemas']['Snapshot'];

export async function takeSnapshot(world: World, name: string): Promise<SnapshotView> {
  const taken = await world.takeSnapshot(name);
  if (taken) return viewOf(taken);
  throw tooMany(`${most.snapshots} snapshots in a world`, 'Drop one first.');
}

export function snapshotViews({ snapshots }: World): SnapshotView[] {
  return Array.from(snapshots.values(), viewOf);
}

/** An existing snapshot. */
export function snapshotNamed({ snapshots }: World, name: string): Snapshot {
  const snapshot = snapshots.get(name);
  if (snapshot) return snapshot;
  const names = [...snapshots.keys()];
  const hint = names.length > 0 ? `There are ${names.join(', ')}.` : 'There is none yet.';
  throw unknownNamed('snapshot', name, hint);
}

function viewOf({ name, takenAt, contents }: Snapshot): SnapshotView {
  return {
    name,
    takenAt: new Date(takenAt).toISOString(),
    reports: contents.reports.length,
    callers: contents.callers.length,
  };
}
