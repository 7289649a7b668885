import { randomBytes } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { type Answer, type Asked, Client } from '../client.ts';
import { ourCommand, Program } from '../program.ts';

/** A report as it is sent, and where. */
interface Draft {
  readonly service: string;
  readonly createdBy: string;
  readonly tags: readonly string[];
  readonly c2Address: string;
  readonly file256Hash: string;
  readonly referenceLink: string;
  readonly confidenceScore: number;
}

interface State {
  readonly reports: readonly (Draft & { readonly id: string })[];
  readonly callers: readonly { readonly id: string; readonly requestsLeft: number }[];
}

/** What callers were told of a report: undecided while its create or delete has no answer. */
interface Known {
  readonly draft: Draft;
  id: string | undefined;
  must: 'be there' | 'be gone' | 'undecided';
}

const researchers = ['endure-r1', 'endure-r2', 'endure-r3', 'endure-r4'];
const analysts = ['endure-a1', 'endure-a2', 'endure-a3'];
const services = ['tunnelco', 'dyndnsco', 'pasteco'];

/** The first tag identifies a report of ours, even if no response has told its id. */
function keyOf({ tags, id }: Pick<Draft, 'tags'> & { readonly id?: string }): string {
  const [mark = ''] = tags;
  return mark.startsWith('mark-') ? mark : (id ?? '');
}

function tokenOf(caller: string): string {
  return `token-${caller}`;
}

/** How many callers ask at the same time. */
const callers = 8;
/** The number of reports stays small, so that the journal grows but the state does not. */
const mostReports = 24;

/**
 * A server under creates, deletes and lookups of several callers, with what they were told, across restarts.
 * Each request is recorded before it is sent.
 */
export class Stand {
  /** Collected rather than thrown, since many requests run concurrently. */
  readonly problems: string[] = [];
  acknowledged = 0;
  refused = 0;
  program!: Program;
  readonly #data: string;
  readonly #chance: () => number;
  #client!: Client;
  /** By their keys. */
  readonly #reports = new Map<string, Known>();
  /** Lookups left of each analyst, and those without an answer. */
  readonly #counts = new Map<string, { left: number; unanswered: number }>();
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
    this.#adopt(await this.#state());
  }

  /** Starts a server on the same folder, and compares what it has with what callers were told. */
  async startAgain(when: string): Promise<void> {
    await this.#launch();
    this.#own = [];
    const state = await this.#state();
    this.problems.push(...this.#wrongIn(state).map((what) => `${when}: ${what}`));
    this.#adopt(state);
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

  async #state(): Promise<State> {
    return (await this.#client.must({ path: '/__admin/state' })).json as unknown as State;
  }

  #wrongIn({ reports, callers: counted }: State): string[] {
    const found = new Map(reports.map((report) => [keyOf(report), report]));
    const lost = [...this.#reports].flatMap(([key, { id, must }]) =>
      must === 'be there' && !found.has(key)
        ? [`report ${id ?? key} was acknowledged and is lost`]
        : [],
    );
    const strange = reports.flatMap((report) => {
      const known = this.#reports.get(keyOf(report));
      if (!known) return [`report ${report.id} was created by nobody`];
      if (known.must === 'be gone')
        return [`report ${report.id} was deleted or refused, and is there`];
      if (known.id !== undefined && known.id !== report.id)
        return [`report ${known.id} is now ${report.id}`];
      const other = (Object.keys(known.draft) as (keyof Draft)[]).find(
        (field) => JSON.stringify(known.draft[field]) !== JSON.stringify(report[field]),
      );
      return other ? [`report ${report.id} has another ${other} than was sent`] : [];
    });
    const miscounted = counted.flatMap(({ id, requestsLeft }) => {
      const { left, unanswered } = this.#counts.get(id) ?? { left: requestsLeft, unanswered: 0 };
      return requestsLeft <= left && requestsLeft >= left - unanswered
        ? []
        : [`${id} has ${requestsLeft} lookups left, not ${left} less ${unanswered} in flight`];
    });
    const twice = reports.length > found.size ? ['a report is there twice'] : [];
    return [...twice, ...lost, ...strange, ...miscounted];
  }

  /** What was undecided is settled by what is there. */
  #adopt({ reports, callers: counted }: State): void {
    for (const known of this.#reports.values()) known.must = 'be gone';
    for (const report of reports) {
      const { id, ...sent } = report;
      const { draft } = this.#reports.get(keyOf(report)) ?? { draft: sent };
      this.#reports.set(keyOf(report), { draft, id, must: 'be there' });
    }
    for (const { id, requestsLeft } of counted)
      this.#counts.set(id, { left: requestsLeft, unanswered: 0 });
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
    const { service, createdBy, ...body } = draft;
    const known: Known = { draft, id: undefined, must: 'undecided' };
    this.#reports.set(keyOf(draft), known);
    const path = `/feed/${service}/api`;
    const asked = { method: 'POST', path, token: tokenOf(createdBy), body };
    const answer = await this.#ask(201, asked);
    if (answer) known.must = answer.status === 201 ? 'be there' : 'be gone';
    known.id = answer?.json?.id as string | undefined;
    if (known.must === 'be there') this.#own.push(known);
    return answer;
  }

  async #delete(): Promise<Answer | undefined> {
    const [known] = this.#own.splice(this.below(this.#own.length), 1);
    if (!known) return this.#create();
    const { service, createdBy } = known.draft;
    known.must = 'undecided';
    const token = this.#chance() < 0.3 ? `token-owner-${service}` : tokenOf(createdBy);
    const path = `/feed/${service}/api?report=${known.id}`;
    const answer = await this.#ask(200, { method: 'DELETE', path, token });
    if (answer) known.must = answer.status === 200 ? 'be gone' : 'be there';
    if (answer && answer.status !== 200) this.#own.push(known);
    return answer;
  }

  async #lookUp(): Promise<Answer | undefined> {
    const caller = this.#of(analysts);
    const count = this.#counts.get(caller) ?? { left: 0, unanswered: 0 };
    count.unanswered += 1;
    const path = `/private/sample/${randomBytes(32).toString('hex')}`;
    const answer = await this.#ask(404, { path, token: tokenOf(caller) });
    if (answer) count.unanswered -= 1;
    if (answer?.status === 404) count.left -= 1;
    return answer;
  }

  /** 503 with an error body is the only refusal that a disk may cause. */
  async #ask(good: number, asked: Asked): Promise<Answer | undefined> {
    const answer = await this.#client.ask(asked);
    if (answer?.status === good) this.acknowledged += 1;
    else if (answer) {
      this.refused += 1;
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
