import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import type { Contents } from './contents.ts';
import { type FileSystem, nodeFileSystem } from './folder/file-system.ts';
import { report } from './sample-report.test.support.ts';
import type { State } from './state.ts';

export { report };

export const someContents: Contents = {
  services: ['tunnelco', 'dyndnsco'],
  callers: [{ id: 'r1', name: 'Ada', token: 't1', roles: ['researcher'] }],
  analyses: [],
  reports: [report('seeded')],
  deleted: [['tunnelco', 'gone']],
  allowances: { r1: { left: 3, period: '2024-01' } },
};

export const added = (id: string) => ({ type: 'report-added', report: report(id) }) as const;

export const reportIds = (state: Pick<State, 'contents'>): string[] =>
  state.contents().reports.map(({ id }) => id);

export function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'abuse-feed-store-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/** Every file and its bytes, to show that nothing was changed. */
export const filesIn = (folder: string): Record<string, string> =>
  Object.fromEntries(
    readdirSync(folder)
      .sort()
      .map((name) => [name, readFileSync(join(folder, name), 'hex')]),
  );

/** Without waiting for the disk, for tests that start thousands of times. */
export const hastyFileSystem: FileSystem = {
  ...nodeFileSystem,
  syncFolder: async () => {},
  open: async (path, flags) => ({
    ...(await nodeFileSystem.open(path, flags)),
    sync: async () => {},
  }),
};
