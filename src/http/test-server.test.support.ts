import { randomBytes } from 'node:crypto';
import { type Adapter, Low, Memory } from 'lowdb';
import { onTestFinished } from 'vitest';
import { defaultDialect } from '../dialects/dialect.ts';
import { ownSeedFolder } from '../seed/own-seed.ts';
import { readSeed } from '../seed/seed.ts';
import type { Contents } from '../store/contents.ts';
import { State } from '../store/state.ts';
import { Store } from '../store/store.ts';
import { answer } from './answer.ts';
import { api, expressApp } from './api.ts';
import { type Edition, editionOf } from './edition.ts';
import { listen } from './listener.ts';
import { rateLimiterOf } from './rate-limiter.ts';

export interface TestServer {
  readonly url: string;
  /** What the server reported as its own mistakes. */
  readonly bugs: unknown[];
  state(): Contents;
}

/** The API alone, put together from its parts, so that any of them can be another. */
export async function serveParts(
  parts: { edition?: (good: Edition) => Edition; adapter?: Adapter<State> } = {},
): Promise<TestServer> {
  const good = editionOf(defaultDialect);
  const edition = parts.edition?.(good) ?? good;
  const state = new State(readSeed(ownSeedFolder).contents);
  const store = new Store(new Low(parts.adapter ?? new Memory(), state));
  const world = { store, rules: edition.rules, now: Date.now, random: randomBytes, since: 0 };
  const bugs: unknown[] = [];
  const app = expressApp();
  app.use(
    api(
      { world, edition, limiter: rateLimiterOf(undefined), answer },
      { replied: () => {}, bug: (problem) => bugs.push(problem) },
    ),
  );
  const listener = await listen(app, '127.0.0.1', 0);
  onTestFinished(() => listener.close());
  const url = `http://127.0.0.1:${listener.port}`;
  return { url, bugs, state: () => store.state.contents() };
}
