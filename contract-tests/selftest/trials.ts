import { openPoints } from '../../src/spec/open-points.ts';
import type { RunResult } from '../index.ts';
import { connectionHandlings } from './connection-handling.ts';
import { forms } from './forms.ts';
import { mutantNamed, mutants } from './mutants/index.ts';
import { judgeOrdinary, nameOf, type OrdinaryForm, ordinaryForms } from './ordinary-trials.ts';
import { faults } from './realistic/index.ts';
import {
  type Differences,
  dialectNames,
  dialectOf,
  differencesOf,
  namedDialects,
  randomDialect,
} from './server.ts';
import type { LinkDelay } from './slow-link.ts';
import { trial } from './trial.ts';

/** One server for the kit to judge, as plain data that can be sent to a worker. */
export type SelftestTrial = TrialPace & { readonly name: string } & (
    | { readonly kind: 'mutant'; readonly breaks: string }
    | { readonly kind: 'variant'; readonly differences: Differences }
    | { readonly kind: 'form' | 'connections' | 'realistic' }
    | { readonly kind: 'ordinary'; readonly form: OrdinaryForm }
  );

/** How fast a trial goes. */
interface TrialPace {
  readonly delay?: LinkDelay;
  /** A limit that the kit is told to keep. */
  readonly requestsPerSecond?: number;
}

export interface TrialResult {
  readonly trial: SelftestTrial;
  /** Whether the verdict was correct. */
  readonly right: boolean;
  readonly verdict: RunResult['verdict'];
  /** The clauses that the kit found broken. */
  readonly broken: readonly string[];
  readonly ms: number;
}

export function mutantTrials(): SelftestTrial[] {
  return mutants.map(({ name, breaks }) => ({ kind: 'mutant', name, breaks }));
}

/** Faults as production teams ship them. */
export function realisticTrials(): SelftestTrial[] {
  return faults.map(({ id }) => ({ kind: 'realistic', name: id }));
}

/** Whole conforming servers of several stacks, in a few forms or with each choice alone. */
export function ordinaryTrials(isEachAlone = false): SelftestTrial[] {
  return ordinaryForms(isEachAlone).map((form) => ({ kind: 'ordinary', name: nameOf(form), form }));
}

/** Each alternative of every open point alone, the named dialects, random ones, and the forms. */
export function variantTrials(random: number, seed: number): SelftestTrial[] {
  const alone = openPoints.flatMap((point) =>
    point.alternatives.map((answer) => ({ [point.id]: answer }) as Differences),
  );
  return [
    ...dialectNames.map((name) => variant(name, namedDialects[name].differences)),
    ...forms.map(({ name }): SelftestTrial => ({ kind: 'form', name })),
    ...Object.keys(connectionHandlings).map(
      (name): SelftestTrial => ({ kind: 'connections', name }),
    ),
    ...alone.map((differences) => variant(JSON.stringify(differences), differences)),
    ...Array.from({ length: random }, (_, index) =>
      variant(`random ${seed + index}`, differencesOf(randomDialect(seed + index))),
    ),
  ];
}

function variant(name: string, differences: Differences): SelftestTrial {
  return {
    kind: 'variant',
    name,
    differences,
  };
}

function isRight(
  of: SelftestTrial,
  verdict: RunResult['verdict'],
  broken: readonly string[],
): boolean {
  // How an intermittent fault shows depends on timing.
  if (of.kind === 'realistic') return verdict === 'violates';
  return of.kind === 'mutant'
    ? verdict === 'violates' && broken.includes(of.breaks)
    : verdict === 'conforms';
}

function judged(of: SelftestTrial, signal?: AbortSignal): Promise<RunResult> {
  const { delay, requestsPerSecond } = of;
  if (of.kind === 'ordinary')
    return judgeOrdinary(of.form, { delay, requestsPerSecond, ...(signal && { signal }) });
  const fault = of.kind === 'realistic' ? faults.find(({ id }) => id === of.name) : undefined;
  const form = of.kind === 'form' ? forms.find(({ name }) => name === of.name) : undefined;
  return trial({
    ...(of.kind === 'mutant' && { mutant: mutantNamed(of.name) }),
    ...(form && { form }),
    ...(of.kind === 'connections' && { handling: of.name }),
    ...(fault && { fault }),
    ...(of.kind === 'variant' && { dialect: dialectOf(of.differences) }),
    ...(signal && { signal }),
    delay,
    requestsPerSecond,
  });
}

export async function runTrial(of: SelftestTrial, signal?: AbortSignal): Promise<TrialResult> {
  const result = await judged(of, signal);
  const broken = result.clauses.filter((c) => c.verdict === 'broken').map((c) => c.id);
  return {
    trial: of,
    right: isRight(of, result.verdict, broken),
    verdict: result.verdict,
    broken,
    ms: result.durationMs,
  };
}
