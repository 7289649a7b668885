import { type Adapter, Low, Memory } from 'lowdb';
import { onTestFinished } from 'vitest';
import { defaultDialect } from '../dialects/dialect.ts';
import { ownSeedFolder } from '../seed/own-seed.ts';
import { readSeed } from '../seed/seed.ts';
import { type Contents, copyOf, type Data } from '../store/contents.ts';
import { Store } from '../store/store.ts';
import type { Faults } from '../worlds/faults.ts';
import type { SeenRequest } from '../worlds/seen-request.ts';
import { Worlds } from '../worlds/worlds.ts';
import { addApiRoutes } from './api-routes.ts';
import { expressApp } from './express-app.ts';
import { listen } from './listener.ts';
import { Pipeline } from './pipeline.ts';
import { responseCheckOf } from './reply/response-check.ts';
import type { Mutation } from './serving.ts';

export interface TestServer {
  readonly url: string;
  /** What the server reported as its own mistakes. */
  readonly bugs: string[];
  readonly faults: Faults;
  state(): Contents;
  seen(): SeenRequest[];
}

/** The API alone, with its pipeline as in every server, in which any part can be another. */
export async function serveParts(
  parts: { mutation?: Mutation; adapter?: Adapter<Data>; checked?: boolean } = {},
): Promise<TestServer> {
  const { mutation = (serving) => serving, checked = true } = parts;
  const { contents } = readSeed(ownSeedFolder);
  const store = new Store(new Low(parts.adapter ?? new Memory(), copyOf(contents)));
  const worlds = new Worlds(store, { contents, dialect: defaultDialect });
  const bugs: string[] = [];
  const pipeline = new Pipeline(worlds, {
    log: (entry) => void ('bug' in entry && bugs.push(entry.bug)),
    cors: true,
    // A mutant may lie; here the check of the replies is what is tried.
    mutant: (serving) => {
      const { edition, ...rest } = mutation(serving);
      const check = checked ? responseCheckOf(edition.document) : () => undefined;
      return { ...rest, edition: { ...edition, check } };
    },
  });
  const app = expressApp();
  addApiRoutes(app, pipeline);
  app.use(pipeline.otherPath);
  const listener = await listen(app, '127.0.0.1', 0, {
    turnedAway: () => {},
    bug: (problem) => bugs.push(String(problem)),
  });
  onTestFinished(() => listener.close());
  const url = `http://127.0.0.1:${listener.port}`;
  const { faults, requests } = worlds.first;
  return { url, bugs, faults, state: () => store.state.contents(), seen: () => requests.list() };
}
