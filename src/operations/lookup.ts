import { lookupError, lookupErrorShape } from '../dialects/lookup-error.ts';
import type { Analysis } from '../domain/analysis.ts';
import type { Caller } from '../domain/caller.ts';
import { type Outcome, ok, type Refusal, refused } from '../domain/refusal.ts';
import { isFileHash } from '../spec/file-hashes.ts';
import { whoMay, whoMayInWords } from '../spec/who-may.ts';
import type { Allowance } from '../store/contents.ts';
import type { Dependencies } from './dependencies.ts';
import { knownCaller } from './identify-caller.ts';
import { clause, commonCauses, extraFields, mayNot, type Operation, open } from './operation.ts';

/** 4.4, 8. Every call takes one from the caller's quota, hit or miss. */
export const lookup: Operation<{ readonly hash: string }, Analysis> = {
  name: 'lookup',
  success: 'found',
  input: ({ params }) => ({ hash: String(params.hash) }),
  run: (dependencies, caller, { hash }) => lookUp(dependencies, knownCaller(caller), hash),
  body: (analysis) => analysis,
  errorBody: (dialect, kind, error) => {
    const body = lookupError[lookupErrorShape(dialect, kind)].body(error);
    if (body.type !== 'json') return body;
    return { type: 'json', value: { ...body.value, ...extraFields(dialect) } };
  },
  causes: {
    ...commonCauses,
    'malformed-request': open('lookup.status.malformed-request'),
    'no-token': clause('lookup/token-required'),
    'unknown-token': clause('lookup/token-must-be-known'),
    'may-not-look-up': open('lookup.who'),
    'malformed-hash': open('lookup.status.malformed-hash'),
    'unknown-hash': clause('lookup/unknown-hash-finds-nothing'),
    'no-requests-left': clause('lookup/refused-at-zero'),
  },
  whoMay: (dialect) => {
    const who = whoMayInWords(whoMay('lookup', dialect));
    return `${who}. Every lookup takes one off the requests they have left.`;
  },
};

function lookUp(dependencies: Dependencies, caller: Caller, hash: string): Outcome<Analysis> {
  const { store, rules, dialect } = dependencies;
  if (!rules.may('lookup', caller)) return mayNot('may-not-look-up', 'lookup', dialect);
  const left = requestsLeft(dependencies, caller);
  const refusal = refusalOf(dependencies, caller, hash, left);
  if (refusal) return refused(refusal);
  const period = countedIn(dependencies, store.state.allowance(caller.id));
  const allowance = { left: left - rules.cost, period };
  store.commit({ type: 'allowance-set', caller: caller.id, allowance });
  if (!isFileHash(hash)) return refused({ kind: 'malformed-hash', hash });
  const analysis = store.state.analysis(rules.hashKey(hash));
  return analysis ? ok(analysis) : refused({ kind: 'unknown-hash' });
}

/** Refusals that cost nothing. */
function refusalOf(
  dependencies: Dependencies,
  caller: Caller,
  hash: string,
  left: number,
): Refusal | undefined {
  const { rules } = dependencies;
  if (!isFileHash(hash) && !rules.countsMalformedHash) return { kind: 'malformed-hash', hash };
  return left < rules.cost ? noneLeft(dependencies, caller) : undefined;
}

export function requestsLeft(dependencies: Dependencies, caller: Caller): number {
  const { store, rules } = dependencies;
  const allowance = store.state.allowance(caller.id);
  return allowance && countedIn(dependencies, allowance) === allowance.period
    ? allowance.left
    : rules.requestsOf(caller);
}

/**
 * The quota period: the quota is refilled when a later one begins, not when the clock is set back or
 * a dialect with longer periods is chosen. Names of periods sort by time.
 */
function countedIn({ rules, now }: Dependencies, allowance: Allowance | undefined): string {
  const current = rules.quotaPeriod(now());
  return allowance && allowance.period > current ? allowance.period : current;
}

function noneLeft(dependencies: Dependencies, caller: Caller): Refusal {
  const now = dependencies.now();
  const period = dependencies.store.state.allowance(caller.id)?.period ?? '';
  // After the clock was set back, the next period is not the one that refills the quota.
  const refillIn =
    period > dependencies.rules.quotaPeriod(now) ? undefined : dependencies.rules.refillIn(now);
  return { kind: 'no-requests-left', ...(refillIn !== undefined && { refillIn }) };
}
