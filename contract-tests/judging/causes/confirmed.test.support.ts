import {
  exchangesOf,
  fetched,
  type HistoryEntry,
  one,
  service,
} from '../../service/model/history.test.support.ts';
import { NoAnswer } from '../talk/no-answer.ts';
import type { Finding } from '../verdict/evidence.ts';
import type { ClauseResult } from '../verdict/verdict.ts';
import { confirm } from './confirm.ts';
import { fakeClient, type Says } from './fake-client.test.support.ts';

export const refusal = { status: 404, body: { error: 'no', successful: false } };
export const guessed: Says = () => ({ body: fetched(one).body as object });

/** A clause that the last exchange of a story has broken. */
export function brokenBy(id: string, ...story: readonly HistoryEntry[]) {
  const history = exchangesOf(story);
  const findings: Finding[] = [{ clause: id, expected: '', actual: '', exchange: history.at(-1) }];
  return { clause: { id, findings } as unknown as ClauseResult, history };
}

export function confirmed(
  says: Says,
  id: string,
  story: readonly HistoryEntry[],
  more: object = {},
) {
  const { clause, history } = brokenBy(id, ...story);
  const client = fakeClient(says);
  return confirm(clause, {
    client,
    clock: client.clock,
    service,
    history,
    grace: 10_000,
    budget: { left: 100 },
    ...more,
  });
}

export const unknown = 'fetch/unknown-id-is-refused';

export const silent: Says = () => {
  throw new NoAnswer('http://feed.example/', { message: 'nobody answers' });
};
