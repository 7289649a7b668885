import type { Contents } from '../store/contents.ts';
import { differenceFrom, Model, type ModelReport } from './model.test.support.ts';
import { laneCallers, type Round, type Step } from './model-walk.test.support.ts';

/** The server under test, which may be elsewhere after a restart. */
export interface Stand {
  readonly url: string;
  restart(how: 'stop' | 'kill'): Promise<void>;
}

type Request = [method: string, path: string, token?: string, body?: string];

interface Answer {
  readonly status: number;
  readonly body: { readonly [field: string]: unknown };
}

const services = ['tunnelco', 'dyndnsco', 'pasteco'] as const;

/** Takes a server through rounds beside the model, and throws at the first difference. */
export class ModelJudge {
  readonly #stand: Stand;
  readonly #seed: Contents;
  #model: Model;
  /** What each lane has created, deleted ones included. */
  #made: ModelReport[][] = [];
  /** Answers that were judged. */
  answers = 0;

  constructor(stand: Stand, seed: Contents) {
    this.#stand = stand;
    this.#seed = seed;
    this.#model = new Model(seed);
  }

  async walk(rounds: readonly Round[]): Promise<void> {
    await this.#reset();
    for (const { lanes, next } of rounds) {
      const outcomes = await Promise.allSettled(
        lanes.map((steps, lane) => this.#lane(lane, steps)),
      );
      for (const outcome of outcomes) if (outcome.status === 'rejected') throw outcome.reason;
      if (next === 'reset') await this.#reset();
      if (next === 'stop and start') await this.#stand.restart('stop');
      if (next === 'kill and start') await this.#stand.restart('kill');
      if (next === 'race to delete') await this.#race();
      await this.#compare(next);
    }
  }

  async #reset(): Promise<void> {
    await this.#expect(204, 'POST', '/__admin/reset');
    this.#model = new Model(this.#seed);
    this.#made = laneCallers.map(() => []);
  }

  async #lane(lane: number, steps: readonly Step[]): Promise<void> {
    for (const step of steps) await this.#step(lane, step);
  }

  async #step(lane: number, step: Step): Promise<void> {
    const caller = laneCallers[lane] ?? laneCallers[0];
    const token = this.#model.token(caller);
    const made = this.#made[lane] ?? [];
    switch (step.do) {
      case 'create':
        return this.#create(lane, caller, step);
      case 'create badly': {
        const draft = { ...draftOf(lane, 0, []), ...flaws[step.flaw] };
        const body = step.flaw === 'json' ? '{"tags":' : JSON.stringify(draft);
        await this.#expect(400, 'POST', '/feed/tunnelco/api', token, body);
        return;
      }
      case 'fetch': {
        const report = made[step.which % Math.max(made.length, 1)];
        if (report) await this.#fetch(report, token);
        return;
      }
      case 'fetch seeded': {
        const { id } = this.#seed.reports[step.which % this.#seed.reports.length] ?? { id: '' };
        // Nobody but a race deletes these, and races are run alone.
        const report = this.#model.reports.get(id);
        if (report) await this.#fetch(report, token);
        return;
      }
      case 'fetch elsewhere': {
        const report = made[step.which % Math.max(made.length, 1)];
        const other = services.find((service) => service !== report?.service);
        if (report) await this.#expect(404, 'GET', `/feed/${other}/api?report=${report.id}`, token);
        return;
      }
      case 'delete': {
        const report = made[step.which % Math.max(made.length, 1)];
        if (report) await this.#delete(report, step.as);
        return;
      }
      case 'look up':
        return this.#lookUp(caller, step.hash, step.times);
      case 'call without a token':
        await this.#expect(401, 'GET', `/private/sample/${'0'.repeat(64)}`);
        await this.#expect(401, 'POST', '/feed/tunnelco/api', 'nobody', validBody);
    }
  }

  async #create(lane: number, caller: string, step: Step & { do: 'create' }): Promise<void> {
    const service = services[step.service] ?? services[0];
    const draft = draftOf(lane, step.file, step.tags);
    const since = Date.now();
    const path = `/feed/${service}/api`;
    const token = this.#model.token(caller);
    const { id, successful } = await this.#expect(201, 'POST', path, token, JSON.stringify(draft));
    if (typeof id !== 'string' || successful !== true) throw new Error('created without an id');
    if (this.#model.reports.has(id)) throw new Error(`the id ${id} was given out twice`);
    const made = { id, service, createdBy: caller, since, until: Date.now() };
    this.#made[lane]?.push(this.#model.create(made, draft));
  }

  async #fetch(report: ModelReport, token: string): Promise<void> {
    const there = this.#model.reports.has(report.id);
    const path = `/feed/${report.service}/api?report=${report.id}`;
    const body = await this.#expect(there ? 200 : 404, 'GET', path, token);
    const problem = there && differenceFrom(report, body.report as object);
    if (problem) throw new Error(`fetched ${report.id}: ${problem}`);
  }

  async #delete(report: ModelReport, as: 'creator' | 'owner' | 'stranger'): Promise<void> {
    const { id, service, createdBy } = report;
    const there = this.#model.reports.has(id);
    const caller = { creator: createdBy, owner: this.#model.ownerOf(service), stranger: 'reader' }[
      as
    ];
    const status = !there ? 404 : as === 'stranger' ? 403 : 200;
    const path = `/feed/${service}/api?report=${id}`;
    const body = await this.#expect(status, 'DELETE', path, this.#model.token(caller));
    if (status !== 200) return;
    if (body.success !== true) throw new Error(`deleted ${id} without saying so`);
    this.#model.reports.delete(id);
  }

  /** All at once: as many are answered as are left, whichever they are. */
  async #lookUp(caller: string, hash: keyof typeof found, times: number): Promise<void> {
    const known = this.#seed.analyses[0]?.sha256Hash ?? '';
    const path = `/private/sample/${{ known, unknown: '0'.repeat(64), malformed: 'abc' }[hash]}`;
    const token = this.#model.token(caller);
    const good = Array.from({ length: times }, () => this.#model.spend(caller)).filter(Boolean);
    const answers = await Promise.all(
      Array.from({ length: times }, () => this.#ask('GET', path, token)),
    );
    const statuses = answers.map(({ status }) => status).sort();
    const expected = Array.from({ length: times }, (_, n) => (n < good.length ? found[hash] : 429));
    if (statuses.join() !== expected.sort().join()) {
      throw new Error(`${times} lookups of ${caller} gave ${statuses}, not ${expected}`);
    }
    for (const { status, body } of answers) {
      if (status === 200 && body.sha256Hash !== known)
        throw new Error('another analysis was given');
    }
  }

  /** Creator, owner and a stranger at the same report: one of the first two succeeds. */
  async #race(): Promise<void> {
    const [report] = [...this.#model.reports.values()].slice(-1);
    if (!report) return;
    const { id, service, createdBy } = report;
    const path = `/feed/${service}/api?report=${id}`;
    const racers = [createdBy, this.#model.ownerOf(service), createdBy, 'reader'];
    const answers = await Promise.all(
      racers.map((caller) => this.#ask('DELETE', path, this.#model.token(caller))),
    );
    const statuses = answers.map(({ status }) => status);
    const stranger = statuses.pop();
    const fair = statuses.sort().join() === '200,404,404' && [403, 404].includes(stranger ?? 0);
    if (!fair) throw new Error(`a race to delete ${id} gave ${statuses} and ${stranger}`);
    this.#model.reports.delete(id);
  }

  async #compare(after: string): Promise<void> {
    const state = (await this.#expect(200, 'GET', '/__admin/state')) as unknown as {
      readonly reports: (ModelReport & { readonly reportedAt: never })[];
      readonly callers: { readonly id: string; readonly requestsLeft: number }[];
    };
    const missing = new Set(this.#model.reports.keys());
    for (const shown of state.reports) {
      const report = this.#model.reports.get(shown.id);
      if (!report) throw new Error(`after ${after}: report ${shown.id} should not be there`);
      const problem = differenceFrom(report, shown);
      if (problem) throw new Error(`after ${after}: report ${shown.id}: ${problem}`);
      missing.delete(shown.id);
    }
    if (missing.size > 0) throw new Error(`after ${after}: missing reports: ${[...missing]}`);
    for (const { id, requestsLeft } of state.callers) {
      const left = this.#model.left.get(id);
      if (left !== requestsLeft) {
        throw new Error(`after ${after}: ${id} has ${requestsLeft} lookups left, not ${left}`);
      }
    }
  }

  async #expect(status: number, ...request: Request) {
    const answer = await this.#ask(...request);
    if (answer.status === status) return answer.body;
    const [method, path] = request;
    const said = JSON.stringify(answer.body);
    throw new Error(`${method} ${path} gave ${answer.status} ${said}, not ${status}`);
  }

  async #ask(...[method, path, token, body]: Request): Promise<Answer> {
    const answer = await fetch(`${this.#stand.url}${path}`, {
      method,
      headers: {
        ...(token !== undefined && { Authorization: token }),
        ...(body !== undefined && { 'Content-Type': 'application/json' }),
      },
      ...(body !== undefined && { body }),
    });
    const text = await answer.text();
    this.answers += 1;
    const parsed: unknown = text === '' ? {} : JSON.parse(text);
    if (answer.status >= 400 && (parsed as { successful?: unknown }).successful !== false) {
      throw new Error(`${method} ${path} refused with another body: ${text}`);
    }
    return { status: answer.status, body: parsed as Answer['body'] };
  }
}

const found = { known: 200, unknown: 404, malformed: 400 };
const validBody = JSON.stringify(draftOf(0, 0, []));
const flaws = { score: { confidenceScore: 101 }, address: { c2Address: 'no port' }, json: {} };

/** Files are a lane's own, so that what was seen first does not depend on who was faster. */
function draftOf(lane: number, file: number, tags: readonly string[]) {
  const file256Hash = `${lane}${file}`.repeat(32);
  return {
    tags: [...tags],
    c2Address: `lane-${lane}.example:${4000 + file}`,
    file256Hash,
    referenceLink: `https://results.example/${file256Hash}`,
    confidenceScore: lane * 10 + file,
  };
}
