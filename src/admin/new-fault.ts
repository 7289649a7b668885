import { inWords, type Mistake, mistakeAt } from '../spec/document.ts';
import { nearest } from '../spec/nearest.ts';
import type { StateView } from '../store/state.ts';
import type { Fault, FaultRule } from '../worlds/faults.ts';
import { most } from '../worlds/limits.ts';
import type { World } from '../worlds/world.ts';
import { faultMistakes } from './fault-check.ts';
import { ControlProblem, tooMany } from './problem.ts';
import { writtenSize } from './written-size.ts';

/** Throws a ControlProblem that says all that is wrong with the fault, or that there is no room. */
export function addFault({ faults, store }: World, rule: FaultRule): Fault {
  const size = checkedSize(rule, store.state);
  if (faults.count >= most.faults) {
    throw tooMany(`${most.faults} faults in a world`, 'Remove one first.');
  }
  if (faults.bytes + size > most.faultBytes) {
    throw tooMany(`${most.faultBytes} bytes of faults in a world`, 'Remove one first.');
  }
  return faults.add(rule, size);
}

function checkedSize(rule: FaultRule, state: StateView): number {
  const mistakes = faultMistakes(rule);
  if (mistakes.length === 0) mistakes.push(...unknownCaller(rule, state));
  const size = writtenSize(rule);
  if (typeof size === 'string') mistakes.push(mistakeAt([], `the fault ${size}`));
  if (mistakes.length > 0 || typeof size === 'string') {
    throw new ControlProblem('invalid-request', inWords(mistakes, 'The fault'));
  }
  return size;
}

function unknownCaller({ caller }: FaultRule, state: StateView): Mistake[] {
  if (caller === undefined || state.caller(caller)) return [];
  // Among many, a long search would find a likeness of little use.
  const some = state.contents().callers.slice(0, 200);
  const near = nearest(
    caller,
    some.map(({ id }) => id),
  );
  const hint = near === undefined ? '; mint the caller first' : `; did you mean ${near}?`;
  return [mistakeAt(['caller'], `caller is "${caller}"; expected the id of a caller${hint}`)];
}
