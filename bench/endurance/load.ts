import type { Chance } from '../harness/chance.ts';
import type { Answer, Asked, Client } from '../harness/client.ts';
import type { Draft, Known, Model } from './model.ts';

const researchers = ['endure-r1', 'endure-r2', 'endure-r3', 'endure-r4'];
const analysts = ['endure-a1', 'endure-a2', 'endure-a3'];
const services = ['tunnelco', 'dyndnsco', 'pasteco'];
const tokenOf = (caller: string): string => `token-${caller}`;

/** Dedicated callers, so that other traffic does not change their counts. */
export async function mintCallers(client: Client): Promise<void> {
  for (const id of [...researchers, ...analysts]) {
    const roles = researchers.includes(id) ? ['researcher'] : [];
    const body = { id, token: tokenOf(id), roles, requests: 1_000_000 };
    await client.must({ method: 'POST', path: '/__admin/callers', body });
  }
}

/** The number of shared reports stays small, so that the journal grows but the state does not. */
const mostReports = 24;
let marks = 0;

interface LoadParts {
  readonly client: Client;
  readonly model: Model;
  readonly chance: Chance;
  /** Invalid responses; collected rather than thrown, since many requests run concurrently. */
  readonly problems: string[];
}

/** Creates, deletes and lookups of several callers, each recorded before it is sent. */
export class Load {
  readonly #parts: LoadParts;
  /** Reports not being deleted at the moment. */
  readonly #own: Known[] = [];

  constructor(parts: LoadParts) {
    this.#parts = parts;
  }

  /** Runs this many callers concurrently until `until` is true or a response is missing. */
  async run(callers: number, until: () => boolean): Promise<void> {
    const work = async () => {
      while (!until()) if ((await this.#one()) === undefined) return;
    };
    await Promise.all(Array.from({ length: callers }, work));
  }

  /** Fetches some existing reports; reads must work whatever the disk does. */
  async read(times: number): Promise<void> {
    const { client, model, chance, problems } = this.#parts;
    const known = model.there;
    for (let at = 0; at < times; at += 1) {
      const { id = '', draft } = chance.of(known);
      const path = `/feed/${draft.service}/api?report=${id}`;
      const answer = await client.ask({ path, token: 'token-reader' });
      if (answer?.status === 200 && answer.text.includes(id)) continue;
      problems.push(`fetching report ${id} got ${shown(answer)}`);
    }
  }

  #one(): Promise<Answer | undefined> {
    const drawn = this.#parts.chance.next();
    if (this.#own.length > mostReports) return this.#delete();
    if (drawn < 0.55) return this.#create();
    return drawn < 0.75 && this.#own.length > 0 ? this.#delete() : this.#lookUp();
  }

  async create(): Promise<Known | undefined> {
    await this.#create();
    return this.#own.at(-1);
  }

  async #create(): Promise<Answer | undefined> {
    const known = this.#parts.model.creating(this.#draft());
    const { service, createdBy, ...body } = known.draft;
    const asked = { method: 'POST', path: `/feed/${service}/api`, token: tokenOf(createdBy), body };
    const answer = await this.#ask(201, asked);
    if (answer) known.stage = answer.status === 201 ? 'there' : 'refused';
    known.id = answer?.json?.id as string | undefined;
    if (known.stage === 'there') this.#own.push(known);
    return answer;
  }

  async #delete(): Promise<Answer | undefined> {
    const { chance } = this.#parts;
    const [known] = this.#own.splice(chance.below(this.#own.length), 1);
    if (!known) return this.#create();
    const { service, createdBy } = known.draft;
    known.stage = 'deleting';
    const token = chance.happens(0.3) ? `token-owner-${service}` : tokenOf(createdBy);
    const path = `/feed/${service}/api?report=${known.id}`;
    const answer = await this.#ask(200, { method: 'DELETE', path, token });
    if (answer) known.stage = answer.status === 200 ? 'gone' : 'there';
    if (known.stage === 'there') this.#own.push(known);
    return answer;
  }

  async #lookUp(): Promise<Answer | undefined> {
    const { model, chance } = this.#parts;
    const caller = chance.of(analysts);
    const lookedUp = model.lookingUp(caller);
    const path = `/private/sample/${chance.hex(32)}`;
    const answer = await this.#ask(404, { path, token: tokenOf(caller) });
    if (answer) lookedUp(answer.status === 404);
    return answer;
  }

  /** 503 with an error body is the only refusal that a disk may cause. */
  async #ask(good: number, asked: Asked): Promise<Answer | undefined> {
    const { client, model, problems } = this.#parts;
    const answer = await client.ask(asked);
    if (answer?.status === good) model.acknowledged += 1;
    else if (answer) {
      model.refused += 1;
      if (answer.status !== 503 || answer.json?.successful !== false)
        problems.push(`${asked.method ?? 'GET'} ${asked.path} got ${shown(answer)}`);
    }
    return answer;
  }

  #draft(): Draft {
    const { chance } = this.#parts;
    marks += 1;
    const hash = chance.hex(32);
    // Some have the maximum size, so that a write can be truncated and files grow fast.
    const isLarge = chance.happens(0.3);
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
