import { isDeleted, isUncertain, type Stray } from '../../service/model/known/known-report.ts';
import type { Caller } from '../../service/requests/callers.ts';
import { planOf } from '../../service/run/plan.ts';
import type { Target } from '../../service/target/target.ts';
import { type Answer, readAnswer } from '../talk/answer.ts';
import { type Client, connect, NoAnswer } from '../talk/client.ts';
import type { Exchange, Parameters } from '../talk/exchange.ts';
import { formatValue } from '../talk/format.ts';
import {
  type ConnectOptions,
  connectTo,
  type InnerOptions,
  type RunConnection,
} from './connect.ts';

/** A report that still exists after a run. */
export interface Leftover {
  readonly service: string;
  readonly id: string;
  readonly why: string;
  /** The server did not answer: reports give all of these one line. */
  readonly isUnanswered?: true;
}

/** Deletes what the run has created, even after a stop, and returns what is left. */
export const cleanUp = async (run: RunConnection): Promise<Leftover[]> => {
  await run.client.settled();
  // The run's own client may have been stopped.
  const client = connect(run.target, {
    clock: run.clock,
    atOnce: run.atOnce,
    isHurried: run.isStopped(),
    ...run.observers,
    onAnswer: (answer) => {
      run.judge(answer);
      run.cleaning.push(answer.exchange);
    },
  });
  client.liveness.learnFrom(run.client.liveness);
  // It may have come back since the run was given up.
  await client.liveness.revive(run.target.baseUrl);
  const strays = await Promise.all(
    run.reports.strays.map((stray) => strayLeft(run, client, stray)),
  );
  const due = run.reports.all().filter((one) => !isDeleted(one));
  const fetched = due.some(isUncertain) ? run.client.exchanges.filter(isReport) : [];
  const readers = new Set(fetched.map(({ caller }) => caller));
  const refused = await Promise.all(
    due.map(async (stored): Promise<Leftover[]> => {
      // A restart may have lost hundreds: one fetch each tells, by a creator that fetches others.
      const { id, service, creator } = stored;
      const reader = run.knownCallers.known.find(({ key }) => key === creator && readers.has(key));
      if (reader && isUncertain(stored))
        if (!(await isThere(run, client, reader, { service, report: id }))) return [];
      const left = await whyLeft(client, stored, run.knownCallers.known);
      return left === undefined ? [] : [{ service: stored.service, id: stored.id, ...left }];
    }),
  );
  const leftovers = await stillThere(run, client, refused.flat());
  await client.close();
  run.outages.push(...client.liveness.outages);
  // What was deleted here is no longer found by the client of the run.
  run.client.liveness.learnFrom(client.liveness);
  return [...leftovers, ...strays.flat()].map(run.evidence.hiding.value);
};

const isReport = (exchange: Exchange): boolean =>
  exchange.operation === 'fetch' && readAnswer(exchange).outcome === 'success';

/** A deletion may be refused because the report is already gone: by an aborted request, or by a fault. */
const stillThere = async (
  run: RunConnection,
  client: Client,
  refused: readonly Leftover[],
  isFetchable = run.client.exchanges.some(isReport),
): Promise<Leftover[]> => {
  // If no fetch has ever succeeded, a report that is not found may still exist.
  if (!isFetchable) return [...refused];
  const found = await Promise.all(
    refused.map(async ({ service, id }) => {
      for (const caller of run.knownCallers.known)
        if (await isThere(run, client, caller, { service, report: id })) return true;
      return false;
    }),
  );
  return refused.filter((_, nth) => found[nth]);
};

/** A numeric id is tried as text; without an id, the report cannot be deleted. */
const strayLeft = async (run: RunConnection, client: Client, stray: Stray): Promise<Leftover[]> => {
  const { service, creator } = stray;
  if (typeof stray.id !== 'number')
    return [{ service, id: '(none)', why: `its create gave ${formatValue(stray.id)} as its id` }];
  const id = String(stray.id);
  const left = await whyLeft(client, { id, service, creator }, run.knownCallers.known);
  return left === undefined
    ? []
    : [{ service, id, ...left, why: `its id is no text; ${left.why}` }];
};

/** A report created by a run that did not finish. */
export interface Created {
  readonly service: string;
  readonly id: string;
  /** The key of the caller that created it. */
  readonly creator: string;
}

/** The result of deleting the reports that a run has left. */
export interface CleanedUp {
  readonly deleted: readonly Created[];
  /** Neither deleted nor found: already gone, or created at another server. */
  readonly notFound: readonly Created[];
  readonly left: readonly Leftover[];
}

/** Deletes the reports of an interrupted run. */
export const cleanUpCreated = async (
  target: Target,
  created: readonly Created[],
  options: ConnectOptions & InnerOptions = {},
): Promise<CleanedUp> => {
  const run = connectTo(target, planOf(target), options);
  for (const one of created) run.reports.add(one);
  const refused = await cleanUp(run);
  const client = connect(target, { clock: run.clock, onAnswer: () => undefined });
  const left = await stillThere(run, client, refused, true);
  await Promise.all([client.close(), run.client.close()]);
  const isAmong = (list: readonly Pick<Created, 'service' | 'id'>[], { service, id }: Created) =>
    list.some((one) => one.service === service && one.id === id);
  return {
    deleted: created.filter((one) => !isAmong(refused, one)),
    notFound: created.filter((one) => isAmong(refused, one) && !isAmong(left, one)),
    left,
  };
};

/** Without a response, it may exist. */
const isThere = async (
  run: RunConnection,
  client: Client,
  caller: Caller,
  about: Parameters,
): Promise<boolean> => {
  // Recorded but not judged: if it should exist, the run has already found it missing.
  const onAnswer = ({ exchange }: Answer): void => void run.cleaning.push(exchange);
  try {
    const { exchange, outcome } = await client.ask({ operation: 'fetch', caller, about, onAnswer });
    return exchange.throttled || outcome !== 'refusal';
  } catch {
    return true;
  }
};

/** Tries to delete a report as every caller, its creator first; undefined if one succeeded. */
const whyLeft = async (
  client: Client,
  stored: Created,
  callers: readonly Caller[],
): Promise<WhyLeft | undefined> => {
  const ranked = [...callers].sort(
    (a, b) => Number(b.key === stored.creator) - Number(a.key === stored.creator),
  );
  let why: WhyLeft = { why: 'nobody may delete it' };
  for (const caller of ranked) {
    const refusal = await refusalToDelete(client, stored, caller);
    if (refusal === undefined) return undefined;
    why = refusal;
  }
  return why;
};

type WhyLeft = Pick<Leftover, 'why' | 'isUnanswered'>;

const refusalToDelete = async (
  client: Client,
  { service, id }: Created,
  caller: Caller,
): Promise<WhyLeft | undefined> => {
  try {
    const about = { service, report: id };
    const answer = await client.ask({ operation: 'delete', caller, about });
    const why = String(answer.body.error ?? answer.outcome);
    return answer.outcome === 'success' ? undefined : { why };
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    return error instanceof NoAnswer ? { why, isUnanswered: true } : { why };
  }
};
