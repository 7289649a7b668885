import type { Change } from './change.ts';
import { inReverse } from './undo.ts';

/** Stands for every report, and is no report's id. */
const all = '*';

/** Changes that are saved together, or not at all; hence one promise will do for all of them. */
export class Group {
  readonly saved: Promise<void>;
  readonly #undo: (() => void)[] = [];
  /** Made when first needed: most groups in memory are one lookup. */
  #reports: Set<string> | undefined;
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
    const report = reportConcerned(change);
    if (report === undefined) return;
    this.#reports ??= new Set();
    this.#reports.add(report);
  }

  /** Whether a change in it is about this report; the id is in lower case. */
  concerns(id: string): boolean {
    return this.#reports !== undefined && (this.#reports.has(id) || this.#reports.has(all));
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

function reportConcerned(change: Change): string | undefined {
  switch (change.type) {
    case 'report-added':
      return change.report.id.toLowerCase();
    case 'report-removed':
      return change.id.toLowerCase();
    case 'replaced':
      return all;
    default:
      return undefined;
  }
}
