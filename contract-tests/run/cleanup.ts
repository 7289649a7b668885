import { isDeleted, type Stray } from '../model/known-report.ts';
import { readAnswer } from '../talk/answer.ts';
import type { Caller } from '../talk/callers.ts';
import { type Client, connect } from '../talk/client.ts';
import type { Exchange, RequestSubject } from '../talk/exchange.ts';
import { formatValue } from '../talk/format.ts';
import type { Target } from '../target/target.ts';
import {
  type ConnectOptions,
  connectTo,
  type InnerOptions,
  type RunConnection,
} from './connect.ts';
import { planOf } from './plan.ts';

/** A report that is still there after a run. */
export interface Leftover {
  readonly service: string;
  readonly id: string;
  readonly why: string;
}

/** Deletes what the run has created, also after it was stopped, and says what is left. */
export const cleanUp = async (run: RunConnection): Promise<Leftover[]> => {
  await run.client.settled();
  // The run's own client may have been stopped.
  const client = connect(run.target, {
    clock: run.clock,
    isHurried: run.isStopped(),
    ...run.watching,
    onExchange: (exchange) => {
      run.judge(exchange);
      run.cleaning.push(exchange);
    },
  });
  const strays = await Promise.all(
    run.reports.strays.map((stray) => strayLeft(run, client, stray)),
  );
  const due = run.reports.all().filter((one) => !isDeleted(one));
  const refused = await Promise.all(
    due.map(async (stored): Promise<Leftover[]> => {
      const why = await whyLeft(client, stored, run.knownCallers.known);
      return why === undefined ? [] : [{ service: stored.service, id: stored.id, why }];
    }),
  );
  const leftovers = await stillThere(run, client, refused.flat());
  await client.close();
  return [...leftovers, ...strays.flat()].map(run.evidence.hiding.value);
};

const isReport = (exchange: Exchange): boolean =>
  exchange.operation === 'fetch' && readAnswer(exchange).outcome === 'success';

/** A deletion may be refused because it was made before: by a request that was cut off, or by a fault. */
const stillThere = async (
  run: RunConnection,
  client: Client,
  refused: readonly Leftover[],
  isFetchable = run.client.exchanges.some(isReport),
): Promise<Leftover[]> => {
  // Where nobody has fetched anything, not to find a report says nothing.
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

/** An id that is no text can be tried as one; where there is none, the report stays. */
const strayLeft = async (run: RunConnection, client: Client, stray: Stray): Promise<Leftover[]> => {
  const { service, creator } = stray;
  if (typeof stray.id !== 'number')
    return [{ service, id: '(none)', why: `its create gave ${formatValue(stray.id)} as its id` }];
  const id = String(stray.id);
  const why = await whyLeft(client, { id, service, creator }, run.knownCallers.known);
  return why === undefined ? [] : [{ service, id, why: `its id is no text; ${why}` }];
};

/** A report that was created in a run that did not end. */
export interface Created {
  readonly service: string;
  readonly id: string;
  /** The key of the caller who created it. */
  readonly creator: string;
}

/** What came of reports that a run has left. */
export interface CleanedUp {
  readonly deleted: readonly Created[];
  /** Neither deleted nor found: gone before, or never at this server. */
  readonly notFound: readonly Created[];
  readonly left: readonly Leftover[];
}

/** Deletes what a run has left that was cut off. */
export const cleanUpCreated = async (
  target: Target,
  created: readonly Created[],
  options: ConnectOptions & InnerOptions = {},
): Promise<CleanedUp> => {
  const run = connectTo(target, planOf(target), options);
  for (const one of created) run.reports.add(one);
  const refused = await cleanUp(run);
  const client = connect(target, { clock: run.clock, onExchange: () => undefined });
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

/** Without an answer, it may be. */
const isThere = async (
  run: RunConnection,
  client: Client,
  caller: Caller,
  about: RequestSubject,
): Promise<boolean> => {
  // Noted, and not judged: that it is missed was seen already, if it should not be.
  const hear = (exchange: Exchange): void => void run.cleaning.push(exchange);
  try {
    const exchange = await client.ask({ operation: 'fetch', caller, about, hear });
    return exchange.throttled || readAnswer(exchange).outcome !== 'refusal';
  } catch {
    return true;
  }
};

/** Asks everybody to delete a report, its creator first; nothing where somebody could. */
const whyLeft = async (
  client: Client,
  stored: Created,
  callers: readonly Caller[],
): Promise<string | undefined> => {
  const ranked = [...callers].sort(
    (a, b) => Number(b.key === stored.creator) - Number(a.key === stored.creator),
  );
  let why = 'nobody may delete it';
  for (const caller of ranked) {
    const refusal = await refusalToDelete(client, stored, caller);
    if (refusal === undefined) return undefined;
    why = refusal;
  }
  return why;
};

const refusalToDelete = async (
  client: Client,
  { service, id }: Created,
  caller: Caller,
): Promise<string | undefined> => {
  try {
    const about = { service, report: id };
    const answer = readAnswer(await client.ask({ operation: 'delete', caller, about }));
    return answer.outcome === 'success' ? undefined : String(answer.body.error ?? answer.outcome);
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
};
