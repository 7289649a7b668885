import { areaOf as clauseArea } from '../../../src/spec/clauses/clauses.ts';
import { leastWithMalformed } from '../spend/count-plan.ts';
import type { Target } from '../target/target.ts';
import { hiddenPoints } from './hidden-points.ts';

/** Points that no run can observe, whatever the target file says. */
export const unobservablePoints: { readonly [point: string]: string } = {
  'any.status.internal-error': 'a mistake of the server cannot be provoked from outside',
  'any.status.unavailable': 'a full or broken disk cannot be provoked from outside',
  'any.rate-limit': 'measuring it would take bursts of requests',
  'auth.lifetime': 'a run is over before a token is',
  'lookup.initial-requests': 'it would use up a quota of unknown size',
  'lookup.reset': 'a run is over before the count is filled up again, if no lookup showed it',
};

/** What has to be so for any answer to a point to show. */
export const conditions = {
  'create.null-fields': 'it shows only where a field may be left out',
} as const;

/** The keys of the target file required to observe a point. */
const keys: { readonly [point: string]: readonly string[] } = {
  'create.status.not-a-researcher': ['tokens.reader'],
  'fetch.who': ['tokens.reader', 'tokens.otherResearcher'],
  'fetch.status.may-not-fetch': ['tokens.reader', 'tokens.otherResearcher'],
  'delete.status.not-your-report': ['tokens.otherResearcher', 'tokens.reader'],
  'lookup.who': ['tokens.reader', 'tokens.researcher'],
  'lookup.status.may-not-look-up': ['tokens.reader', 'tokens.researcher'],
  'lookup.status.no-requests-left': ['tokens.limited'],
  'lookup.error-body.no-requests-left': ['tokens.limited'],
  'lookup.malformed': ['tokens.limited'],
};

function has(target: Target, key: string): boolean {
  const name = key.replace('tokens.', '') as keyof Target['tokens'];
  return name === 'limited' ? target.tokens.limited.length > 0 : target.tokens[name] !== undefined;
}

function areaOf(point: string): 'feed' | 'lookup' | undefined {
  if (point === 'auth.order') return 'feed';
  if (/^(any|auth)\./.test(point)) return undefined;
  return clauseArea({ id: point });
}

/** Why the answer to a point is unknown, and what would show it. */
export function whyUnobserved(point: string, target: Target): string {
  const never = unobservablePoints[point];
  if (never) return `cannot be seen from outside: ${never}`;
  const area = areaOf(point);
  if (area && !target.areas.includes(area)) return `areas in the target file leaves out ${area}`;
  const missing = (keys[point] ?? []).filter((key) => !has(target, key));
  if (missing.length > 0) return `the target file has no ${missing.join(' and no ')}`;
  if (point === 'lookup.malformed')
    return `needs three entries in tokens.limited, with ${leastWithMalformed} or more left, so that one lookup is to spare`;
  if (point.endsWith('.status.rate-limited'))
    return 'no request was turned away for coming too often';
  const hidden = hiddenPoints.find((one) => one.point === point);
  if (hidden) return `it shows only where ${hidden.by} is not ${hidden.answers.join(' or ')}`;
  if (isConditional(point)) return conditions[point];
  return 'nothing in this run showed it';
}

function isConditional(point: string): point is keyof typeof conditions {
  return Object.hasOwn(conditions, point);
}
