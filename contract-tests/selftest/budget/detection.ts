import type { Exchange, RunOptions } from '../../index.ts';
import type { Mutant } from '../mutant.ts';
import { trial } from '../trial.ts';

/** How a mutant was detected. */
export interface Detection {
  readonly mutant: string;
  /** True also if only the end of the run detected it. */
  readonly isFound: boolean;
  /** Per scenario: the first request that detected it, and the number of requests sent. */
  readonly by: readonly (readonly [scenario: string, nth: number, made: number])[];
}

/** More than there are requests. */
export const unlimited = 100_000;
/** A mutant detected by this many scenarios says nothing about their order. */
const enough = 10;

/** Runs the scenarios for the mutant's clause, one after the other, until enough have detected it. */
export const detectionByClause = (mutant: Mutant): Promise<Detection> =>
  detectionOf(mutant, { only: [mutant.breaks], budget: unlimited }, enough);

/** Runs with the smallest of the budgets that detects it, up to the first detecting request; no `budget` if none does. */
export const detectionWithin = async (
  mutant: Mutant,
  budgets: readonly number[],
): Promise<Detection & { readonly budget?: number }> => {
  for (const budget of budgets) {
    const detection = await detectionOf(mutant, { budget }, 1);
    if (detection.isFound) return { ...detection, budget };
  }
  return { mutant: mutant.name, isFound: false, by: [] };
};

const detectionOf = async (mutant: Mutant, run: RunOptions, until: number): Promise<Detection> => {
  const exchanges: Exchange[] = [];
  const telling = new Set<string | undefined>();
  const stop = new AbortController();
  let isBroken = false;
  const result = await trial({
    mutant,
    isWhole: true,
    signal: stop.signal,
    run: {
      ...run,
      onBroken: () => {
        isBroken = true;
      },
      onExchange: (exchange) => {
        exchanges.push(exchange);
        if (isBroken) telling.add(exchange.scenario);
        if (telling.size >= until) stop.abort();
        isBroken = false;
      },
      // Causes are not needed here.
      onPhase: (phase) => {
        if (phase.startsWith('bringing about')) stop.abort();
      },
    },
  });
  const { nths, counts } = placesOf(exchanges);
  const first = new Map<string, number>();
  for (const { exchange } of result.clauses.flatMap(({ findings }) => findings)) {
    if (exchange?.scenario === undefined) continue;
    const nth = nths.get(exchange.number) ?? 0;
    first.set(exchange.scenario, Math.min(nth, first.get(exchange.scenario) ?? nth));
  }
  return {
    mutant: mutant.name,
    isFound: result.verdict === 'violates',
    by: [...first].map(([name, nth]) => [name, nth, counts.get(name) ?? nth]),
  };
};

/** The position of each exchange within its scenario, by exchange number; clean-up exchanges have none. */
const placesOf = (exchanges: readonly Exchange[]) => {
  const counts = new Map<string, number>();
  const nths = new Map<number, number>();
  const asked = exchanges.filter(({ scenario }) => scenario !== undefined);
  for (const { number, scenario = '' } of asked.sort((a, b) => a.startedAt - b.startedAt)) {
    const nth = (counts.get(scenario) ?? 0) + 1;
    counts.set(scenario, nth);
    nths.set(number, nth);
  }
  return { nths, counts };
};
