import { answerTo, type OpenPointId } from '../dialects/dialect.ts';
import { type OperationName, operationNames } from '../domain/operation.ts';
import { listed } from '../values/listed.ts';
import type { JudgedRun, MatrixCommandRun, SearchResult } from './search-result.ts';

/** What a passing run left out, compared with the default: a test may skip itself, or a client stop early. */
export function leftOut({ runs, all }: SearchResult): string[] {
  const usual = runs.find(({ label, passed }) => passed && label === 'default');
  if (!usual) return [];
  const passed = all.filter((run) => run.passed);
  const kinds = [undefined, ...Object.keys(usual.tests)].flatMap((test) =>
    operationsOf(usual, test).map((operation) => ({ test, operation })),
  );
  const lines = new Map<string, OperationName[]>();
  for (const { test, operation } of kinds) {
    const lacks = (run: JudgedRun) => !operationsOf(run, test).includes(operation);
    const without = passed.filter(lacks);
    if (without.length === 0) continue;
    const where = distinguishing(
      without,
      passed.filter((run) => !lacks(run)),
      usual,
    );
    const key = `Under ${where}${test ? `, test "${test}"` : ' it passes, but'} makes no`;
    lines.set(key, [...(lines.get(key) ?? []), operation]);
  }
  return [...lines].map(([start, operations]) => `${start} ${operations.join(' and no ')}.`);
}

const operationsOf = ({ notes, tests }: MatrixCommandRun, test?: string): OperationName[] =>
  operationNames.filter((name) =>
    (test === undefined ? notes : (tests[test] ?? [])).some((note) => note.startsWith(`${name} `)),
  );

/** The one point whose answers tell these runs from the others, or else their labels. */
function distinguishing(
  some: readonly JudgedRun[],
  others: readonly JudgedRun[],
  { exercised }: JudgedRun,
): string {
  const answersIn = (runs: readonly JudgedRun[], id: OpenPointId) =>
    new Set(runs.map(({ dialect }) => answerTo(dialect, id)));
  const apart = [...exercised].filter((id) => {
    const other = answersIn(others, id);
    return [...answersIn(some, id)].every((answer) => !other.has(answer));
  });
  const [id] = apart;
  if (id && apart.length === 1) return `${id}: ${[...answersIn(some, id)].join(', ')}`;
  return listed(
    some.map(({ label }) => label),
    (label) => label,
  ).join(', ');
}
