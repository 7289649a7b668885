import { readAnswer } from '../talk/answer.ts';
import type { Caller, Callers } from '../talk/callers.ts';
import { connect } from '../talk/client.ts';
import type { Exchange } from '../talk/exchange.ts';
import type { Ledger, Stored } from '../talk/ledger.ts';
import type { Target } from '../target/target.ts';
import type { Leftover } from './result.ts';

/** Deletes what the run has created, also after it was stopped, and says what is left. */
export const cleanUp = async (
  target: Target,
  callers: Callers,
  ledger: Ledger,
  judge: (exchange: Exchange) => void,
): Promise<Leftover[]> => {
  // Its own client: the run's may have been aborted.
  const client = connect(target, { onExchange: judge });
  const removed = async (stored: Stored, caller: Caller): Promise<string | undefined> => {
    try {
      const about = { service: stored.service, report: stored.id };
      const answer = readAnswer(await client.ask({ operation: 'delete', caller, about }));
      return answer.outcome === 'success' ? undefined : String(answer.body.error ?? answer.outcome);
    } catch (error) {
      return error instanceof Error ? error.message : String(error);
    }
  };
  const leftovers: Leftover[] = [];
  const due = ledger.all().filter(({ deletedAt }) => deletedAt === undefined);
  await Promise.all(
    due.map(async (stored) => {
      const ranked = [...callers.named].sort(
        (a, b) => Number(b.key === stored.creator) - Number(a.key === stored.creator),
      );
      let why = 'nobody may delete it';
      for (const caller of ranked) {
        const failed = await removed(stored, caller);
        if (failed === undefined) return;
        why = failed;
      }
      leftovers.push({ service: stored.service, id: stored.id, why });
    }),
  );
  await client.close();
  return leftovers;
};
