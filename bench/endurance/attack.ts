import { readFileSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import { answersIn, type RawAnswer } from '../../src/http/raw-answers.test.support.ts';
import { Client } from './client.ts';
import { IdleCrowd } from './idle-crowd.ts';
import { randomDelivery } from './random-requests.ts';
import { type Heard, talk } from './raw-talk.ts';
import type { ServerProcess } from './server-process.ts';
import { smuggledRequests } from './smuggling.ts';
import type { Setting } from './trial.ts';

const seededId = '5f0c2a4e-7b1d-4c59-9a36-1d0e8b7c6f01';
export const adminToken = 'admin-secret-4f1b';
export const victimToken = 'victim-secret-9c2e';
export const mark = 'for-the-victim-only-7d3a';
/** What must never be told to those who know neither the tokens nor the ids. */
const secrets = [adminToken, victimToken, mark, 'token-analyst-empty'];

/** Whoever means harm, and what came of it. */
export class Attack {
  readonly problems: string[] = [];
  readonly #server: ServerProcess;
  readonly #port: number;
  readonly #setting: Setting;
  readonly #counts = new Map<number, number>();
  #canary = '';

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
    const draft = {
      tags: ['canary'],
      c2Address: 'c2.example:80',
      file256Hash: '0'.repeat(64),
      referenceLink: 'https://results.example/x',
      confidenceScore: 1,
    };
    const path = '/feed/tunnelco/api';
    const made = await client.must({
      method: 'POST',
      path,
      token: 'token-researcher-1',
      body: draft,
    });
    this.#canary = String(made.json?.id);
    await client.close();
  }

  async random(count: number): Promise<void> {
    const { chance, say } = this.#setting;
    let [begun, said] = [0, 0];
    const work = async () => {
      while (begun < count && this.#server.died === undefined) {
        begun += 1;
        const delivery = randomDelivery(chance);
        const heard = await talk(this.#port, delivery);
        this.#judge(heard, () => Buffer.concat(delivery.pieces).toString('latin1', 0, 120));
        if (begun - said < 2500) continue;
        said = begun;
        say(`${begun} random requests`);
      }
    };
    await Promise.all(Array.from({ length: 32 }, work));
  }

  async smuggle(): Promise<number> {
    const cases = smuggledRequests(this.#canary, seededId);
    for (const { what, bytes, mayServe } of cases) {
      const heard = await talk(this.#port, { pieces: [bytes], patienceMs: 400 });
      const answers = this.#judge(heard, () => what);
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
        () => 'pipelined requests',
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
    for (const heard of await Promise.all(slow)) this.#judge(heard, () => 'a slow sender');
    const limit =
      possible < wanted ? ` of ${wanted} (the system allows ${filesAllowed()} files)` : '';
    const shy = crowd.refused === undefined ? '' : `, then ${crowd.refused}`;
    const by = short ? '' : `, half of them closed by the server within ${seconds} s`;
    return `30 slow senders, ${crowd.most} idle connections at once${limit}${shy}${by}`;
  }

  #judge({ received }: Heard, what: () => string): RawAnswer[] {
    const { answers } = answersIn(received);
    for (const { status, body } of answers) {
      this.#counts.set(status, (this.#counts.get(status) ?? 0) + 1);
      if (status >= 500) this.problems.push(`${what()}: ${status} ${body.slice(0, 200)}`);
    }
    const told = secrets.find((secret) => received.includes(secret));
    if (told !== undefined) this.problems.push(`${what()}: the answer tells "${told}"`);
    return answers;
  }
}

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
