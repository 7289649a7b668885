import { allClauses } from '../src/spec/clauses/clauses.ts';
import { described } from '../src/values/described.ts';
import { nearest } from '../src/values/nearest.ts';
import { isObject, isTextList } from '../src/values/objects.ts';
import {
  aFunction,
  anObject,
  aText,
  trueOrFalse,
  type ValueForm,
  wrongOption,
} from '../src/values/value-form.ts';
import type { VerifyOptions } from './service/judge-target.ts';
import { TargetError } from './service/target/target.ts';

const aSignal: ValueForm = {
  fits: (value) => isObject(value) && 'aborted' in value,
  words: 'an AbortSignal',
};

const clauseIds: ValueForm = {
  fits: isTextList,
  words: 'a list of ids of clauses, such as create/id-type',
};

const optionForms: { readonly [name in keyof Required<VerifyOptions>]: ValueForm } = {
  only: clauseIds,
  skip: clauseIds,
  learn: trueOrFalse,
  explore: anObject('an object'),
  noSpend: trueOrFalse,
  signal: aSignal,
  onProgress: aFunction,
  onPhase: aFunction,
  onNotice: aFunction,
  onBroken: aFunction,
  requireAll: trueOrFalse,
  strict: trueOrFalse,
  failOn5xx: trueOrFalse,
  command: aText,
};

/** Refuses what is no target: neither read from a file nor with the keys of one. */
export function checkTarget(call: string, target: unknown): void {
  const isTarget =
    isObject(target) && ['baseUrl', 'tokens', 'payload', 'areas'].every((key) => key in target);
  if (isTarget) return;
  throw new TargetError(
    `${call} takes a target, which readTarget('my-server.yaml') reads, and got ${described(target)}.`,
  );
}

/** Refuses options that there are not, and values that they do not take. */
export function checkOptions(call: string, options: unknown): void {
  const mistake = wrongOption(call, options, optionForms);
  if (mistake !== undefined) throw new TypeError(mistake);
  checkClauseIds(options as VerifyOptions);
}

/** A clause that does not exist would be judged by nobody, and nothing would be broken. */
function checkClauseIds({ only = [], skip = [] }: VerifyOptions): void {
  const ids = allClauses().map(({ id }) => String(id));
  const unknown = [...only, ...skip].find((id) => !ids.includes(id));
  if (unknown === undefined) return;
  const near = nearest(unknown, ids);
  throw new TypeError(
    `There is no clause "${unknown}". ${near ? `Did you mean "${near}"?` : 'docs/specification.md lists them.'}`,
  );
}

/** Refuses what no tests can be made with. */
export function checkRunner(runner: unknown): void {
  const { describe, it, before, beforeAll } = Object(runner) as {
    readonly [name: string]: unknown;
  };
  const isRunner = [describe, it, before ?? beforeAll].every((one) => typeof one === 'function');
  if (isRunner) return;
  throw new TypeError(
    `runner is ${described(runner)}; expected a module with describe, it, and before or beforeAll: import * as runner from 'vitest'.`,
  );
}
