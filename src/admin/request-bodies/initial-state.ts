import type { Seed } from '../../seed/seed.ts';
import { additionMistakes, type SeedAdditions, seedWith } from '../../seed/seed-additions.ts';
import { inWords, mistakeAt } from '../../spec/document.ts';
import { documentCheck } from '../../spec/document-check.ts';
import type { ClockMode } from '../../worlds/clock.ts';
import type { FaultRule } from '../../worlds/fault-rule.ts';
import { most } from '../../worlds/limits.ts';
import type { InitialState } from '../../worlds/world.ts';
import { ControlProblem, tooMany } from '../problem.ts';
import { chosenDialect, type DialectChoice } from './dialect-choice.ts';
import { faultFlaws } from './new-fault.ts';
import { timeFrom, type When } from './time.ts';
import { writtenSize } from './written-size.ts';

/** The requested initial state of a world, which a reset restores. */
export interface InitialStateRequest {
  readonly dialect?: DialectChoice;
  readonly clock?: { readonly mode: ClockMode; readonly at?: When };
  /** The seed of ids; null: random. */
  readonly ids?: string | number | null;
  readonly faults?: readonly FaultRule[];
}

/** The differences from the default initial state. Throws if the request is invalid. */
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
    const detail = 'A real clock shows the real time. Leave "at" out, or let the mode be running.';
    throw new ControlProblem('invalid-request', detail);
  }
  return { mode, ...(at !== undefined && { at: timeFrom(at) }) };
}

const isList = documentCheck({ type: 'array', description: 'a list of faults' });

/** Returns all rules, or throws a ControlProblem that lists the mistakes. */
export function checkedFaults(
  rules: readonly FaultRule[],
  callers: InitialState['contents']['callers'],
): readonly FaultRule[] {
  const ids = callers.map(({ id }) => id);
  const mistakes = [...isList(rules)];
  if (mistakes.length === 0) {
    for (const [at, rule] of rules.entries()) {
      const flaws = faultFlaws(rule, () => ids);
      mistakes.push(
        ...flaws.map(({ path, says }) => mistakeAt([at, ...path], `faults[${at}]: ${says}`)),
      );
    }
  }
  if (mistakes.length > 0)
    throw new ControlProblem('invalid-request', inWords(mistakes, 'The list of faults'));
  if (rules.length > most.faults) throw tooMany(`${most.faults} faults in a world`, 'Give fewer.');
  if (Number(writtenSize(rules)) > most.faultBytes)
    throw tooMany(`${most.faultBytes} bytes of faults in a world`, 'Give fewer.');
  return structuredClone(rules);
}

/** A seed with additions, or a ControlProblem that lists the mistakes. */
export function seedWithAdditions(seed: Seed, additions: SeedAdditions): Seed {
  const mistakes = additionShape(additions);
  if (mistakes.length === 0) mistakes.push(...additionMistakes(seed, additions));
  if (mistakes.length === 0) return seedWith(seed, additions);
  const detail = inWords(mistakes, 'What is added to the seed data');
  throw new ControlProblem('invalid-request', detail);
}

const additionShape = documentCheck(
  {
    type: 'object',
    properties: { services: {}, callers: {}, analyses: {}, reports: {} },
    additionalProperties: false,
    description: 'a map of lists: services, callers, analyses, reports',
  },
  { document: 'the seed' },
);
