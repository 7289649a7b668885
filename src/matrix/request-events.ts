import type { OperationName } from '../domain/operation.ts';

/** A request that a stand-in answered in a run. */
export interface RequestEvent {
  /** Undefined outside the API. */
  readonly operation?: OperationName | undefined;
  readonly outcome: string;
  /** The name of its world, or its id. */
  readonly world: string;
  /** The name of its world, which is that of a test. */
  readonly test?: string | undefined;
  readonly path: string;
  /** Whether the dialect is not that of the run, so that nothing is known from it. */
  readonly isForeign: boolean;
  /** Equal for equal requests. */
  readonly request: string;
  /** Whether the operation was carried out, whatever the response. */
  readonly acted: boolean;
  /** Whether it met the fault of the run. */
  readonly faulted: boolean;
  /** In milliseconds. */
  readonly at: number;
}

/** What a run has exercised. */
export interface RunNotes {
  /** Operation (or a dash) and outcome, each once: `create created`. */
  readonly notes: readonly string[];
  /** The same, by the test that owns the world. */
  readonly tests: { readonly [name: string]: readonly string[] };
  /** Paths of requests outside the API, and whether some were answered in another dialect. */
  readonly elsewhere: readonly string[];
}

const foreign = 'a server or world with a dialect of its own';

export function notesOf(events: readonly RequestEvent[]): RunNotes {
  const counted = events.filter(({ isForeign }) => !isForeign);
  const tests = new Set(counted.flatMap(({ test }) => test ?? []));
  const places = events.flatMap(({ isForeign, operation, outcome, path }) => {
    if (isForeign) return [foreign];
    return operation || outcome === 'contract' ? [] : [path];
  });
  return {
    notes: notesIn(counted),
    tests: Object.fromEntries(
      [...tests].map((name) => [name, notesIn(counted.filter(({ test }) => test === name))]),
    ),
    elsewhere: [...new Set(places)],
  };
}

function notesIn(events: readonly RequestEvent[]): string[] {
  return [...new Set(events.map(noteOf))].sort();
}

export function noteOf({
  operation,
  outcome,
}: {
  readonly operation?: string | undefined;
  readonly outcome: string;
}): string {
  return `${operation ?? '-'} ${outcome}`;
}
