import {
  answerTo,
  type Dialect,
  type Differences,
  dialectOf,
  differencesOf,
  type OpenPointId,
} from '../../dialects/dialect.ts';

export interface Judged {
  readonly label: string;
  readonly dialect: Dialect;
  readonly passed: boolean;
}

/** Answers that together, and not without each other, make the command fail. */
export type Cause = Differences;

export interface Blame {
  /** By the label of a failing dialect. Empty where no answer could be made out. */
  readonly causes: ReadonlyMap<string, readonly Cause[]>;
  /** Whether the runs allowed were used up before all was known. */
  readonly cutShort: boolean;
}

/** Runs the command under a dialect made for this, and says whether it fails. */
export type Fails = (dialect: Dialect, why: string) => Promise<boolean>;

class NoRunsLeft extends Error {}

/**
 * Which answers each failing dialect fails for. A suspect is an answer that no passing dialect
 * gives; suspects are narrowed down by running the command on the passing dialect plus some of them.
 */
export async function blame(runs: readonly Judged[], fails: Fails, budget: number): Promise<Blame> {
  const causes = new Map<string, Cause[]>();
  const passing = runs.filter(({ passed }) => passed);
  const base = passing[0]?.dialect;
  if (!base) return { causes, cutShort: false };
  let left = budget;
  const known: Cause[] = [];

  for (const { label, dialect } of runs.filter(({ passed }) => !passed)) {
    const found: Cause[] = [];
    causes.set(label, found);
    try {
      await explain(label, dialect, found);
    } catch (error) {
      if (!(error instanceof NoRunsLeft)) throw error;
      return { causes, cutShort: true };
    }
  }
  return { causes, cutShort: false };

  async function explain(label: string, failing: Dialect, found: Cause[]): Promise<void> {
    let rest = differencesOf(failing, base);
    let certain = true;
    for (const cause of known) {
      const same = picked(failing, idsOf(cause));
      if (idsOf(same).some((id) => !(id in rest))) continue;
      const known = idsOf(cause).every((id) => cause[id] === same[id]);
      if (!known && !(await failsWith(same, label))) continue;
      found.push(same);
      rest = without(rest, same);
      certain = false;
    }
    while (idsOf(rest).length > 0) {
      if (!certain && !(await failsWith(rest, label))) return;
      const cause = await narrowed(rest, label);
      found.push(cause);
      known.push(cause);
      rest = without(rest, cause);
      certain = false;
    }
  }

  /** A small part of these answers that still makes the command fail. */
  async function narrowed(answers: Differences, label: string): Promise<Cause> {
    const suspects = suspectsIn(answers, passing);
    const enough = idsOf(suspects).length < idsOf(answers).length;
    const start = enough && (await failsWith(suspects, label)) ? suspects : answers;
    return halved(start, {}, label);
  }

  /** The part of `open` that is needed to fail when all of `fixed` is given. */
  async function halved(open: Differences, fixed: Differences, label: string): Promise<Cause> {
    const ids = idsOf(open);
    if (ids.length <= 1) return open;
    const one = picked(open, ids.slice(0, ids.length >> 1));
    const other = without(open, one);
    if (await failsWith({ ...fixed, ...one }, label)) return halved(one, fixed, label);
    if (await failsWith({ ...fixed, ...other }, label)) return halved(other, fixed, label);
    // Neither half fails alone: some of each is needed.
    const ofOne = await halved(one, { ...fixed, ...other }, label);
    const ofOther = await halved(other, { ...fixed, ...ofOne }, label);
    return { ...ofOne, ...ofOther };
  }

  async function failsWith(answers: Differences, label: string): Promise<boolean> {
    if (left === 0) throw new NoRunsLeft();
    left -= 1;
    const count = idsOf(answers).length;
    const why = `${count} ${count === 1 ? 'answer' : 'answers'} of ${label}`;
    return fails(dialectOf({ ...base, ...answers }), why);
  }
}

/** The answers that no passing dialect gives. */
export function suspectsIn(answers: Differences, passing: readonly Judged[]): Differences {
  const unseen = idsOf(answers).filter((id) =>
    passing.every(({ dialect }) => dialect[id] !== answers[id]),
  );
  return picked(answers, unseen);
}

export const idsOf = (answers: Differences): OpenPointId[] => Object.keys(answers) as OpenPointId[];

const picked = (answers: Differences | Dialect, ids: readonly OpenPointId[]): Differences =>
  Object.fromEntries(ids.map((id) => [id, answerTo(answers as Dialect, id)])) as Differences;

const without = (answers: Differences, gone: Differences): Differences =>
  picked(
    answers,
    idsOf(answers).filter((id) => !(id in gone)),
  );
