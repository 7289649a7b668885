import type { Contents } from '../../store/contents.ts';
import { isAnalysis, isCreated, isDeleted, isRefusal, isReport } from './answer.test.support.ts';
import { ModelClient } from './client.test.support.ts';
import { draftOf, flawedBody, sentBy, validBody } from './draft.test.support.ts';
import {
  differenceInState,
  Model,
  type ModelReport,
  type StateView,
} from './model.test.support.ts';
import {
  type Deleter,
  type Flaw,
  laneCallers,
  type Round,
  type Step,
} from './walk.test.support.ts';

/** The server under test, which may be elsewhere after a restart. */
export interface Stand {
  readonly url: string;
  restart(how: 'stop' | 'kill'): Promise<void>;
}

const services = ['tunnelco', 'dyndnsco', 'pasteco'] as const;

/** Takes a server through rounds beside the model, and throws at the first difference. */
export class ModelJudge {
  readonly #stand: Stand;
  readonly #client: ModelClient;
  readonly #seed: Contents;
  #model: Model;
  /** What each lane has created, deleted ones included. */
  #made: ModelReport[][] = [];
  constructor(stand: Stand, seed: Contents) {
    this.#stand = stand;
    this.#client = new ModelClient(() => stand.url);
    this.#seed = seed;
    this.#model = new Model(seed);
  }

  /** Answers that were judged. */
  get answers(): number {
    return this.#client.answers;
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
    await this.#client.expect(204, () => undefined, 'POST', '/__admin/reset');
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
    const report = made[('which' in step ? step.which : 0) % Math.max(made.length, 1)];
    switch (step.do) {
      case 'create':
        return this.#create(lane, caller, step);
      case 'create badly':
        return this.#createBadly(lane, token, step.flaw);
      case 'fetch':
        return report && this.#fetch(report, token);
      case 'fetch seeded': {
        const { id } = this.#seed.reports[step.which % this.#seed.reports.length] ?? { id: '' };
        // Nobody but a race deletes these, and races are run alone.
        const seeded = this.#model.reports.get(id);
        return seeded && this.#fetch(seeded, token);
      }
      case 'ask in another feed': {
        const other = services.find((service) => service !== report?.service) ?? services[0];
        const path = `/feed/${other}/api?report=${report?.id}`;
        if (!report) return;
        await this.#client.refused(404, 'GET', path, token);
        await this.#client.refused(
          404,
          'DELETE',
          path,
          this.#model.token(this.#model.ownerOf(other)),
        );
        return;
      }
      case 'delete':
        return report && this.#delete(report, step.as);
      case 'look up':
        return this.#lookUp(caller, step);
      case 'be nobody':
        return this.#nobody(
          { none: undefined, unknown: 'nobody', longer: `${token}x` }[step.token],
        );
    }
  }

  async #createBadly(lane: number, token: string, flaw: Flaw): Promise<void> {
    const body = flawedBody(lane, flaw);
    const path = '/feed/tunnelco/api';
    if (flaw !== 'no researcher') await this.#client.refused(400, 'POST', path, token, body);
    else
      for (const id of ['reader', 'owner-tunnelco']) {
        await this.#client.refused(403, 'POST', path, this.#model.token(id), body);
      }
  }

  /** Without a token that is known nothing is possible. */
  async #nobody(token: string | undefined): Promise<void> {
    const { id, service } = this.#seed.reports[0] ?? { id: '', service: '' };
    await this.#client.refused(401, 'GET', `/private/sample/${'0'.repeat(64)}`, token);
    await this.#client.refused(401, 'GET', `/feed/${service}/api?report=${id}`, token);
    await this.#client.refused(401, 'DELETE', `/feed/${service}/api?report=${id}`, token);
    await this.#client.refused(401, 'POST', `/feed/${service}/api`, token, validBody);
  }

  async #create(lane: number, caller: string, step: Step & { do: 'create' }): Promise<void> {
    const service = services[step.service] ?? services[0];
    const draft = draftOf(lane, step.file, step.tags);
    const since = Date.now();
    const path = `/feed/${service}/api`;
    const token = this.#model.token(caller);
    const answer = await this.#client.expect(201, isCreated, 'POST', path, token, sentBy(draft));
    const id = String(answer.id);
    if (this.#model.reports.has(id)) throw new Error(`the id ${id} was given out twice`);
    const made = { id, service, createdBy: caller, since, until: Date.now() };
    this.#made[lane]?.push(this.#model.create(made, draft));
  }

  async #fetch(report: ModelReport, token: string): Promise<void> {
    const path = `/feed/${report.service}/api?report=${report.id}`;
    if (!this.#model.reports.has(report.id)) await this.#client.refused(404, 'GET', path, token);
    else await this.#client.expect(200, isReport(report), 'GET', path, token);
  }

  async #delete({ id, service, createdBy }: ModelReport, as: Deleter): Promise<void> {
    const other = services.find((one) => one !== service) ?? services[0];
    const caller = {
      creator: createdBy,
      owner: this.#model.ownerOf(service),
      reader: 'reader',
      'other researcher': laneCallers.find((one) => one !== createdBy) ?? '',
      'other owner': this.#model.ownerOf(other),
    }[as];
    const token = this.#model.token(caller);
    const path = `/feed/${service}/api?report=${id}`;
    if (!this.#model.reports.has(id)) return this.#client.refused(404, 'DELETE', path, token);
    if (as !== 'creator' && as !== 'owner') return this.#client.refused(403, 'DELETE', path, token);
    await this.#client.expect(200, isDeleted, 'DELETE', path, token);
    this.#model.reports.delete(id);
  }

  /** All at once: as many are answered as are left, whichever they are. */
  async #lookUp(caller: string, { hash, which, times }: Step & { do: 'look up' }): Promise<void> {
    const analysis = this.#seed.analyses[which % this.#seed.analyses.length];
    if (!analysis) throw new Error('there is nothing to look up');
    const known = { ...analysis, unknown: '0'.repeat(64), malformed: 'abc' };
    const path = `/private/sample/${known[hash]}`;
    const token = this.#model.token(caller);
    const good = Array.from({ length: times }, () => this.#model.spend(caller)).filter(Boolean);
    const status = hash === 'unknown' ? 404 : hash === 'malformed' ? 400 : 200;
    const expected = Array.from({ length: times }, (_, n) => (n < good.length ? status : 429));
    const answers = await Promise.all(expected.map(() => this.#client.ask('GET', path, token)));
    const statuses = answers.map((answer) => answer.status);
    if (statuses.sort().join() !== expected.sort().join()) {
      throw new Error(`${times} lookups of ${caller} gave ${statuses}, not ${expected}`);
    }
    for (const answer of answers) {
      const problem = (answer.status === 200 ? isAnalysis(analysis) : isRefusal)(answer.body);
      if (problem) throw new Error(`${path}: ${problem}: ${JSON.stringify(answer.body)}`);
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
      racers.map((caller) => this.#client.ask('DELETE', path, this.#model.token(caller))),
    );
    const statuses = answers.map(({ status }) => status);
    const stranger = statuses.pop();
    const fair = statuses.sort().join() === '200,404,404' && [403, 404].includes(stranger ?? 0);
    if (!fair) throw new Error(`a race to delete ${id} gave ${statuses} and ${stranger}`);
    this.#model.reports.delete(id);
  }

  async #compare(after: string): Promise<void> {
    const anything = () => undefined;
    const state = await this.#client.expect(200, anything, 'GET', '/__admin/state');
    const problem = differenceInState(this.#model, state as unknown as StateView);
    if (problem) throw new Error(`after ${after}: ${problem}`);
  }
}
