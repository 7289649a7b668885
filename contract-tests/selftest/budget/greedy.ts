import type { Part } from '../../index.ts';
import type { Detection } from './detection.ts';

/** Part of every run, so their detections cost nothing. */
const free = ['preflight', 'first calls of limited tokens'];
/** They check everything done before, so they come last. */
export const finalScenarios = [
  'fetch what nobody has looked at',
  'fetch all that was deleted',
  'fetch all that is left',
];
const toItsEnd = 1000;
/** A partly used token shows nothing. */
const whole = 'calls of limited tokens';

type By = readonly { readonly name: string; readonly upTo: number }[];

/** The most productive requests first: the next ones of some scenario, as many as are worth it. */
export const greedyOrder = (detection: readonly Detection[]): readonly Part[] => {
  const ends = new Map<string, number>();
  for (const [name, , made] of detection.flatMap(({ by }) => by))
    ends.set(name, Math.max(made, ends.get(name) ?? 0));
  const byMutant = new Map<string, By>();
  for (const { mutant, by } of detection) {
    const places = by
      .filter(([name]) => !finalScenarios.includes(name))
      .map(([name, nth]) => ({ name, upTo: name === whole ? (ends.get(name) ?? nth) : nth }));
    byMutant.set(mutant, [...(byMutant.get(mutant) ?? []), ...places]);
  }
  const made = new Map<string, number>();
  const isTold = (by: By): boolean =>
    by.some(({ name, upTo }) => free.includes(name) || upTo <= (made.get(name) ?? 0));
  const order: Part[] = [];
  let open = [...byMutant.values()].filter((by) => by.length > 0 && !isTold(by));
  while (open.length > 0) {
    const best = bestOf(open, made);
    order.push([best.name, best.name === whole ? toItsEnd : best.requests]);
    made.set(best.name, (made.get(best.name) ?? 0) + best.requests);
    open = open.filter((by) => !isTold(by));
  }
  return [...order, ...finalScenarios.map((name) => [name, toItsEnd] as const)];
};

const bestOf = (open: readonly By[], made: ReadonlyMap<string, number>) => {
  const gains = new Map<string, Map<number, number>>();
  for (const by of open)
    for (const name of new Set(by.map((one) => one.name))) {
      const upTo = Math.min(...by.filter((one) => one.name === name).map((one) => one.upTo));
      const own = gains.get(name) ?? new Map<number, number>();
      gains.set(name, own.set(upTo, (own.get(upTo) ?? 0) + 1));
    }
  const choices = [...gains].flatMap(([name, own]) => {
    let gain = 0;
    return [...own]
      .sort(([a], [b]) => a - b)
      .map(([upTo, more]) => {
        gain += more;
        const requests = upTo - (made.get(name) ?? 0);
        return { name, requests, worth: gain / requests };
      });
  });
  return choices.reduce((best, one) => (one.worth > best.worth ? one : best));
};
