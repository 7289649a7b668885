import { onTestFinished } from 'vitest';
import { folderWith } from '../../values/folder-with.test.support.ts';
import type { Io } from '../io.ts';
import { start, urlIn } from '../terminal.test.support.ts';

export const name = 'abuse-feed.config.yaml';

export function configured(config: string): string {
  return folderWith({ [name]: config });
}

/** `abuse-feed serve` in a folder, until the test has ended. */
export async function served(cwd: string, args: string[] = [], part: Partial<Io> = {}) {
  const command = start(['serve', '--port', '0', '--quiet', ...args], { cwd, ...part });
  await command.started;
  const stop = async () => {
    command.stop();
    return command.ended;
  };
  onTestFinished(async () => void (await stop()));
  const url = urlIn(command.output.out);
  const admin = async (path: string, init?: RequestInit) =>
    (await fetch(`${url}/__admin${path}`, init)).json() as Promise<Record<string, unknown>>;
  return { ...command, url, admin, stop, [Symbol.asyncDispose]: async () => void (await stop()) };
}
