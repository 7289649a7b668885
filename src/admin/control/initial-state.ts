import type { Seed } from '../../seed/seed.ts';
import { additionMistakes, type SeedAdditions, seedWith } from '../../seed/seed-additions.ts';
import type { ClockMode } from '../../worlds/clock.ts';
import type { FaultRule } from '../../worlds/fault-rule.ts';
import { most } from '../../worlds/limits.ts';
import type { InitialState } from '../../worlds/world.ts';
import { chosenDialect, type DialectChoice } from './dialect-choice.ts';
import { unfittingFaults } from './faults-control.ts';
import { sizeOf } from './given.ts';
import { invalid, refuse, tooMany } from './problem.ts';
import { timeFrom, type When } from './time.ts';

/** The requested initial state of a world, which a reset restores. */
export interface InitialStateRequest {
  readonly dialect?: DialectChoice;
  readonly clock?: { readonly mode: ClockMode; readonly at?: When };
  /** The seed of ids; null: random. */
  readonly ids?: string | number | null;
  readonly faults?: readonly FaultRule[];
}

/** The differences from the default initial state, of a well-formed request. Throws if it does not fit. */
export function initialStateFrom(
  asked: InitialStateRequest,
  callers: InitialState['contents']['callers'],
): Partial<InitialState> {
  const { dialect, clock, ids, faults } = asked;
  return {
    ...(dialect !== undefined && { dialect: chosenDialect(dialect) }),
    ...(clock !== undefined && { clock: clockFrom(clock) }),
    ...(ids !== undefined && { ids: ids === null ? undefined : String(ids) }),
    ...(faults !== undefined && { faults: checkedFaults(faults, callers) }),
  };
}

export function clockFrom({ mode, at }: NonNullable<InitialStateRequest['clock']>) {
  if (mode === 'real' && at !== undefined) {
    throw invalid('A real clock shows the real time. Leave "at" out, or let the mode be running.');
  }
  return { mode, ...(at !== undefined && { at: timeFrom(at) }) };
}

/** A copy of well-formed faults, or a ControlProblem that lists the mistakes. */
function checkedFaults(
  rules: readonly FaultRule[],
  callers: InitialState['contents']['callers'],
): readonly FaultRule[] {
  refuse(unfittingFaults(rules, callers), 'The list of faults');
  if (rules.length > most.faults) throw tooMany(`${most.faults} faults in a world`, 'Give fewer.');
  if (Number(sizeOf(rules)) > most.faultBytes)
    throw tooMany(`${most.faultBytes} bytes of faults in a world`, 'Give fewer.');
  return structuredClone(rules);
}

/** A seed with additions, or a ControlProblem that lists the mistakes. */
export function seedWithAdditions(seed: Seed, additions: SeedAdditions): Seed {
  refuse(additionMistakes(seed, additions), 'What is added to the seed data');
  return seedWith(seed, additions);
}
