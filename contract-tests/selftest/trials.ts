import type { Differences } from '../../src/dialects/dialect.ts';
import { dialectOf, differencesOf } from '../../src/dialects/dialect.ts';
import { dialectNames, namedDialects } from '../../src/dialects/named.ts';
import { openPoints } from '../../src/dialects/open-points.generated.ts';
import { randomDialect } from '../../src/dialects/random.ts';
import type { RunResult } from '../index.ts';
import { forms } from './forms.ts';
import { mutants } from './mutants/index.ts';
import { trial } from './trial.ts';

/** One server the kit has to judge, as plain data, so that a worker can be told of it. */
export type Trial =
  | { readonly kind: 'mutant'; readonly name: string; readonly breaks: string }
  | { readonly kind: 'variant'; readonly name: string; readonly differences: Differences }
  | { readonly kind: 'form'; readonly name: string };

export interface TrialResult {
  readonly trial: Trial;
  /** Whether the kit was right about it. */
  readonly right: boolean;
  readonly verdict: RunResult['verdict'];
  /** The clauses the kit found broken. */
  readonly broken: readonly string[];
  readonly ms: number;
}

export const mutantTrials = (): Trial[] =>
  mutants.map(({ name, breaks }) => ({ kind: 'mutant', name, breaks }));

/** Every alternative of every open point alone, the named dialects, random ones, and the forms. */
export function variantTrials(random: number, seed: number): Trial[] {
  const alone = openPoints.flatMap((point) =>
    point.alternatives.map((answer) => ({ [point.id]: answer }) as Differences),
  );
  return [
    ...dialectNames.map((name) => variant(name, namedDialects[name].differences)),
    ...forms.map(({ name }): Trial => ({ kind: 'form', name })),
    ...alone.map((differences) => variant(JSON.stringify(differences), differences)),
    ...Array.from({ length: random }, (_, index) =>
      variant(`random ${seed + index}`, differencesOf(randomDialect(seed + index))),
    ),
  ];
}

const variant = (name: string, differences: Differences): Trial => ({
  kind: 'variant',
  name,
  differences,
});

export async function runTrial(of: Trial): Promise<TrialResult> {
  const mutant = of.kind === 'mutant' ? mutants.find(({ name }) => name === of.name) : undefined;
  const form = of.kind === 'form' ? forms.find(({ name }) => name === of.name) : undefined;
  const result = await trial({
    ...(mutant && { mutant }),
    ...(form && { form }),
    ...(of.kind === 'variant' && { dialect: dialectOf(of.differences) }),
  });
  const broken = result.clauses.filter((c) => c.verdict === 'broken').map((c) => c.id);
  return {
    trial: of,
    right:
      of.kind === 'mutant'
        ? result.verdict === 'violates' && broken.includes(of.breaks)
        : result.verdict === 'conforms',
    verdict: result.verdict,
    broken,
    ms: result.durationMs,
  };
}
