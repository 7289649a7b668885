import type { Change } from './change.ts';
import { inReverse } from './undo.ts';

/** What answers may rest on besides a report, and no report's id. */
export const callersConcern = ' callers';
export const analysesConcern = ' analyses';
/** Stands for every report, and for these. */
const all = '*';

/** Changes that are saved together, or not at all; hence one promise will do for all of them. */
export class Group {
  readonly saved: Promise<void>;
  readonly #undo: (() => void)[] = [];
  /** Made when first needed: most groups in memory are one lookup. */
  #concerns: Set<string> | undefined;
  #resolve!: () => void;
  #reject!: (cause: Error) => void;

  constructor() {
    this.saved = new Promise((resolve, reject) => {
      this.#resolve = resolve;
      this.#reject = reject;
    });
  }

  get size(): number {
    return this.#undo.length;
  }

  add(change: Change, undo: () => void): void {
    this.#undo.push(undo);
    const concern = concernOf(change);
    if (concern === undefined) return;
    this.#concerns ??= new Set();
    this.#concerns.add(concern);
  }

  /** Whether a change in it is about this report, its id in lower case, or this concern. */
  concerns(about: string): boolean {
    return this.#concerns !== undefined && (this.#concerns.has(about) || this.#concerns.has(all));
  }

  undo(): void {
    inReverse(this.#undo);
  }

  resolve(): void {
    this.#resolve();
  }

  reject(cause: Error): void {
    this.#reject(cause);
  }
}

function concernOf(change: Change): string | undefined {
  switch (change.type) {
    case 'report-added':
      return change.report.id.toLowerCase();
    case 'report-removed':
      return change.id.toLowerCase();
    case 'caller-set':
    case 'caller-removed':
      return callersConcern;
    case 'analysis-added':
      return analysesConcern;
    // Rare, and every answer from a feed rests on its service.
    case 'service-added':
    case 'replaced':
      return all;
    case 'allowance-set':
      return undefined;
  }
}
