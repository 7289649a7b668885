import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { ownSeedFolder } from '../../src/own-seed.ts';
import { packageRoot } from '../../src/spec/package-root.ts';
import type { Contents } from '../../src/store/contents.ts';
import { openDataFolder } from '../../src/store/data-folder.ts';
import { readSeed } from '../../src/store/seed.ts';
import { Absent, type Contestant } from './contestant.ts';
import { rawRequest } from './raw-request.ts';
import { draft, idOf, requestsFor, tokens } from './samples.ts';
import { type Server, spawned } from './spawned.ts';

const command = join(packageRoot, 'dist', 'src', 'cli', 'main.js');

/** The seed data, so many reports more, and an analyst who never runs out of requests. */
export function contentsWith(reports: number): Contents {
  const { contents } = readSeed(ownSeedFolder);
  const analyst = contents.callers.find(({ id }) => id === 'analyst');
  if (!analyst) throw new Error('seed-data/callers.yaml has no analyst any more');
  const { requests: _, ...unlimited } = analyst;
  return {
    ...contents,
    callers: [
      ...contents.callers,
      { ...unlimited, id: 'bench-analyst', token: tokens.analyst, requests: 1_000_000_000 },
    ],
    reports: Array.from({ length: reports }, (_, number) => ({
      ...draft(number),
      id: idOf(number),
      service: 'tunnelco',
      createdBy: 'researcher-1',
      name: 'rat',
      reportedAt: Date.UTC(2026, 0, 1) + number,
      reportedBy: 'First researcher',
      firstSeenID: idOf(number),
    })),
  };
}

/** At most a thousand of the stored reports, from all over the feed. */
export const askedIds = (reports: number): string[] => {
  const step = Math.max(1, Math.floor(reports / 1000));
  return Array.from({ length: Math.min(reports, 1000) }, (_, index) => idOf(index * step));
};

export async function fill(folder: string, reports: number): Promise<void> {
  const { log } = await openDataFolder(folder, () => contentsWith(reports));
  await log.close();
}

/** As typed: full validation both ways, real state, durable writes, journal of requests on. */
export const served = (folder: string, ready: string): Promise<Server> =>
  spawned({
    command: process.execPath,
    args: (port) => [command, 'serve', '--port', String(port), '--data', folder, '--quiet'],
    cwd: dirname(folder),
    ready,
  });

export const ours: Contestant = {
  name: 'abuse-feed-kit',
  keeps: true,
  async start(folder, reports) {
    if (!existsSync(command)) throw new Absent('not built yet: npm run build');
    const data = join(folder, 'data');
    await fill(data, reports);
    const ids = askedIds(reports);
    const requests = requestsFor(ids);
    const server = await served(data, requests.get[0] ?? '');
    return { ...server, requests };
  },
  coldStart: (folder) =>
    served(
      join(folder, 'fresh'),
      rawRequest('GET', '/feed/tunnelco/api?report=5f0c2a4e-7b1d-4c59-9a36-1d0e8b7c6f01', {
        token: tokens.researcher,
      }),
    ),
};
