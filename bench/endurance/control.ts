import type { Chance } from '../harness/chance.ts';
import { type Answer, type Asked, Client } from '../harness/client.ts';
import { leftOver, OurServer, shownUse } from '../harness/our-server.ts';
import type { Finding, Setting, Trial } from './trial.ts';

export const control: Trial = {
  name: 'control',
  about: 'valid and nearly valid requests to the control plane against a model of each world',
  ...{ option: 'steps', full: 20_000, short: 600 },
  run,
};

async function run({ amount, chance, folder, say }: Setting): Promise<Finding> {
  // With its log, which is where it admits mistakes.
  const server = await OurServer.start({ data: folder(), flags: [], tellsMemory: true });
  const client = new Client(server.url);
  const tally: Tally = { valid: 0, spoilt: 0, compared: 0 };
  const found: string[] = [];
  const walks = (name: string, steps: number) =>
    Promise.all(
      [0, 1, 2, 3].map(async (n) => {
        const walk = new Walk(client, chance.fork(), { world: `${name}-${n}`, tally });
        await walk.take(steps / 4).catch((error: Error) => found.push(error.message));
      }),
    );
  // What is made once and kept is no leak.
  await walks('warm', amount / 4);
  const before = await server.use();
  say(`before: ${shownUse(before)}`);
  await walks('walk', amount);
  const { after, problems } = await leftOver(server, before);
  problems.push(...found, ...server.problems());
  await client.close();
  await server.program.end();
  return {
    numbers:
      `${tally.valid} valid and ${tally.spoilt} nearly valid requests, ${tally.compared} times ` +
      `compared with the model; before ${shownUse(before)}; after ${shownUse(after)}`,
    problems,
  };
}

interface Tally {
  valid: number;
  spoilt: number;
  compared: number;
}

/** What a world lists, by the names of the lists and the keys in them. */
const keys = {
  services: '',
  callers: 'id',
  analyses: 'sha256Hash',
  snapshots: 'name',
  faults: 'id',
};
type List = keyof typeof keys;
const lists = Object.keys(keys) as List[];
type Lists = { readonly [list in List]: Set<string> };

/** What is asked of a world, the status it is answered with, and how the model changes by it. */
type Act = Asked & { readonly status: number; readonly apply?: (answer: Answer) => unknown };

/** One caller of the control plane, with a world that it makes, changes, compares and drops. */
class Walk {
  readonly #client: Client;
  readonly #chance: Chance;
  readonly #name: string;
  readonly #tally: Tally;
  #lists = {} as Lists;
  #first = {} as Lists;
  readonly #snapshots = new Map<string, Lists>();

  constructor(client: Client, chance: Chance, own: { world: string; tally: Tally }) {
    this.#client = client;
    this.#chance = chance;
    this.#name = own.world;
    this.#tally = own.tally;
  }

  /** Throws at the first difference. */
  async take(steps: number): Promise<void> {
    for (let left = steps; left > 0; left -= 50) {
      const dialect = this.#chance.of(['default', 'contrary']);
      const creating = {
        method: 'POST',
        path: '/__admin/worlds',
        body: { id: this.#name, dialect },
      };
      await this.#expect(creating, 201);
      await this.#expect(creating, 409);
      [this.#lists, this.#first] = [await this.#seen(), await this.#seen()];
      this.#snapshots.clear();
      for (let step = Math.min(left, 50); step > 0; step -= 1) await this.#act();
      await this.#compare();
      const dropping = { method: 'DELETE', path: `/__admin/worlds/${this.#name}` };
      await this.#expect(dropping, 204);
      await this.#expect(dropping, 404);
    }
  }

  /** Something that is to be done; or the same spoilt, which is refused as a problem and does nothing. */
  async #act(): Promise<void> {
    const { status, apply, body, ...rest } = this.#chance.of(this.#acts());
    const asked = { ...rest, path: `/__worlds/${this.#name}/__admin${rest.path}` };
    if (body !== undefined && this.#chance.happens(0.4)) {
      const text = spoilt(JSON.stringify(body), this.#chance);
      const answer = await this.#client.ask({ ...asked, text });
      const isProblem = String(answer?.json?.type).startsWith('urn:');
      if (!answer || answer.status < 400 || answer.status >= 500 || !isProblem)
        throw wrong({ ...asked, text }, answer, 'a problem below 500');
      this.#tally.spoilt += 1;
      return;
    }
    const answer = await this.#expect({ ...asked, body }, status);
    if (answer.status < 300) apply?.(answer);
    this.#tally.valid += 1;
    if (this.#chance.happens(0.05)) await this.#compare();
  }

  #acts(): Act[] {
    const chance = this.#chance;
    const { services, callers, analyses, snapshots, faults } = this.#lists;
    const name = `n${chance.below(8)}`;
    const hash = chance.below(20).toString(16).padStart(64, '0');
    const kept = this.#snapshots.get(name);
    const restore = (to: Lists) => {
      this.#lists = { ...copyOf(to), snapshots, faults };
    };
    const post = (path: string, body: object, list: Set<string>, key: string): Act => {
      // An analysis takes the place of the one before.
      const status = list !== analyses && list.has(key) ? 409 : 201;
      return { method: 'POST', path, body, status, apply: () => list.add(key) };
    };
    const put = (path: string, body: object): Act => ({ method: 'PUT', path, body, status: 200 });
    const remove = (path: string, list: Set<string>): Act => ({
      ...{ method: 'DELETE', path: `${path}/${name}`, status: list.has(name) ? 204 : 404 },
      apply: () => list.delete(name),
    });
    const fault = { type: 'reply', status: chance.between(200, 599), times: 3 };
    return [
      post('/services', { name }, services, name),
      post('/callers', { id: name, roles: ['researcher'] }, callers, name),
      remove('/callers', callers),
      post('/analyses', { sha256Hash: hash }, analyses, hash),
      {
        ...{ method: 'POST', path: '/faults', body: fault, status: 201 },
        apply: ({ json }) => faults.add(String(json?.id)),
      },
      { method: 'DELETE', path: '/faults', status: 204, apply: () => faults.clear() },
      {
        ...{ method: 'PUT', path: `/snapshots/${name}`, status: 200 },
        apply: () => snapshots.add(name) && this.#snapshots.set(name, copyOf(this.#lists)),
      },
      remove('/snapshots', snapshots),
      {
        ...{ method: 'POST', path: `/snapshots/${name}/restore` },
        status: snapshots.has(name) ? 204 : 404,
        apply: () => kept && restore(kept),
      },
      put('/dialect', { name: chance.of(['default', 'contrary']) }),
      put('/clock', { mode: 'frozen', at: `20${chance.between(10, 99)}-01-31T13:45:00Z` }),
      put('/ids', { seed: chance.happens(0.3) ? null : name }),
      { method: 'DELETE', path: '/requests', status: 204 },
      {
        ...{ method: 'POST', path: '/reset', status: 204 },
        apply: () => {
          restore(this.#first);
          faults.clear();
        },
      },
    ];
  }

  async #seen(): Promise<Lists> {
    const all = lists.map(async (list) => {
      const path = `/__worlds/${this.#name}/__admin/${list}`;
      const { json } = await this.#expect({ path }, 200);
      const items = (json?.[list] ?? []) as { readonly [key: string]: string }[];
      return [list, new Set(items.map((item) => item[keys[list]] ?? String(item)))];
    });
    return Object.fromEntries(await Promise.all(all)) as Lists;
  }

  async #compare(): Promise<void> {
    const seen = await this.#seen();
    for (const list of lists) {
      const [is, ought] = [seen, this.#lists].map((all) => [...all[list]].sort().join());
      if (is !== ought) throw new Error(`${list} of ${this.#name} are ${is}, and not ${ought}`);
    }
    this.#tally.compared += 1;
  }

  async #expect(asked: Asked, status: number): Promise<Answer> {
    const answer = await this.#client.ask(asked);
    if (answer?.status === status) return answer;
    throw wrong(asked, answer, String(status));
  }
}

const copyOf = (some: Lists): Lists =>
  Object.fromEntries(lists.map((list) => [list, new Set(some[list])])) as Lists;

function wrong(asked: Asked, answer: Answer | undefined, expected: string): Error {
  const sent = (asked.text ?? JSON.stringify(asked.body) ?? '').slice(0, 300);
  const got = answer ? `${answer.status} ${answer.text.slice(0, 300)}` : 'no answer';
  return new Error(`${asked.method} ${asked.path} ${sent} got ${got}; expected ${expected}`);
}

/** One thing is wrong with it. */
const spoilt = (text: string, chance: Chance): string =>
  chance.of([
    text.replace('{', '{"extra":1,'),
    text.replace('{', '{"much":1e400,'),
    text.slice(0, chance.between(1, text.length - 1)),
    `[${text}]`,
    '['.repeat(chance.between(1, 50_000)),
    JSON.stringify('x'.repeat(chance.between(1, 1_100_000))),
  ]);
