import { type Adapter, Low, Memory } from 'lowdb';
import { onTestFinished } from 'vitest';
import { sharedContract } from '../contract/document.ts';
import { defaultDialect } from '../dialects/dialect.ts';
import { ownSeedFolder } from '../seed/own-seed.ts';
import { readSeed } from '../seed/seed.ts';
import { wayOfARequest } from '../server.ts';
import { type Contents, copyOf, type Data } from '../store/contents.ts';
import { Store } from '../store/store.ts';
import type { SeenExchange } from '../traffic/exchange.ts';
import type { Faults } from '../worlds/world-faults.ts';
import { Worlds } from '../worlds/worlds.ts';
import { Api } from './api.ts';
import { contractBy } from './contract.ts';
import { expressApp } from './express-app.ts';
import { createListener } from './listener.ts';
import { realPause } from './reply/delivery.ts';
import type { Mutation } from './world-api.ts';

interface TestServer {
  readonly url: string;
  /** Internal errors logged by the server. */
  readonly bugs: string[];
  readonly faults: Faults;
  state(): Contents;
  seen(): SeenExchange[];
}

/** The API alone, with every part replaceable. */
export async function serveParts(
  parts: { mutation?: Mutation; adapter?: Adapter<Data>; checked?: boolean } = {},
): Promise<TestServer> {
  const { mutation = (one) => one, checked = true } = parts;
  const { contents } = readSeed(ownSeedFolder);
  const store = new Store(new Low(parts.adapter ?? new Memory(), copyOf(contents)));
  const worlds = new Worlds(store, { contents, dialect: defaultDialect });
  const bugs: string[] = [];
  const api = new Api(
    worlds,
    {
      host: '127.0.0.1',
      pause: realPause,
      log: (entry) => void ('bug' in entry && bugs.push(entry.bug)),
      cors: true,
      // Mutants disable the check of replies; these tests need it.
      mutant: (one) => {
        const { contract, ...rest } = mutation(one);
        return { ...rest, contract: contractBy(contract.document, { checkReplies: checked }) };
      },
    },
    wayOfARequest,
  );
  const app = expressApp();
  app.use(api.bind);
  api.addRoutes(app, sharedContract());
  app.use(api.otherPath, api.onError);
  const listener = await createListener(
    app,
    { host: '127.0.0.1' },
    {
      rejectedEarly: () => {},
      bug: (problem) => bugs.push(String(problem)),
    },
  );
  await listener.listen(0);
  onTestFinished(() => listener.close());
  const { url } = listener;
  const { faults, requests } = worlds.first;
  return { url, bugs, faults, state: () => store.state.contents(), seen: () => requests.list() };
}
