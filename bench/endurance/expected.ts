import { draftFields } from '../../contract-tests/talk/draft.ts';
import type { Draft, ReportInState, ServerState } from './server-state.ts';

/** The first tag of a draft is its mark: no two drafts share one. */
const markOf = ({ tags }: Draft): string => tags[0] ?? '';

interface Count {
  left: number;
  /** Lookups that were sent and never answered. */
  unanswered: number;
}

/** What the clients were told, held against what the server has. */
export class Expected {
  readonly #there = new Map<string, Draft>();
  readonly #gone = new Set<string>();
  readonly #creating = new Map<string, Draft>();
  readonly #deleting = new Set<string>();
  readonly #refused = new Set<string>();
  readonly #counts = new Map<string, Count>();
  acknowledged = 0;
  refused = 0;

  /** Takes a state as the one to begin from. */
  begin(state: ServerState): void {
    for (const [id, report] of state.reports) this.#there.set(id, report);
    for (const [id, left] of state.left) this.#counts.set(id, { left, unanswered: 0 });
  }

  get reports(): IterableIterator<[string, Draft]> {
    return this.#there.entries();
  }

  creating(draft: Draft): void {
    this.#creating.set(markOf(draft), draft);
  }

  created(draft: Draft, id: string): void {
    this.#creating.delete(markOf(draft));
    this.#there.set(id, draft);
    this.acknowledged += 1;
  }

  notCreated(draft: Draft): void {
    this.#creating.delete(markOf(draft));
    this.#refused.add(markOf(draft));
    this.refused += 1;
  }

  deleting(id: string): void {
    this.#deleting.add(id);
  }

  deleted(id: string): void {
    this.#deleting.delete(id);
    this.#there.delete(id);
    this.#gone.add(id);
    this.acknowledged += 1;
  }

  notDeleted(id: string): void {
    this.#deleting.delete(id);
    this.refused += 1;
  }

  lookingUp(caller: string): void {
    this.#count(caller).unanswered += 1;
  }

  lookedUp(caller: string): void {
    const count = this.#count(caller);
    count.unanswered -= 1;
    count.left -= 1;
    this.acknowledged += 1;
  }

  notLookedUp(caller: string): void {
    this.#count(caller).unanswered -= 1;
    this.refused += 1;
  }

  /** What is wrong with a state, and from then on that state with whatever was undecided. */
  compare(state: ServerState): string[] {
    const problems = [
      ...this.#lostAmong(state),
      ...this.#strangeAmong(state),
      ...this.#countsIn(state),
    ];
    this.#settle(state);
    return problems;
  }

  *#lostAmong({ reports }: ServerState): Generator<string> {
    for (const [id, draft] of this.#there) {
      const found = reports.get(id);
      if (found) yield* differences(draft, found);
      else if (!this.#deleting.has(id)) yield `report ${id} was acknowledged and is lost`;
    }
  }

  *#strangeAmong({ reports }: ServerState): Generator<string> {
    for (const [id, report] of reports) {
      if (this.#there.has(id)) continue;
      const mark = markOf(report);
      const draft = this.#creating.get(mark);
      if (this.#gone.has(id)) yield `report ${id} was deleted and is there again`;
      else if (draft) yield* differences(draft, report);
      else if (this.#refused.has(mark)) yield `report ${id} was refused and is there`;
      else yield `report ${id} was created by nobody`;
    }
  }

  *#countsIn({ left }: ServerState): Generator<string> {
    for (const [caller, { left: known, unanswered }] of this.#counts) {
      const found = left.get(caller);
      if (found === undefined) yield `caller ${caller} is lost`;
      else if (found > known) yield `the count of ${caller} went up from ${known} to ${found}`;
      else if (found < known - unanswered) {
        yield `the count of ${caller} is ${found}, but ${known} less ${unanswered} in flight`;
      }
    }
  }

  #settle({ reports, left }: ServerState): void {
    for (const [id, report] of reports) this.#there.set(id, report);
    for (const id of [...this.#there.keys()].filter((one) => !reports.has(one))) {
      this.#there.delete(id);
      this.#gone.add(id);
    }
    this.#creating.clear();
    this.#deleting.clear();
    for (const [id, found] of left) this.#counts.set(id, { left: found, unanswered: 0 });
  }

  #count(caller: string): Count {
    const count = this.#counts.get(caller);
    if (!count) throw new Error(`nobody knows the count of ${caller}`);
    return count;
  }
}

const fields = ['service', 'createdBy', ...draftFields] as const;

function* differences(draft: Draft, found: ReportInState): Generator<string> {
  for (const field of fields) {
    if (JSON.stringify(draft[field]) === JSON.stringify(found[field])) continue;
    yield `report ${found.id} has another ${field} than was sent`;
  }
}
