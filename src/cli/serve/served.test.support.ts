import { onTestFinished } from 'vitest';
import { folderWith, start, urlIn } from '../terminal.test.support.ts';
import type { WatchFolder } from '../watch-files.ts';

export const name = 'abuse-feed.config.yaml';

export const configured = (config: string): string => folderWith({ [name]: config });

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
  const url = urlIn(command.shown.out);
  const admin = async (path: string, init?: RequestInit) =>
    (await fetch(`${url}/__admin${path}`, init)).json() as Promise<Record<string, unknown>>;
  return { ...command, url, admin };
}
