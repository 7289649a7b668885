import type { Chance } from '../harness/chance.ts';
import { type Answer, type Asked, Client } from '../harness/client.ts';
import { OurServer, type ServerOptions } from '../harness/our-server.ts';
import { type Draft, type Known, Model, stateOf } from './model.ts';

const researchers = ['endure-r1', 'endure-r2', 'endure-r3', 'endure-r4'];
const analysts = ['endure-a1', 'endure-a2', 'endure-a3'];
const services = ['tunnelco', 'dyndnsco', 'pasteco'];

function tokenOf(caller: string): string {
  return `token-${caller}`;
}

/** Dedicated callers, so that other traffic does not change their counts. */
async function mintCallers(client: Client): Promise<void> {
  for (const id of [...researchers, ...analysts]) {
    const roles = researchers.includes(id) ? ['researcher'] : [];
    const body = { id, token: tokenOf(id), roles, requests: 1_000_000 };
    await client.must({ method: 'POST', path: '/__admin/callers', body });
  }
}

/** How many callers ask at the same time. */
const callers = 8;
/** The number of shared reports stays small, so that the journal grows but the state does not. */
const mostReports = 24;
let marks = 0;

interface StandParts {
  readonly chance: Chance;
  /** Collected rather than thrown, since many requests run concurrently. */
  readonly problems: string[];
}

/**
 * A server under creates, deletes and lookups of several callers, each recorded before it is sent, with what
 * they expect of it, across restarts.
 */
export class Stand {
  readonly problems: string[];
  readonly model: Model;
  readonly #options: ServerOptions;
  readonly #chance: Chance;
  server: OurServer;
  #client: Client;
  /** Reports not being deleted at the moment. */
  #own: Known[] = [];

  private constructor(
    options: ServerOptions,
    { server, client, model }: { server: OurServer; client: Client; model: Model },
    { chance, problems }: StandParts,
  ) {
    this.#options = options;
    this.#chance = chance;
    this.problems = problems;
    this.model = model;
    this.server = server;
    this.#client = client;
  }

  static async start(options: ServerOptions, parts: StandParts): Promise<Stand> {
    const server = await OurServer.start(options);
    const client = new Client(server.url);
    await mintCallers(client);
    const model = new Model(await stateOf(client));
    return new Stand(options, { server, client, model }, parts);
  }

  /** Makes this many changes concurrently; returns how many were refused. */
  async work(times: number): Promise<number> {
    const { refused } = this.model;
    let left = times;
    await this.#run(() => left-- <= 0);
    return this.model.refused - refused;
  }

  /** Runs an action under load, and waits for pending requests. */
  async amid(action: () => unknown): Promise<void> {
    let over = false;
    const working = this.#run(() => over);
    await action();
    over = true;
    await working;
  }

  /** A create that may be lost, because it is the last write. */
  async lastCreate(): Promise<void> {
    await this.#create();
    const created = this.#own.at(-1);
    if (created) created.stage = 'creating';
  }

  /** Fetches some existing reports; reads must work whatever the disk does. */
  async read(times: number): Promise<void> {
    const known = this.model.there;
    for (let at = 0; at < times; at += 1) {
      const { id = '', draft } = this.#chance.of(known);
      const path = `/feed/${draft.service}/api?report=${id}`;
      const answer = await this.#client.ask({ path, token: 'token-reader' });
      if (answer?.status === 200 && answer.text.includes(id)) continue;
      this.problems.push(`fetching report ${id} got ${shown(answer)}`);
    }
  }

  async compare(when: string): Promise<void> {
    const found = this.model.compare(await stateOf(this.#client));
    this.problems.push(...found.map((what) => `${when}: ${what}`));
  }

  async end(signal: NodeJS.Signals = 'SIGTERM'): Promise<void> {
    this.problems.push(...this.server.problems());
    await this.server.program.end(signal);
    await this.#client.close();
  }

  /** Restarts the server on the same folder and compares. */
  async again(when: string): Promise<void> {
    this.server = await OurServer.restart(this.#options);
    this.#client = new Client(this.server.url);
    this.#own = [];
    await this.compare(when);
  }

  /** Until `isOver`, or a response is missing. */
  async #run(isOver: () => boolean): Promise<void> {
    const work = async () => {
      while (!isOver()) if ((await this.#one()) === undefined) return;
    };
    await Promise.all(Array.from({ length: callers }, work));
  }

  #one(): Promise<Answer | undefined> {
    const drawn = this.#chance.next();
    if (this.#own.length > mostReports) return this.#delete();
    if (drawn < 0.55) return this.#create();
    return drawn < 0.75 && this.#own.length > 0 ? this.#delete() : this.#lookUp();
  }

  async #create(): Promise<Answer | undefined> {
    const known = this.model.creating(this.#draft());
    const { service, createdBy, ...body } = known.draft;
    const asked = { method: 'POST', path: `/feed/${service}/api`, token: tokenOf(createdBy), body };
    const answer = await this.#ask(201, asked);
    if (answer) known.stage = answer.status === 201 ? 'there' : 'refused';
    known.id = answer?.json?.id as string | undefined;
    if (known.stage === 'there') this.#own.push(known);
    return answer;
  }

  async #delete(): Promise<Answer | undefined> {
    const [known] = this.#own.splice(this.#chance.below(this.#own.length), 1);
    if (!known) return this.#create();
    const { service, createdBy } = known.draft;
    known.stage = 'deleting';
    const token = this.#chance.happens(0.3) ? `token-owner-${service}` : tokenOf(createdBy);
    const path = `/feed/${service}/api?report=${known.id}`;
    const answer = await this.#ask(200, { method: 'DELETE', path, token });
    if (answer) known.stage = answer.status === 200 ? 'gone' : 'there';
    if (known.stage === 'there') this.#own.push(known);
    return answer;
  }

  async #lookUp(): Promise<Answer | undefined> {
    const caller = this.#chance.of(analysts);
    const lookedUp = this.model.lookingUp(caller);
    const path = `/private/sample/${this.#chance.hex(32)}`;
    const answer = await this.#ask(404, { path, token: tokenOf(caller) });
    if (answer) lookedUp(answer.status === 404);
    return answer;
  }

  /** 503 with an error body is the only refusal that a disk may cause. */
  async #ask(good: number, asked: Asked): Promise<Answer | undefined> {
    const answer = await this.#client.ask(asked);
    if (answer?.status === good) this.model.acknowledged += 1;
    else if (answer) {
      this.model.refused += 1;
      if (answer.status !== 503 || answer.json?.successful !== false)
        this.problems.push(`${asked.method ?? 'GET'} ${asked.path} got ${shown(answer)}`);
    }
    return answer;
  }

  #draft(): Draft {
    const chance = this.#chance;
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

function shown(answer: Answer | undefined): string {
  return answer ? `${answer.status} ${answer.text.slice(0, 200)}` : 'no answer';
}
