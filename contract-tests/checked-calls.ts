import { allClauses } from '../src/spec/clauses/clauses.ts';
import { described, hidesContents } from '../src/values/described.ts';
import { nearest } from '../src/values/nearest.ts';
import { isObject, isTextList } from '../src/values/objects.ts';
import type { VerifyOptions } from './service/judge-target.ts';
import { TargetError } from './service/target/target.ts';

/** The values that an option takes: what types say, for programs without them. */
interface OptionForm {
  readonly fits: (value: unknown) => boolean;
  /** Completes "expected …". */
  readonly words: string;
}

const aText: OptionForm = { fits: (value) => typeof value === 'string', words: 'a text' };

const trueOrFalse: OptionForm = {
  fits: (value) => typeof value === 'boolean',
  words: 'true or false',
};

const aFunction: OptionForm = {
  fits: (value) => typeof value === 'function',
  words: 'a function',
};

const aCount: OptionForm = {
  fits: (value) => Number.isSafeInteger(value) && Number(value) >= 0,
  words: 'a whole number from 0 on',
};

const anObject: OptionForm = {
  fits: isGiven,
  words: 'an object',
};

const aSignal: OptionForm = {
  fits: (value) => isObject(value) && 'aborted' in value,
  words: 'an AbortSignal',
};

const clauseIds: OptionForm = {
  fits: isTextList,
  words: 'a list of ids of clauses, such as create/id-type',
};

function listOf(what: string): OptionForm {
  return {
    fits: (value) => Array.isArray(value) && value.every(isGiven),
    words: `a list of ${what}`,
  };
}

const optionForms: { readonly [name in keyof Required<VerifyOptions>]: OptionForm } = {
  only: clauseIds,
  skip: clauseIds,
  learn: trueOrFalse,
  planSeed: aCount,
  thorough: trueOrFalse,
  explore: anObject,
  noSpend: trueOrFalse,
  budget: aCount,
  clauses: listOf('clauses, each with id, sentence and area'),
  scenarios: listOf('scenarios'),
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

function isGiven(value: unknown): boolean {
  return isObject(value) && !hidesContents(value);
}

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
  if (!isGiven(options))
    throw new TypeError(`${call} takes an object of options, and got ${described(options)}.`);
  for (const [name, value] of Object.entries(options as VerifyOptions)) {
    const form = Object.hasOwn(optionForms, name)
      ? optionForms[name as keyof VerifyOptions]
      : undefined;
    if (!form) throw new TypeError(unknownOption(call, name));
    if (value !== undefined && !form.fits(value))
      throw new TypeError(`${name} is ${described(value)}; expected ${form.words}.`);
  }
  checkClauseIds(options as VerifyOptions);
}

function unknownOption(call: string, name: string): string {
  const names = Object.keys(optionForms);
  const near = nearest(name, names);
  return `${call} has no option "${name}". ${near ? `Did you mean "${near}"?` : `There are ${names.join(', ')}.`}`;
}

/** A clause that does not exist would be judged by nobody, and nothing would be broken. */
function checkClauseIds({ only = [], skip = [], clauses = [] }: VerifyOptions): void {
  const ids = [...allClauses(), ...clauses].map(({ id }) => id);
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
