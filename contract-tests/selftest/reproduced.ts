import { defaultDialect } from '../../src/dialects/dialect.ts';
import { startServer } from '../../src/start-server.ts';
import type { ReplayVerdict } from '../causes/replay-cause.ts';
import { causeFileOf, replayCause, type Target } from '../index.ts';
import type { Mutant } from './mutant.ts';
import { startFront } from './realistic/front.ts';
import type { ShippedFault } from './realistic/layers.ts';
import { referenceTarget, trial } from './trial.ts';

/** A server with a fault: a mutant, or one as it was shipped. */
export type FaultyServer = { readonly mutant: Mutant } | { readonly fault: ShippedFault };

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
export const isRight = ({ onFaulty, onHonest }: ReproducedCause): boolean =>
  onFaulty?.verdict !== 'fixed' && onHonest?.verdict !== 'shown';

export const isTold = ({ onFaulty, onHonest }: ReproducedCause): boolean =>
  onFaulty?.verdict === 'shown' && onHonest?.verdict === 'fixed';

/** Judges a faulty server in a full run, and replays its causes, there and on the reference server. */
export const reproduced = async (
  server: FaultyServer,
): Promise<{ readonly causes: readonly ReproducedCause[]; readonly summary: string }> => {
  const { causes, summary } = await trial({ ...server, isWhole: true });
  const replays: ReproducedCause[] = [];
  for (const cause of causes) {
    const file = causeFileOf(cause);
    const { clause, title, follows, alike } = cause;
    const replayed = async (by?: FaultyServer): Promise<ReplayVerdict | undefined> =>
      file && (await against(by, (target) => replayCause(file, target, { spends: true })));
    replays.push({
      ...{ clause, title, explains: [clause, ...follows, ...alike] },
      onFaulty: await replayed(server),
      onHonest: await replayed(),
    });
  }
  return { causes: replays, summary };
};

const against = async <T>(
  faulty: FaultyServer | undefined,
  work: (target: Target) => Promise<T>,
): Promise<T> => {
  const mutant = faulty && 'mutant' in faulty ? faulty.mutant.mutation() : undefined;
  await using server = await startServer({ ...(mutant && { mutant }) });
  if (!faulty || 'mutant' in faulty) return await work(referenceTarget(server, defaultDialect));
  const front = await startFront(server.baseUrl, [faulty.fault.layer]);
  try {
    return await work(referenceTarget(front, defaultDialect));
  } finally {
    await front.close();
  }
};
