import { readAnswer } from '../talk/answer.ts';
import type { Caller } from '../talk/callers.ts';
import { type Client, connect } from '../talk/client.ts';
import type { Stored } from '../talk/ledger.ts';
import type { Run } from './connect.ts';

/** A report that is still there after a run. */
export interface Leftover {
  readonly service: string;
  readonly id: string;
  readonly why: string;
}

/** Deletes what the run has created, also after it was stopped, and says what is left. */
export const cleanUp = async (run: Run): Promise<Leftover[]> => {
  await run.client.settled();
  // The run's own client may have been stopped.
  const client = connect(run.target, {
    clock: run.clock,
    onExchange: (exchange) => {
      run.judge(exchange);
      run.cleaning.push(exchange);
    },
  });
  const due = run.ledger.all().filter(({ deletedAt }) => deletedAt === undefined);
  const leftovers = await Promise.all(
    due.map(async (stored): Promise<Leftover[]> => {
      const why = await whyLeft(client, stored, run.people.known);
      return why === undefined ? [] : [{ service: stored.service, id: stored.id, why }];
    }),
  );
  await Promise.all([client.close(), run.client.close()]);
  return leftovers.flat();
};

/** Asks everybody to delete a report, its creator first; nothing where somebody could. */
const whyLeft = async (
  client: Client,
  stored: Stored,
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
  { service, id }: Stored,
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
