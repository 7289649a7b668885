import { setImmediate as turn } from 'node:timers/promises';
import type { Change } from '../../../src/store/change.ts';
import type { Contents } from '../../../src/store/contents.ts';
import { acknowledgedName } from '../../../src/store/folder/acknowledged.ts';
import { openDataFolder } from '../../../src/store/folder/data-folder.ts';
import { report } from '../../../src/store/sample-report.test.support.ts';
import { MemoryDisk } from './memory-disk.ts';

/** A data folder as a server left it, and what it holds. */
export interface Sample {
  readonly what: string;
  readonly files: ReadonlyMap<string, Buffer>;
  readonly contents: Contents;
  /** What it held before, from the beginning. */
  readonly history: readonly Contents[];
  /** Whether the note of what was acknowledged is there; a loss of power may take it. */
  readonly noted: boolean;
}

const initial: Contents = {
  services: ['tunnelco'],
  callers: [{ id: 'r1', name: 'Ada', token: 't1', roles: ['researcher'] }],
  analyses: [],
  reports: [report('first')],
  deleted: [],
  allowances: {},
};

const changes: readonly Change[] = [
  { type: 'report-added', report: report('a') },
  { type: 'allowance-set', caller: 'r1', allowance: { left: 3, period: '' } },
  { type: 'report-removed', service: 'tunnelco', id: 'first', remember: true },
  { type: 'report-added', report: report('b') },
  { type: 'service-added', service: 'late' },
];

/** As a server left it, as a crash amid a compaction did, and as a loss of power may have. */
export async function sampleFolders(): Promise<Sample[]> {
  const usual = await sample('snapshot and journal', undefined);
  const several = await sample('snapshot and several journals', 'rename');
  const files = new Map([...usual.files].filter(([name]) => name !== acknowledgedName));
  const bare = { ...usual, what: 'snapshot and journal without a note', files, noted: false };
  return [usual, several, bare];
}

async function sample(what: string, failing: MemoryDisk['failing']): Promise<Sample> {
  const disk = new MemoryDisk();
  const compactFrom = failing ? 1 : 1 << 20;
  const { store } = await openDataFolder('/data', () => initial, { fileSystem: disk, compactFrom });
  disk.failing = failing;
  const history: Contents[] = [];
  for (const change of changes) {
    history.push(store.state.contents());
    await store.commit(change);
    // A compaction that is due is made, and fails.
    for (let at = 0; failing && change !== changes.at(-1) && at < 20; at += 1) await turn();
  }
  await store.close();
  disk.files.delete('snapshot.json.unfinished');
  return { what, files: disk.files, contents: store.state.contents(), history, noted: true };
}
