import { dialectNames } from '../../../src/dialects/named.ts';
import { most } from '../../../src/worlds/limits.ts';
import type { Chance } from '../chance.ts';
import type { Answer, Asked, Client } from '../client.ts';
import { seededHash, seededId } from '../seeded.ts';
import { nearlyValid } from './nearly-valid.ts';
import { sorted, WorldModel } from './world-model.ts';

/** One caller of the control plane, with worlds of its own, so that it knows what they hold. */
export class Lane {
  readonly #client: Client;
  readonly #chance: Chance;
  readonly #name: string;
  readonly #worlds = new Map<string, WorldModel>();
  readonly problems: string[] = [];
  valid = 0;
  refused = 0;
  compared = 0;

  constructor(client: Client, chance: Chance, name: string) {
    this.#client = client;
    this.#chance = chance;
    this.#name = name;
  }

  async work(steps: number): Promise<void> {
    for (let step = 0; step < steps && this.problems.length === 0; step += 1) {
      const picked = this.#picked();
      const drawn = this.#chance.next();
      if (!picked || drawn < 0.06) await this.#createWorld();
      else if (drawn < 0.08) await this.#dropWorld(picked[0]);
      else if (drawn < 0.4) await this.#sayNearly(picked[0]);
      else if (drawn < 0.5) await this.#callApi(...picked);
      else if (drawn < 0.54) await this.#compare(...picked);
      else await this.#say(...picked);
    }
    for (const picked of this.#worlds) await this.#compare(...picked);
  }

  #picked(): [string, WorldModel] | undefined {
    return this.#worlds.size === 0 ? undefined : this.#chance.of([...this.#worlds]);
  }

  async #createWorld(): Promise<void> {
    const id = `${this.#name}-${this.#chance.below(8)}`;
    const dialect = this.#chance.of(dialectNames);
    const is = this.#worlds.has(id) ? 409 : 201;
    await this.#expect({ method: 'POST', path: '/__admin/worlds', body: { id, dialect } }, is);
    if (is === 201) this.#worlds.set(id, new WorldModel(dialect));
  }

  async #dropWorld(id: string): Promise<void> {
    this.#worlds.delete(id);
    const asked = { method: 'DELETE', path: `/__admin/worlds/${id}` };
    await this.#expect(asked, 204);
    await this.#expect(asked, 404);
  }

  /** Something that is to be done, and how the model changes by it. */
  async #say(id: string, model: WorldModel): Promise<void> {
    const chance = this.#chance;
    const name = `${chance.below(130)}`;
    const hash = chance.below(1200).toString(16).padStart(64, '0');
    const drop = (of: 'snapshots' | 'callers' | 'faults', key: string): [Asked, number] => [
      { method: 'DELETE', path: `/${of}/${encodeURIComponent(key)}` },
      model[of].delete(key) ? 204 : 404,
    ];
    const make = (
      of: 'services' | 'callers' | 'analyses',
      body: { readonly [key: string]: unknown },
      key: string,
    ): [Asked, number] => {
      const status = model.made(of, key, 201);
      if (status === 201) model[of].add(key);
      return [{ method: 'POST', path: `/${of}`, body }, status];
    };
    const acts: (() => [Asked, number])[] = [
      () => {
        const status = model.made('snapshots', name, 200);
        if (status === 200) model.take(name);
        return [{ method: 'PUT', path: `/snapshots/${name}` }, status];
      },
      () => drop('snapshots', name),
      () => {
        const snapshot = model.snapshots.get(name);
        if (snapshot) model.restore(snapshot);
        const path = `/snapshots/${name}/restore`;
        return [{ method: 'POST', path }, snapshot ? 204 : 404];
      },
      () => make('services', { name: `s${name}` }, `s${name}`),
      () => make('callers', { id: `c${name}`, roles: ['researcher'] }, `c${name}`),
      () => drop('callers', `c${name}`),
      () => make('analyses', { sha256Hash: hash }, hash),
      () => {
        const fault = chance.of([
          { type: 'delay', ms: chance.below(3) },
          { type: 'reply', status: chance.between(200, 599), headers: { 'X-A': name } },
          { type: 'slow', ms: chance.below(3) },
          { type: chance.of(['drop', 'half', 'exhausted']) },
        ]);
        const status = model.faults.size >= most.faults ? 409 : 201;
        if (status === 201) model.addFault(fault);
        return [{ method: 'POST', path: '/faults', body: fault }, status];
      },
      () => drop('faults', `fault-${chance.between(1, 12)}`),
      () => {
        model.faults.clear();
        return [{ method: 'DELETE', path: '/faults' }, 204];
      },
      () => {
        model.dialect = chance.of(dialectNames);
        return [{ method: 'PUT', path: '/dialect', body: { name: model.dialect } }, 200];
      },
      () => {
        model.mode = 'frozen';
        const at = `20${chance.between(10, 99)}-01-31T13:45:00Z`;
        return [{ method: 'PUT', path: '/clock', body: { mode: 'frozen', at } }, 200];
      },
      () => {
        if (model.mode === 'real') model.mode = 'running';
        const seconds = chance.between(-1e6, 1e6);
        return [{ method: 'POST', path: '/clock/advance', body: { seconds } }, 200];
      },
      () => {
        model.idSeed = chance.happens(0.3) ? null : name;
        return [{ method: 'PUT', path: '/ids', body: { seed: model.idSeed } }, 200];
      },
      () => [{ method: 'DELETE', path: '/requests' }, 204],
      () => {
        if (chance.happens(0.5)) return [{ path: '/requests/count?url=feed' }, 200];
        model.reset();
        return [{ method: 'POST', path: '/reset' }, 204];
      },
    ];
    const [asked, status] = chance.of(acts)();
    await this.#expect({ ...asked, path: `/__worlds/${id}/__admin${asked.path}` }, status);
    this.valid += 1;
  }

  /** Something that is wrong in one place: refused as a problem, and nothing happens. */
  async #sayNearly(id: string): Promise<void> {
    const asked = nearlyValid(this.#chance);
    const answer = await this.#client.ask({
      ...asked,
      path: `/__worlds/${id}/__admin${asked.path}`,
    });
    const type = String(answer?.json?.type);
    if (!answer || answer.status < 400 || answer.status >= 500 || !type.startsWith('urn:')) {
      this.#wrong(asked, answer, 'a problem below 500');
    }
    this.refused += 1;
  }

  /** A fault may answer, or cut the answer; nothing else may fail. */
  async #callApi(id: string, { faults }: WorldModel): Promise<void> {
    const path = this.#chance.of([
      `/feed/tunnelco/api?report=${seededId}`,
      `/private/sample/${seededHash}`,
    ]);
    const asked = { path: `/__worlds/${id}${path}`, token: 'token-reader' };
    const answer = await this.#client.ask(asked);
    const all = [...faults.values()];
    const isCut = all.some(({ type }) => type === 'drop' || type === 'half');
    const isTold = answer && (answer.status < 500 || all.some((f) => f.status === answer.status));
    if (answer ? !isTold : !isCut) this.#wrong(asked, answer, 'what the faults make of it');
  }

  async #compare(id: string, model: WorldModel): Promise<void> {
    for (const [path, expected] of Object.entries(model.view())) {
      const answer = await this.#expect({ path: `/__worlds/${id}/__admin${path}` }, 200);
      const seen = JSON.stringify(viewOf(path, answer?.json ?? {}));
      if (seen === JSON.stringify(expected)) continue;
      this.problems.push(`${path} of ${id} is ${seen}, and not ${JSON.stringify(expected)}`);
    }
    this.compared += 1;
  }

  async #expect(asked: Asked, status: number): Promise<Answer | undefined> {
    const answer = await this.#client.ask(asked);
    if (answer?.status !== status) this.#wrong(asked, answer, String(status));
    return answer;
  }

  #wrong(asked: Asked, answer: Answer | undefined, expected: string): void {
    const sent = (asked.text ?? JSON.stringify(asked.body) ?? '').slice(0, 300);
    const got = answer ? `${answer.status} ${answer.text.slice(0, 300)}` : 'no answer';
    const what = `${asked.method ?? 'GET'} ${asked.path.slice(0, 200)} ${sent}`;
    this.problems.push(`${what} got ${got}; expected ${expected}`);
  }
}

/** The part of an answer that the model knows. */
function viewOf(path: string, json: { readonly [field: string]: unknown }): unknown {
  const list = (json[path.slice(1)] ?? []) as { readonly [key: string]: string }[];
  switch (path) {
    case '/services':
      return sorted(list as unknown as string[]);
    case '/callers':
      return sorted(list.map(({ id = '' }) => id));
    case '/analyses':
      return sorted(list.map(({ sha256Hash = '' }) => sha256Hash));
    case '/snapshots':
      return sorted(list.map(({ name = '' }) => name));
    case '/faults':
      return list.map(({ id }) => id);
    case '/dialect':
      return json.name;
    case '/clock':
      return json.mode;
    default:
      return json.seed;
  }
}
