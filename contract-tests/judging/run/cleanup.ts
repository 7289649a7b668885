import type { Caller } from '../caller.ts';
import type { Created, CreatedState, Stray } from '../model.ts';
import type { Parameters } from '../operation.ts';
import type { Service } from '../service.ts';
import type { Answer } from '../talk/answer.ts';
import { Client } from '../talk/client.ts';
import type { Exchange } from '../talk/exchange.ts';
import { formatValue } from '../talk/format.ts';
import { type ConnectOptions, type InnerOptions, Run } from './run.ts';

/** Something that still exists after a run. */
export interface Leftover {
  readonly id: string;
  /** The parameters of a request that names it. */
  readonly about: Parameters;
  readonly why: string;
  /** The server did not answer: reports give all of these one line. */
  readonly isUnanswered?: true;
}

/** The end of a run: what is left, and the exchanges it took. */
export interface CleanedUp {
  readonly leftovers: readonly Leftover[];
  readonly exchanges: readonly Exchange[];
}

/** Deletes what the run has created, even after a stop. */
export async function cleanUp(run: Run): Promise<CleanedUp> {
  await run.client.untilSettled();
  const cleaner = new Cleaner(run);
  const leftovers = await cleaner.clean();
  return { leftovers, exchanges: cleaner.exchanges };
}

class Cleaner {
  readonly exchanges: Exchange[] = [];
  readonly #run: Run;
  readonly #client: Client;

  constructor(run: Run) {
    this.#run = run;
    // The run's own client may have been stopped.
    this.#client = new Client(run.service, {
      clock: run.clock,
      isHurried: run.isStopped,
      ...run.observers,
      onAnswer: (answer) => {
        run.judge(answer);
        this.exchanges.push(answer.exchange);
      },
    });
  }

  async clean(): Promise<Leftover[]> {
    const { client, model, service, outages, evidence } = this.#run;
    const { liveness } = this.#client;
    liveness.learnFrom(client.liveness);
    // It may have come back since the run was given up.
    await liveness.revive(service.urlOf(service.operations.that('deletes').area));
    const strays = await Promise.all(model.created.strays.map((stray) => this.#strayLeft(stray)));
    const due = model.created.all().filter((one) => !one.isDeleted);
    const refused = await Promise.all(due.map((one) => this.#deleted(one)));
    const leftovers = await stillThere(this, refused.flat(), client.exchanges.some(this.isFound));
    await this.#client.close();
    outages.push(...liveness.outages);
    // What was deleted here is no longer found by the client of the run.
    client.liveness.learnFrom(liveness);
    // Their ids are asked for again, so that they are hidden only where they are shown.
    const { theirs } = evidence.hiding;
    return [...leftovers, ...strays.flat()].map((one) => ({ ...one, why: theirs(one.why) }));
  }

  /** Whether an exchange shows something that was created. */
  readonly isFound = (exchange: Exchange): boolean => {
    const { effect } = this.#run.service.operations.of(exchange.operation);
    return effect === 'nothing' && exchange.outcome === 'success';
  };

  /** Whether something is found by one of the callers. */
  async isThere(about: Parameters): Promise<boolean> {
    for (const caller of this.#run.service.callers.known)
      if (await this.#isFoundBy(caller, about)) return true;
    return false;
  }

  /** Empty if it is gone. */
  async #deleted(stored: CreatedState): Promise<Leftover[]> {
    const { id, about } = stored;
    // A restart may have lost hundreds: one request each tells, by a creator that finds others.
    const finder = stored.isUncertain ? this.#finderOf(stored) : undefined;
    if (finder && !(await this.#isFoundBy(finder, about))) return [];
    const left = await this.#whyLeft(stored);
    return left === undefined ? [] : [{ id, about, ...left }];
  }

  #finderOf({ creator }: CreatedState): Caller | undefined {
    const { client, service } = this.#run;
    const finds = client.exchanges.some((one) => one.caller === creator && this.isFound(one));
    return finds ? service.callers.known.find(({ key }) => key === creator) : undefined;
  }

  /** Without a response, it may exist. */
  async #isFoundBy(caller: Caller, about: Parameters): Promise<boolean> {
    const operation = this.#run.service.operations.that('nothing').name;
    // Recorded but not judged: if it should exist, the run has already found it missing.
    const onAnswer = ({ exchange }: Answer): void => void this.exchanges.push(exchange);
    try {
      const { exchange, outcome } = await this.#client.ask({ operation, caller, about, onAnswer });
      return exchange.throttled || outcome !== 'refusal';
    } catch {
      return true;
    }
  }

  /** A numeric id is tried as text; without an id, it cannot be deleted. */
  async #strayLeft(stray: Stray): Promise<Leftover[]> {
    const { about, creator } = stray;
    if (typeof stray.id !== 'number') {
      const { evidence } = this.#run;
      const why = evidence.told(`its creation gave ${formatValue(stray.id)} as its id`);
      return [{ id: '(none)', about, why }];
    }
    const id = String(stray.id);
    const { parameter } = this.#run.service.created;
    const named = { ...about, [parameter]: id };
    const left = await this.#whyLeft({ id, about: named, creator });
    return left === undefined
      ? []
      : [{ id, about: named, ...left, why: `its id is no text; ${left.why}` }];
  }

  /** Tries to delete something as every caller, its creator first; undefined if one succeeded. */
  async #whyLeft(stored: Created): Promise<WhyLeft | undefined> {
    const ranked = [...this.#run.service.callers.known].sort(
      (a, b) => Number(b.key === stored.creator) - Number(a.key === stored.creator),
    );
    let why: WhyLeft = { why: 'nobody was allowed to' };
    for (const caller of ranked) {
      const refusal = await this.#refusalToDelete(stored, caller);
      if (refusal === undefined) return undefined;
      why = refusal;
    }
    return why;
  }

  async #refusalToDelete({ about }: Created, caller: Caller): Promise<WhyLeft | undefined> {
    const operation = this.#run.service.operations.that('deletes').name;
    try {
      const answer = await this.#client.ask({ operation, caller, about });
      if (answer.outcome === 'success') return undefined;
      return { why: this.#run.service.saidIn?.(answer.body) ?? answer.outcome };
    } catch (error) {
      // Also one that was not sent because nothing gets a response any more.
      const why = error instanceof Error ? error.message : String(error);
      return { why, isUnanswered: true };
    }
  }
}

type WhyLeft = Pick<Leftover, 'why' | 'isUnanswered'>;

/** A deletion may be refused because it is already gone: by an aborted request, or by a fault. */
async function stillThere(
  cleaner: Pick<Cleaner, 'isThere'>,
  refused: readonly Leftover[],
  isFindable: boolean,
): Promise<Leftover[]> {
  // If nothing was ever found, what is not found may still exist.
  if (!isFindable) return [...refused];
  const found = await Promise.all(refused.map(({ about }) => cleaner.isThere(about)));
  return refused.filter((_, nth) => found[nth]);
}

/** The result of deleting what an interrupted run has left. */
export interface DeletedLeftovers {
  readonly deleted: readonly Created[];
  /** Neither deleted nor found: already gone, or created at another server. */
  readonly notFound: readonly Created[];
  readonly left: readonly Leftover[];
}

/** Deletes what an interrupted run has created. */
export async function deleteCreated(
  service: Service,
  created: readonly Created[],
  options: ConnectOptions & InnerOptions = {},
): Promise<DeletedLeftovers> {
  const run = new Run(service, options);
  for (const one of created) run.model.created.add(one);
  const { leftovers } = await cleanUp(run);
  const left = await stillThere(new Cleaner(run), leftovers, true);
  await run.client.close();
  const isAmong = (list: readonly Pick<Created, 'id'>[], { id }: Created): boolean =>
    list.some((one) => one.id === id);
  return {
    deleted: created.filter((one) => !isAmong(leftovers, one)),
    notFound: created.filter((one) => isAmong(leftovers, one) && !isAmong(left, one)),
    left: left.map(run.evidence.hiding.value),
  };
}
