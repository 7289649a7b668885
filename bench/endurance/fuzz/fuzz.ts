import { readFileSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import { goodDraft, seededId } from '../../contestants/samples.ts';
import type { Chance } from '../../harness/chance.ts';
import { growth, type OurServer, shownUse, type Use } from '../../harness/our-server.ts';
import { Stand } from '../stand.ts';
import type { Finding, Setting, Trial } from '../trial.ts';
import { delivery, framings, hidden, smuggled } from './requests.ts';
import { answersIn, type Delivery, idleCrowd, talk } from './talk.ts';

export const fuzz: Trial = {
  name: 'fuzz',
  about: 'hostile and broken HTTP, slow senders, idle crowds: no crash, no leak, good calls go on',
  ...{ option: 'requests', full: 20_000, short: 400 },
  run,
};

/** Must never be revealed to callers without tokens or ids. */
const secrets = ['mark-', 'token-endure', 'token-analyst-empty'];

async function run({ short, amount, chance, folder, say }: Setting): Promise<Finding> {
  const problems: string[] = [];
  // With its log, where it reports bugs.
  const options = { data: folder(), flags: [], tellsMemory: true };
  const stand = await Stand.start(options, { chance, problems, isAlone: false });
  const { server, client } = stand;
  const canary = await client.must({
    ...{ method: 'POST', path: '/feed/tunnelco/api', token: 'token-researcher-1' },
    body: { ...goodDraft, tags: ['canary'] },
  });
  const attack = new Attack(server, String(canary.json?.id));
  await attack.random(short ? 100 : 400, chance);
  await stand.work(50);
  const before = await server.use();
  say(`before: ${shownUse(before)}`);
  let smuggled = 0;
  let crowd = 0;
  // Valid callers keep working meanwhile, and their responses are verified.
  await stand.amid(async () => {
    smuggled = await attack.smuggle();
    await attack.random(amount, chance);
    crowd = await attack.crowd(short);
  });
  await stand.compare('beside the attack');
  let after: Use = before;
  for (let tries = 0; tries < 20 && server.program.died === undefined; tries += 1) {
    after = await server.use();
    if (growth(before, after).length === 0) break;
    await pause(500);
  }
  await stand.end();
  return {
    numbers:
      `${amount} random requests, ${smuggled} smuggling attempts, 30 slow senders, ${crowd} idle ` +
      `connections, ${stand.model.acknowledged} good requests alongside; ` +
      `before ${shownUse(before)}; after ${shownUse(after)}`,
    problems: [...new Set([...attack.problems, ...problems, ...growth(before, after)])],
  };
}

/** An attacker, and the problems found. */
class Attack {
  readonly problems: string[] = [];
  readonly #server: OurServer;
  readonly #canary: string;
  readonly #port: number;

  constructor(server: OurServer, canary: string) {
    this.#server = server;
    this.#canary = canary;
    this.#port = Number(new URL(server.url).port);
  }

  /** Sends this many random requests, concurrently. */
  async random(count: number, chance: Chance): Promise<void> {
    const lane = async (own: Chance) => {
      for (let left = count / 32; left > 0 && this.#server.program.died === undefined; left -= 1) {
        const sent = delivery(own);
        await this.#judged(shownDelivery(sent), sent);
      }
    };
    await Promise.all(Array.from({ length: 32 }, () => lane(chance.fork())));
  }

  /** A request hidden in the body of another must not delete the report. */
  async smuggle(): Promise<number> {
    const ways = ['GET', 'POST'].flatMap((method) => framings.map((way) => [method, way] as const));
    for (const [method, way] of ways) {
      const bytes = smuggled(method, way, hidden(this.#canary));
      const what = JSON.stringify(bytes.toString('latin1'));
      await this.#judged(what, { pieces: [bytes], patienceMs: 400 });
      const [canary] = await this.#judged(what, {
        pieces: [fetchOf(this.#canary)],
        patienceMs: 10_000,
      });
      if (canary?.status !== 200) this.problems.push(`${what}: it deleted a report`);
    }
    return ways.length;
  }

  /** Slow and silent connections, as many as this machine can open. */
  async crowd(short: boolean): Promise<number> {
    const drops = Array.from(fetchOf(seededId), (byte) => Buffer.of(byte));
    const pauseMs = short ? 10 : 400;
    const slow = Array.from({ length: 30 }, () =>
      this.#judged('a slow sender', { pieces: drops, pauseMs, patienceMs: 60_000 }),
    );
    const crowd = await idleCrowd(
      this.#port,
      Math.min(short ? 1000 : 10_000, filesAllowed() - 1000),
    );
    const count = crowd.size;
    // The server allows 10 s for headers and checks every 5 s.
    const patience = performance.now() + (short ? 500 : 60_000);
    while (crowd.size > 0 && performance.now() < patience) await pause(100);
    if (crowd.size > 0 && !short) this.problems.push(`${crowd.size} were never hung up on`);
    for (const socket of crowd) socket.destroy();
    await Promise.all(slow);
    return count;
  }

  async #judged(what: string, delivery: Delivery) {
    const received = await talk(this.#port, delivery);
    this.problems.push(...wrongIn(received).map((wrong) => `${what}: ${wrong}`));
    return answersIn(received);
  }
}

/** A server error or a leaked secret. */
const wrongIn = (received: string): string[] => [
  ...answersIn(received)
    .filter(({ status }) => status >= 500)
    .map(({ status, body }) => `${status} ${body.slice(0, 200)}`),
  ...secrets.filter((secret) => received.includes(secret)).map((leaked) => `it tells "${leaked}"`),
];

const shownDelivery = ({ pieces, leaves }: Delivery): string => {
  const bytes = Buffer.concat(pieces);
  return `${JSON.stringify(bytes.toString('latin1', 0, 500))} of ${bytes.length} bytes, leaving ${leaves}`;
};

const fetchOf = (id: string): Buffer =>
  Buffer.from(
    `GET /feed/tunnelco/api?report=${id} HTTP/1.1\r\nHost: feed.example\r\n` +
      'Authorization: token-reader\r\nConnection: close\r\n\r\n',
  );

const filesAllowed = (): number =>
  Number(/Max open files +(\d+)/.exec(readFileSync('/proc/self/limits', 'utf8'))?.[1] ?? 1024);
