import type { Chance } from './chance.ts';
import type { Answer, Client } from './client.ts';
import type { Expected } from './expected.ts';
import type { Draft } from './server-state.ts';

const researchers = ['endure-r1', 'endure-r2', 'endure-r3', 'endure-r4'];
const analysts = ['endure-a1', 'endure-a2', 'endure-a3'];
const services = ['tunnelco', 'dyndnsco', 'pasteco'];
const tokenOf = (caller: string): string => `token-${caller}`;

/** Callers of their own, so that nobody else changes what they count on. */
export async function mintCallers(client: Client): Promise<void> {
  for (const id of [...researchers, ...analysts]) {
    const roles = researchers.includes(id) ? ['researcher'] : [];
    const body = { id, token: tokenOf(id), roles, requests: 1_000_000 };
    await client.must({ method: 'POST', path: '/__admin/callers', body });
  }
}

export type Came = 'done' | 'refused' | 'unanswered';

export interface LoadParts {
  readonly client: Client;
  readonly expected: Expected;
  readonly chance: Chance;
  /** What no answer may be; collected rather than thrown, since many are at work. */
  readonly problems: string[];
  /** How many of ten reports are as large as is allowed, which makes journals grow fast. */
  readonly largeOfTen?: number;
}

/** Reports that are worked on together stay few, so that the journal grows and the state does not. */
const mostReports = 24;
let marks = 0;

/** Creates, deletes and lookups by several callers, each noted before it is sent. */
export class Load {
  readonly #parts: LoadParts;
  /** Reports nobody is deleting at this moment. */
  readonly #own: [id: string, draft: Draft][] = [];

  constructor(parts: LoadParts) {
    this.#parts = parts;
  }

  /** So many at once, one after the other each, until `until` is true or an answer is missing. */
  async run(callers: number, until: () => boolean): Promise<void> {
    const work = async () => {
      while (!until()) if ((await this.one()) === 'unanswered') return;
    };
    await Promise.all(Array.from({ length: callers }, work));
  }

  one(): Promise<Came> {
    const { chance } = this.#parts;
    if (this.#own.length > mostReports) return this.delete();
    const drawn = chance.next();
    if (drawn < 0.55) return this.create();
    return drawn < 0.75 && this.#own.length > 0 ? this.delete() : this.lookUp();
  }

  async create(): Promise<Came> {
    const { client, expected } = this.#parts;
    const draft = this.#draft();
    expected.creating(draft);
    const { service, createdBy, ...body } = draft;
    const path = `/feed/${service}/api`;
    const answer = await client.ask({ method: 'POST', path, token: tokenOf(createdBy), body });
    const came = this.#judge('create', answer, [201]);
    if (came === 'done') {
      const id = String(answer?.json?.id);
      expected.created(draft, id);
      this.#own.push([id, draft]);
    } else if (came === 'refused') expected.notCreated(draft);
    return came;
  }

  async delete(): Promise<Came> {
    const { client, expected, chance } = this.#parts;
    const [picked] = this.#own.splice(chance.below(this.#own.length), 1);
    if (!picked) return this.create();
    const [id, { service, createdBy }] = picked;
    expected.deleting(id);
    const token = chance.happens(0.3) ? `token-owner-${service}` : tokenOf(createdBy);
    const path = `/feed/${service}/api?report=${id}`;
    const answer = await client.ask({ method: 'DELETE', path, token });
    const came = this.#judge('delete', answer, [200]);
    if (came === 'done') expected.deleted(id);
    if (came === 'refused') {
      expected.notDeleted(id);
      this.#own.push(picked);
    }
    return came;
  }

  async lookUp(): Promise<Came> {
    const { client, expected, chance } = this.#parts;
    const caller = chance.of(analysts);
    expected.lookingUp(caller);
    const hash = chance.bytes(32).toString('hex');
    const answer = await client.ask({ path: `/private/sample/${hash}`, token: tokenOf(caller) });
    const came = this.#judge('lookup', answer, [404]);
    if (came === 'done') expected.lookedUp(caller);
    if (came === 'refused') expected.notLookedUp(caller);
    return came;
  }

  /** Fetches some of what is there; reading has to go on whatever the disk does. */
  async read(times: number): Promise<number> {
    const { client, expected, chance, problems } = this.#parts;
    const known = [...expected.reports];
    for (let at = 0; at < times; at += 1) {
      const [id, { service }] = chance.of(known);
      const path = `/feed/${service}/api?report=${id}`;
      const answer = await client.ask({ path, token: 'token-reader' });
      if (answer?.status === 200 && answer.text.includes(id)) continue;
      problems.push(`fetching report ${id} got ${shown(answer)}`);
    }
    return times;
  }

  /** 503 with the body openapi.yaml has is the one refusal a disk may cause. */
  #judge(what: string, answer: Answer | undefined, good: readonly number[]): Came {
    if (!answer) return 'unanswered';
    if (good.includes(answer.status)) return 'done';
    const { successful, error } = answer.json ?? {};
    const clear = successful === false && /could not be stored/.test(String(error));
    if (answer.status !== 503 || !clear) {
      this.#parts.problems.push(`${what} got ${shown(answer)}`);
    }
    return 'refused';
  }

  #draft(): Draft {
    const { chance, largeOfTen = 0 } = this.#parts;
    marks += 1;
    const hash = chance.bytes(32).toString('hex');
    const isLarge = chance.below(10) < largeOfTen;
    const filler = isLarge ? Array.from({ length: 99 }, (_, n) => `${n}`.padEnd(550, hash)) : [];
    return {
      service: chance.of(services),
      createdBy: chance.of(researchers),
      tags: [`mark-${process.pid}-${marks}`, ...filler],
      c2Address: `c2-${chance.below(1e9)}.example:${chance.between(1, 65535)}`,
      file256Hash: hash,
      referenceLink: `https://results.example/${hash}`,
      confidenceScore: chance.between(0, 100),
    };
  }
}

const shown = (answer: Answer | undefined): string =>
  answer ? `${answer.status} ${answer.text.slice(0, 200)}` : 'no answer';
