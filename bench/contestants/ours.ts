import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { ownSeedFolder } from '../../src/seed/own-seed.ts';
import { readSeed } from '../../src/seed/seed.ts';
import { packageRoot } from '../../src/spec/package-root.ts';
import type { Contents } from '../../src/store/contents.ts';
import { openDataFolder } from '../../src/store/file/data-folder.ts';
import type { Requests } from '../load/workload.ts';
import { Absent, type Contestant, type Running } from './contestant.ts';
import { rawRequest } from './raw-request.ts';
import { draft, idOf, requestsFor, tokens } from './samples.ts';
import { type Server, spawned } from './spawned.ts';

export const ourName = 'abuse-feed-kit';

const manyLookups = 1_000_000_000;

export const ourCommand = join(packageRoot, 'dist', 'src', 'cli', 'main.js');

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
      { ...unlimited, id: 'bench-analyst', token: tokens.analyst, requests: manyLookups },
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
export const askedIds = (reports: number): string[] =>
  evenly(Array.from({ length: reports }, (_, number) => idOf(number)));

const evenly = (ids: readonly string[]): string[] => {
  const step = Math.max(1, Math.floor(ids.length / 1000));
  return ids.filter((_, index) => index % step === 0).slice(0, 1000);
};

export async function fill(folder: string, reports: number): Promise<void> {
  const { store } = await openDataFolder(folder, () => contentsWith(reports));
  await store.close();
}

/** As typed: full validation both ways, real state, durable writes, journal of requests on. */
export const served = (folder: string, ready: string, logs = false): Promise<Server> =>
  spawned({
    command: process.execPath,
    args: (port) => [
      ...[ourCommand, 'serve', '--port', String(port), '--data', folder],
      ...(logs ? [] : ['--quiet']),
    ],
    cwd: dirname(folder),
    ready,
  });

/** Started with so many reports in its data folder, to be asked in its first world. */
export async function firstWorld(folder: string, reports: number, logs = false): Promise<Running> {
  if (!existsSync(ourCommand)) throw new Absent('not built yet: npm run build');
  const data = join(folder, 'data');
  await fill(data, reports);
  const requests = requestsFor(askedIds(reports));
  const server = await served(data, requests.fetch[0] ?? '', logs);
  return { ...server, requests };
}

const ours = { kind: 'ours', keeps: true } as const;

export const first: Contestant = {
  ...ours,
  id: 'first',
  name: ourName,
  start: firstWorld,
  coldStart: (folder) =>
    served(
      join(folder, 'fresh'),
      rawRequest('GET', '/feed/tunnelco/api?report=5f0c2a4e-7b1d-4c59-9a36-1d0e8b7c6f01', {
        token: tokens.researcher,
      }),
    ),
};

/** The same server, asked in a world that was made by its control plane: it is in memory. */
export const made: Contestant = {
  ...ours,
  id: 'made',
  name: `${ourName}, a made world`,
  async start(folder, reports) {
    const running = await firstWorld(folder, 100);
    try {
      return { ...running, requests: await makeWorld(running.port, reports) };
    } catch (error) {
      await running[Symbol.asyncDispose]();
      throw error;
    }
  },
};

/** The first world again, with a line of JSON in a file for every request. */
export const logged: Contestant = {
  ...ours,
  id: 'logged',
  name: `${ourName}, its log on`,
  start: (folder, reports) => firstWorld(folder, reports, true),
};

/** By HTTP, as anybody could. Returns how the new world is asked. */
async function makeWorld(port: number, reports: number): Promise<Requests> {
  const server = `http://127.0.0.1:${port}`;
  // It must outlive the others' laps.
  const world = await posted(`${server}/__admin/worlds`, { idleMinutes: 24 * 60 });
  await posted(`${world.adminUrl}/callers`, {
    id: 'bench-analyst',
    token: tokens.analyst,
    requests: manyLookups,
  });
  const ids: string[] = [];
  for (let number = 0; number < reports; number += 1) {
    const { id } = await posted(`${world.baseUrl}/feed/tunnelco/api`, draft(number));
    ids.push(String(id));
  }
  return requestsFor(evenly(ids), new URL(String(world.baseUrl)).pathname);
}

async function posted(url: string, body: unknown): Promise<{ readonly [key: string]: unknown }> {
  const answer = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: tokens.researcher },
    body: JSON.stringify(body),
  });
  if (answer.status !== 201)
    throw new Error(`POST ${url} gave ${answer.status}: ${await answer.text()}`);
  return (await answer.json()) as { readonly [key: string]: unknown };
}
