import type { Analysis } from '../domain/analysis.ts';
import type { Caller } from '../domain/caller.ts';
import { type Outcome, ok, refused } from '../domain/refusal.ts';
import { isLookupHash } from '../domain/rules.ts';
import type { Basis } from './basis.ts';

/** 4.4, 8. Every call takes one request off the caller's count, hit or miss. */
export async function lookUp(
  basis: Basis,
  caller: Caller,
  hash: string,
): Promise<Outcome<Analysis>> {
  const { store, rules } = basis;
  if (!rules.mayLookUp(caller)) return refused({ kind: 'may-not-look-up' });
  const malformed = !isLookupHash(hash);
  if (malformed && !rules.countsMalformedHash) return refused({ kind: 'malformed-hash', hash });

  const left = requestsLeft(basis, caller);
  if (left < rules.cost) return refused(noneLeft(basis));
  // No await between reading the count and taking from it.
  const period = rules.quotaPeriod(basis.now());
  await store.commit({
    type: 'allowance-set',
    caller: caller.id,
    allowance: { left: left - rules.cost, period },
  });

  if (malformed) return refused({ kind: 'malformed-hash', hash });
  const analysis = store.state.analysis(rules.hashKey(hash));
  return analysis ? ok(analysis) : refused({ kind: 'unknown-hash' });
}

export function requestsLeft(basis: Basis, caller: Caller): number {
  const { store, rules } = basis;
  const allowance = store.state.allowance(caller.id);
  const current = allowance?.period === rules.quotaPeriod(basis.now());
  return allowance && current ? allowance.left : rules.requestsOf(caller);
}

function noneLeft(basis: Basis) {
  const refillIn = basis.rules.refillIn(basis.now());
  return { kind: 'no-requests-left' as const, ...(refillIn !== undefined && { refillIn }) };
}
