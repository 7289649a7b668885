import { randomBytes } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { type Answer, type Asked, Client } from '../client.ts';
import { ourCommand, Program } from '../program.ts';
import { type Draft, type Known, Model, stateOf } from './model.ts';

const researchers = ['endure-r1', 'endure-r2', 'endure-r3', 'endure-r4'];
const analysts = ['endure-a1', 'endure-a2', 'endure-a3'];
const services = ['tunnelco', 'dyndnsco', 'pasteco'];

function tokenOf(caller: string): string {
  return `token-${caller}`;
}

/** How many callers ask at the same time. */
const callers = 8;
/** The number of shared reports stays small, so that the journal grows but the state does not. */
const mostReports = 24;

/**
 * A server under creates, deletes and lookups of several callers, with what they were told, across restarts.
 * Each request is recorded before it is sent.
 */
export class Stand {
  /** Collected rather than thrown, since many requests run concurrently. */
  readonly problems: string[] = [];
  readonly #data: string;
  readonly #chance: () => number;
  program!: Program;
  model!: Model;
  #client!: Client;
  /** Reports not being deleted at the moment. */
  #own: Known[] = [];

  constructor(data: string, chance: () => number) {
    this.#data = data;
    this.#chance = chance;
  }

  /** Starts a server, whose callers nobody else uses. */
  async start(): Promise<void> {
    await this.#launch();
    for (const id of [...researchers, ...analysts]) {
      const roles = researchers.includes(id) ? ['researcher'] : [];
      const body = { id, token: tokenOf(id), roles, requests: 1_000_000 };
      await this.#client.must({ method: 'POST', path: '/__admin/callers', body });
    }
    this.model = new Model(await stateOf(this.#client));
  }

  /** Starts a server on the same folder, and compares what it has with what callers were told. */
  async startAgain(when: string): Promise<void> {
    await this.#launch();
    this.#own = [];
    const found = this.model.compare(await stateOf(this.#client));
    this.problems.push(...found.map((what) => `${when}: ${what}`));
  }

  /** The lock of a killed server may be held for a while. */
  async #launch(): Promise<void> {
    const serve = [ourCommand, 'serve', '--port', '0', '--data', this.#data, '--quiet'];
    for (;;) {
      this.program = new Program(process.execPath, serve);
      try {
        const url = await this.program.ready(
          () => /Ready on (\S+)\.\s/.exec(this.program.said())?.[1],
        );
        this.#client = new Client(url);
        return;
      } catch (error) {
        if (!(error as Error).message.includes('in use')) throw error;
        await pause(200);
      }
    }
  }

  async end(signal: NodeJS.Signals): Promise<void> {
    const bugs = this.program.said().match(/^.*"bug":.*$/gm) ?? [];
    this.problems.push(...bugs.map((bug) => `it logged a bug: ${bug.slice(0, 500)}`));
    await this.program.end(signal);
    await this.#client.close();
  }

  /** Runs an action under load, and waits for what is pending then. */
  async amid(action: () => Promise<void>): Promise<void> {
    let isOver = false;
    const work = async () => {
      while (!isOver) if ((await this.#change()) === undefined) return;
    };
    const working = Promise.all(Array.from({ length: callers }, work));
    await action();
    isOver = true;
    await working;
  }

  below(end: number): number {
    return Math.floor(this.#chance() * end);
  }

  #of<T>(items: readonly T[]): T {
    return items[this.below(items.length)] as T;
  }

  #change(): Promise<Answer | undefined> {
    const drawn = this.#chance();
    const isFull = this.#own.length > mostReports;
    if (isFull || (drawn < 0.2 && this.#own.length > 0)) return this.#delete();
    return drawn < 0.75 ? this.#create() : this.#lookUp();
  }

  async #create(): Promise<Answer | undefined> {
    const draft = this.#draft();
    const known = this.model.creating(draft);
    const { service, createdBy, ...body } = draft;
    const path = `/feed/${service}/api`;
    const asked = { method: 'POST', path, token: tokenOf(createdBy), body };
    const answer = await this.#ask(201, asked);
    if (answer) known.stage = answer.status === 201 ? 'there' : 'refused';
    known.id = answer?.json?.id as string | undefined;
    if (known.stage === 'there') this.#own.push(known);
    return answer;
  }

  async #delete(): Promise<Answer | undefined> {
    const [known] = this.#own.splice(this.below(this.#own.length), 1);
    if (!known) return this.#create();
    const { service, createdBy } = known.draft;
    known.stage = 'deleting';
    const token = this.#chance() < 0.3 ? `token-owner-${service}` : tokenOf(createdBy);
    const path = `/feed/${service}/api?report=${known.id}`;
    const answer = await this.#ask(200, { method: 'DELETE', path, token });
    if (answer) known.stage = answer.status === 200 ? 'gone' : 'there';
    if (known.stage === 'there') this.#own.push(known);
    return answer;
  }

  async #lookUp(): Promise<Answer | undefined> {
    const caller = this.#of(analysts);
    const lookedUp = this.model.lookingUp(caller);
    const path = `/private/sample/${randomBytes(32).toString('hex')}`;
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
        this.problems.push(
          `${asked.method ?? 'GET'} ${asked.path} got ${answer.status} ${answer.text.slice(0, 200)}`,
        );
    }
    return answer;
  }

  #draft(): Draft {
    const hash = randomBytes(32).toString('hex');
    // Some are of the maximum size, so that a write can be cut and files grow fast.
    const filler =
      this.#chance() < 0.3 ? Array.from({ length: 99 }, (_, n) => `${n}`.padEnd(550, hash)) : [];
    return {
      service: this.#of(services),
      createdBy: this.#of(researchers),
      tags: [`mark-${hash}`, ...filler],
      c2Address: `c2-${this.below(1e9)}.example:${1 + this.below(65_535)}`,
      file256Hash: hash,
      referenceLink: `https://results.example/${hash}`,
      confidenceScore: this.below(101),
    };
  }
}
