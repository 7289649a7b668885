import { type CauseFile, parseCause, replayCause } from '../index.ts';
import type { Cause } from '../judging/causes/cause.ts';
import type { ReplayVerdict } from '../judging/causes/replay-cause.ts';
import { causeFileText } from '../judging/reporters/cause-files.ts';
import { startBusyLoops } from './busy-loops.ts';
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

export interface ReproduceOptions {
  /** Busy processes for each core beside the replays, which were none when the causes were found. */
  readonly busy?: number;
}

/** A cause as `replay` reads it. Its own files are never refused. */
function readBack(cause: Cause): CauseFile | undefined {
  const text = causeFileText(cause);
  return text === undefined ? undefined : parseCause({ file: `${cause.clause}.json`, text });
}

/** Judges a faulty server in a full run, and replays its causes, there and on the reference server. */
export async function reproduced(
  server: TrialServer,
  { busy = 0 }: ReproduceOptions = {},
): Promise<{ readonly causes: readonly ReproducedCause[]; readonly summary: string }> {
  const { causes, summary } = await trial({ ...server, isWhole: true });
  const { delay } = server;
  const replays: ReproducedCause[] = [];
  using _ = startBusyLoops(busy);
  for (const cause of causes) {
    const file = readBack(cause);
    const { clause, title, follows, alike } = cause;
    const replayed = async (by: TrialServer): Promise<ReplayVerdict | undefined> =>
      file && (await withServer(by, (target) => replayCause(file, target, { spends: true })));
    replays.push({
      clause,
      title,
      explains: [clause, ...follows, ...alike],
      onFaulty: await replayed(server),
      onHonest: await replayed({ delay }),
    });
  }
  return { causes: replays, summary };
}
