import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { start } from '../terminal.test.support.ts';
import type { WatchFolder } from '../watch-files.ts';

export const name = 'abuse-feed.config.yaml';

export function folderWith(config: string): string {
  const folder = mkdtempSync(join(tmpdir(), 'abuse-feed-config-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  writeFileSync(join(folder, name), config);
  return folder;
}

export async function served(cwd: string, args: string[] = [], watchFolder?: WatchFolder) {
  const command = start(['serve', '--port', '0', ...args], {
    cwd,
    ...(watchFolder && { watchFolder }),
  });
  await command.started;
  onTestFinished(async () => {
    command.stop();
    await command.ended;
  });
  const url = /Ready on (\S+)\. /.exec(command.shown.out)?.[1] ?? '';
  const admin = async (path: string, init?: RequestInit) =>
    (await fetch(`${url}/__admin${path}`, init)).json() as Promise<Record<string, unknown>>;
  return { ...command, url, admin };
}
