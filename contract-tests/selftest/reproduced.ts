import { defaultDialect } from '../../src/dialects/dialect.ts';
import { startServer } from '../../src/start-server.ts';
import type { ReplayVerdict } from '../causes/cause-file.ts';
import { causeFileOf, replayCause, type Target } from '../index.ts';
import type { Mutant } from './mutant.ts';
import { referenceTarget, trial } from './trial.ts';

/** The kit's causes for a mutant, and whether they can be reproduced. */
export interface ReproducedMutant {
  readonly name: string;
  readonly breaks: string;
  /** The clause of the cause that includes the broken one. */
  readonly cause: string | undefined;
  readonly causes: readonly string[];
  /** What its replay says, on the mutant and on the honest server; undefined without a cause. */
  readonly onMutant: ReplayVerdict | undefined;
  readonly onHonest: ReplayVerdict | undefined;
  readonly isRight: boolean;
  readonly summary: string;
}

/** Judges a mutant in a full run, and reproduces the cause of its clause, on the mutant and on the honest server. */
export const reproduced = async (mutant: Mutant): Promise<ReproducedMutant> => {
  const { name, breaks } = mutant;
  const { causes, summary } = await trial({ mutant, isWhole: true });
  const cause = causes.find(({ clause, follows, alike }) =>
    [clause, ...follows, ...alike].includes(breaks),
  );
  const file = cause && causeFileOf(cause);
  const replayed = async (by: Mutant | undefined): Promise<ReplayVerdict | undefined> =>
    file && (await against(by, (target) => replayCause(file, target, { spends: true })));
  const [onMutant, onHonest] = [await replayed(mutant), await replayed(undefined)];
  return {
    name,
    breaks,
    cause: cause?.clause,
    causes: causes.map(({ clause }) => clause),
    onMutant,
    onHonest,
    // Causes that could not be reproduced are reported as such.
    isRight:
      cause?.confirmation?.shown === 0 ||
      (onMutant?.verdict === 'shown' && onHonest?.verdict === 'fixed'),
    summary,
  };
};

const against = async <T>(
  mutant: Mutant | undefined,
  work: (target: Target) => Promise<T>,
): Promise<T> => {
  const mutation = mutant?.mutation();
  await using server = await startServer({ ...(mutation && { mutant: mutation }) });
  return await work(referenceTarget(server, defaultDialect));
};
