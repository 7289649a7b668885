import { causeFileOf, replayCause } from '../index.ts';
import type { ReplayVerdict } from '../judging/causes/replay-cause.ts';
import { type TrialServer, trial, withServer } from './trial.ts';

/** A cause, and what its replay says on the faulty server and on the reference server. */
export interface ReproducedCause {
  readonly clause: string;
  /** The clause and those that follow from it. */
  readonly explains: readonly string[];
  readonly title: string;
  readonly onFaulty: ReplayVerdict | undefined;
  readonly onHonest: ReplayVerdict | undefined;
}

/** Whether it says nothing wrong: that it cannot tell is right. */
export function isRight({ onFaulty, onHonest }: ReproducedCause): boolean {
  return onFaulty?.verdict !== 'fixed' && onHonest?.verdict !== 'shown';
}

export function isTold({ onFaulty, onHonest }: ReproducedCause): boolean {
  return onFaulty?.verdict === 'shown' && onHonest?.verdict === 'fixed';
}

/** Judges a faulty server in a full run, and replays its causes, there and on the reference server. */
export async function reproduced(
  server: TrialServer,
): Promise<{ readonly causes: readonly ReproducedCause[]; readonly summary: string }> {
  const { causes, summary } = await trial({ ...server, isWhole: true });
  const replays: ReproducedCause[] = [];
  for (const cause of causes) {
    const file = causeFileOf(cause);
    const { clause, title, follows, alike } = cause;
    const replayed = async (by: TrialServer): Promise<ReplayVerdict | undefined> =>
      file && (await withServer(by, (target) => replayCause(file, target, { spends: true })));
    replays.push({
      clause,
      title,
      explains: [clause, ...follows, ...alike],
      onFaulty: await replayed(server),
      onHonest: await replayed({}),
    });
  }
  return { causes: replays, summary };
}
