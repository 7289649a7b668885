import { type OperationName, operationNames } from '../domain/operation.ts';
import { listed } from '../values/listed.ts';
import { type CommandRun, endOf, type SearchResult } from './search-result.ts';

/** What a passing run left out, compared with the first: a test may skip itself, or a client stop early. */
export function leftOut({ first, answers, mixes }: SearchResult): string[] {
  if (!first?.passed) return [];
  /** The labels of the runs, by what they leave out. */
  const labels = new Map<string, string[]>();
  for (const trial of [...answers, ...mixes]) {
    const [run] = trial.runs;
    if (!run || endOf(trial) !== 'passes') continue;
    for (const lacking of lackingIn(run, first))
      labels.set(lacking, [...(labels.get(lacking) ?? []), trial.label]);
  }
  return [...labels].map(
    ([lacking, all]) => `Under ${listed(all, (label) => label).join(', ')} ${lacking}.`,
  );
}

function lackingIn(run: CommandRun, first: CommandRun): string[] {
  const lacks = missing(operationsIn(first.notes), operationsIn(run.notes));
  const ofTests = Object.entries(first.tests).flatMap(([test, notes]) => {
    const operations = missing(operationsIn(notes), operationsIn(run.tests[test] ?? []));
    return operations.length > 0 ? [`test "${test}" makes no ${operations.join(' and no ')}`] : [];
  });
  const whole = lacks.length > 0 ? [`it passes, but makes no ${lacks.join(' and no ')}`] : [];
  return [...whole, ...ofTests];
}

function missing(usual: readonly OperationName[], found: readonly OperationName[]) {
  return usual.filter((name) => !found.includes(name));
}

function operationsIn(notes: readonly string[]): OperationName[] {
  return operationNames.filter((name) => notes.some((note) => note.startsWith(`${name} `)));
}
