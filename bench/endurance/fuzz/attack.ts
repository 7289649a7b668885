import { readFileSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import fc from 'fast-check';
import { answersIn, type RawAnswer } from '../../../src/http/raw-answers.test.support.ts';
import { Client } from '../client.ts';
import { goodDraft, seededId } from '../seeded.ts';
import type { ServerProcess } from '../server-process.ts';
import type { Setting } from '../trial.ts';
import { IdleCrowd } from './idle-crowd.ts';
import { deliveries } from './random-requests.ts';
import { type Delivery, type Heard, talk } from './raw-talk.ts';
import { smuggledRequests } from './smuggling.ts';

export const adminToken = 'admin-secret-4f1b';
export const victimToken = 'victim-secret-9c2e';
export const mark = 'for-the-victim-only-7d3a';
/** What must never be told to those who know neither the tokens nor the ids. */
const secrets = [adminToken, victimToken, mark, 'token-analyst-empty'];

/** How long a failing input may be shrunk: each step is sent to the server. */
const mostShrinkingMs = 30_000;

/** Whoever means harm, and what came of it. */
export class Attack {
  readonly problems: string[] = [];
  readonly #server: ServerProcess;
  readonly #port: number;
  readonly #setting: Setting;
  readonly #counts = new Map<number, number>();
  #canary = '';
  #sent = 0;

  constructor(server: ServerProcess, setting: Setting) {
    this.#server = server;
    this.#port = Number(new URL(server.url).port);
    this.#setting = setting;
  }

  statuses(): string {
    const sorted = [...this.#counts].sort(([a], [b]) => a - b);
    return sorted.map(([status, count]) => `${status}: ${count}`).join(', ');
  }

  async prepare(): Promise<void> {
    const client = new Client(this.#server.url);
    const caller = { id: 'victim', token: victimToken, roles: ['researcher'], requests: 1_000_000 };
    const token = `Bearer ${adminToken}`;
    await client.must({ method: 'POST', path: '/__admin/callers', token, body: caller });
    const made = await client.must({
      method: 'POST',
      path: '/feed/tunnelco/api',
      token: 'token-researcher-1',
      body: { ...goodDraft, tags: ['canary'], file256Hash: '0'.repeat(64) },
    });
    this.#canary = String(made.json?.id);
    await client.close();
  }

  /** So many random requests, many at a time; what fails is shrunk to the little it takes. */
  async random(count: number): Promise<void> {
    const { chance } = this.#setting;
    const lanes = Math.min(count, 32);
    const runs = Array.from({ length: lanes }, (_, lane) => ({
      seed: chance.below(2 ** 31),
      numRuns: Math.floor((count + lane) / lanes),
    }));
    await Promise.all(runs.map((run) => this.#check(run)));
  }

  /** Sends again the one delivery that a seed and a path stand for. */
  repeat(seed: number, path: string): Promise<void> {
    return this.#check({ seed, path, numRuns: 1, endOnFailure: true });
  }

  async #check(run: fc.Parameters<[Delivery]>): Promise<void> {
    let shrinkUntil = Infinity;
    const property = fc.asyncProperty(deliveries, async (delivery) => {
      // Passing over a delivery ends the shrinking.
      if (this.#server.died !== undefined || performance.now() > shrinkUntil) return;
      const problem = await this.#send(delivery);
      if (problem === undefined) return;
      shrinkUntil = Math.min(shrinkUntil, performance.now() + mostShrinkingMs);
      throw new Error(problem);
    });
    const { failed, errorInstance, counterexample, counterexamplePath } = await fc.check(
      property,
      run,
    );
    if (!failed) return;
    const why = errorInstance instanceof Error ? errorInstance.message : String(errorInstance);
    this.problems.push(
      `${why}; --seed ${run.seed} --path ${counterexamplePath} sends it again, shrunk to ` +
        shownDelivery(counterexample?.[0]),
    );
  }

  /** What is wrong with the answer to a random delivery, where something is. */
  async #send(delivery: Delivery): Promise<string | undefined> {
    this.#sent += 1;
    if (this.#sent % 2500 === 0) this.#setting.say(`${this.#sent} random requests`);
    const heard = await talk(this.#port, delivery);
    // When a process ends, its connections are seen to close before its end is.
    if (heard.closed && heard.received.length === 0) await pause(20);
    if (this.#server.died !== undefined) return 'the server crashed while this was under way';
    return wrongIn(heard, this.#counted(heard))[0];
  }

  async smuggle(): Promise<number> {
    const cases = smuggledRequests(this.#canary, seededId);
    for (const { what, bytes, mayServe } of cases) {
      const heard = await talk(this.#port, { pieces: [bytes], patienceMs: 400 });
      const answers = this.#judge(heard, what);
      const wrong = answers.slice(mayServe ? 1 : 0).filter(({ status }) => status < 400);
      if (wrong.length > 0) {
        this.problems.push(`${what}: a hidden request was served: ${JSON.stringify(wrong)}`);
      }
      if (!(await this.#canaryLives())) {
        this.problems.push(`${what}: the hidden request deleted a report`);
        break;
      }
    }
    return cases.length;
  }

  async #canaryLives(): Promise<boolean> {
    const request = getRequest(this.#canary, true);
    const { received } = await talk(this.#port, { pieces: [request] });
    return answersIn(received).answers[0]?.status === 200;
  }

  /** Good requests in one go: each has to get its own answer, in its own place. */
  async pipeline(): Promise<void> {
    const ids = [seededId, this.#canary, seededId, '00000000-0000-4000-8000-000000000000'];
    const bytes = ids.map((id, at) => getRequest(id, at === ids.length - 1));
    for (let time = 0; time < 20; time += 1) {
      const answers = this.#judge(
        await talk(this.#port, { pieces: [Buffer.concat(bytes)] }),
        'pipelined requests',
      );
      const right =
        answers.length === ids.length &&
        answers.every(({ status, body }, at) => {
          const expected = at === ids.length - 1 ? 404 : 200;
          return status === expected && body.includes(ids[at] ?? '');
        });
      if (!right) this.problems.push(`pipelined requests got ${JSON.stringify(answers)}`);
    }
  }

  /** Slow senders and those who say nothing, as many as this machine lets us open. */
  async crowd(): Promise<string> {
    const { short, say } = this.#setting;
    const wanted = this.#setting.asked('connections') ?? (short ? 1000 : 10_000);
    const possible = Math.min(wanted, filesAllowed() - 1000);
    const drops = Array.from(getRequest(seededId, true), (byte) => Buffer.of(byte));
    const slow = Array.from({ length: 30 }, () =>
      talk(this.#port, { pieces: drops, pauseMs: short ? 20 : 400, patienceMs: 60_000 }),
    );
    const crowd = new IdleCrowd(this.#port);
    await crowd.gather(possible);
    say(`${crowd.open} idle connections`);
    await pause(short ? 1000 : 5000);
    crowd.leave(short ? crowd.open : crowd.open >> 1);
    // The server lets senders have 10 s for their headers, and looks every 5.
    const waited = performance.now();
    if (!(await crowd.dismissed(45_000))) {
      this.problems.push(`${crowd.open} idle connections were never closed`);
      crowd.leave();
    }
    const seconds = Math.round((performance.now() - waited) / 1000);
    for (const heard of await Promise.all(slow)) this.#judge(heard, 'a slow sender');
    const limit =
      possible < wanted ? ` of ${wanted} (the system allows ${filesAllowed()} files)` : '';
    const shy = crowd.refused === undefined ? '' : `, then ${crowd.refused}`;
    const by = short ? '' : `, half of them closed by the server within ${seconds} s`;
    return `30 slow senders, ${crowd.most} idle connections at once${limit}${shy}${by}`;
  }

  #judge(heard: Heard, what: string): RawAnswer[] {
    const answers = this.#counted(heard);
    this.problems.push(...wrongIn(heard, answers).map((wrong) => `${what}: ${wrong}`));
    return answers;
  }

  #counted({ received }: Heard): RawAnswer[] {
    const { answers } = answersIn(received);
    for (const { status } of answers) {
      this.#counts.set(status, (this.#counts.get(status) ?? 0) + 1);
    }
    return answers;
  }
}

/** A mistake of the server, or a secret that was given away. */
function wrongIn({ received }: Heard, answers: readonly RawAnswer[]): string[] {
  const told = secrets.find((secret) => received.includes(secret));
  return [
    ...answers
      .filter(({ status }) => status >= 500)
      .map(({ status, body }) => `${status} ${body.slice(0, 200)}`),
    ...(told === undefined ? [] : [`the answer tells "${told}"`]),
  ];
}

const shownDelivery = (delivery: Delivery | undefined): string => {
  const bytes = Buffer.concat(delivery?.pieces ?? []);
  const more = bytes.length > 400 ? ` and ${bytes.length - 400} bytes more` : '';
  const { pieces = [], leaves } = delivery ?? {};
  return `${JSON.stringify(bytes.toString('latin1', 0, 400))}${more}, in ${pieces.length} pieces, leaving ${leaves}`;
};

const getRequest = (id: string, last: boolean): Buffer =>
  Buffer.from(
    `GET /feed/tunnelco/api?report=${id} HTTP/1.1\r\nHost: feed.example\r\n` +
      `Authorization: token-reader\r\n${last ? 'Connection: close\r\n' : ''}\r\n`,
  );

function filesAllowed(): number {
  try {
    const limits = readFileSync('/proc/self/limits', 'utf8');
    return Number(/Max open files +(\d+)/.exec(limits)?.[1] ?? 1024);
  } catch {
    return 1024;
  }
}
