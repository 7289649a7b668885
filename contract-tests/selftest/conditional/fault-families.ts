import type { Mutant, MutantCall } from '../mutant.ts';
import type { Condition } from './conditions.ts';

/** Mutants of one kind, and the conditions under which they can take effect and be seen. */
export interface FaultFamily {
  readonly names: RegExp;
  /** The operation that they affect. */
  readonly about: MutantCall['operation'];
  /** The callers whose requests can show it, for conditions about callers. */
  readonly tokens?: readonly string[];
  /** Conditions under which it is no fault, or an invisible one. */
  readonly not?: RegExp;
}

const researchers = ['token-researcher-1', 'token-researcher-2'];
const owners = ['token-owner-tunnelco', 'token-owner-dyndnsco'];
const nonResearchers = [...owners, 'token-reader'];
const strangers = [...researchers, ...nonResearchers];

/** A report is deleted only once. */
const again = /time$/;

export const faultFamilies: readonly FaultFamily[] = [
  // Fetched reports and their envelopes.
  { names: /^report-/, about: 'fetch' },
  { names: /^fetch-(without-|unwrapped|calls-|report-|flag-)/, about: 'fetch' },
  // Who may fetch is open (5), so a fault for a single caller is none.
  { names: /^fetch-finds-nothing$/, about: 'fetch', tokens: [], not: again },
  // Created reports and the responses to creates.
  {
    names: /^create-(without-id|id-|without-flag|flag-|returns-)/,
    about: 'create',
    tokens: researchers,
  },
  { names: /^create-answers-with-another-id$/, about: 'create', tokens: researchers },
  {
    names: /^(adds-a-tag|changes-the-(port|hash)|cuts-the-link|raises-the-score)$/,
    about: 'create',
    tokens: researchers,
  },
  { names: /^keeps-no-tags$/, about: 'create', tokens: researchers, not: /no tags/ },
  // Who may create.
  { names: /^create-error(-|s-are)/, about: 'create', tokens: nonResearchers },
  { names: /^everybody-creates$/, about: 'create', tokens: nonResearchers },
  { names: /^create-with(out-token|-any-token)$/, about: 'create', tokens: [] },
  // Effects of deletions and the responses to them.
  {
    names: /^delete-(without-message|message-|flag-|without-flag|with-both)/,
    about: 'delete',
    tokens: [...researchers, ...owners],
    not: again,
  },
  { names: /^delete-pretends$/, about: 'delete', tokens: [...researchers, ...owners], not: again },
  { names: /^creators-may-not-delete$/, about: 'delete', tokens: researchers, not: again },
  { names: /^owners-may-not-delete$/, about: 'delete', tokens: owners, not: again },
  // Who may delete.
  {
    names: /^(everybody-deletes|delete-refuses-and-(deletes|changes))$/,
    about: 'delete',
    tokens: strangers,
  },
  { names: /^researchers-delete-everything$/, about: 'delete', tokens: researchers },
  { names: /^owners-delete-everywhere$/, about: 'delete', tokens: owners },
  { names: /^readers-delete$/, about: 'delete', tokens: ['token-reader'] },
  // They act as the owner of the first feed, who may not delete in the second either.
  {
    names: /^delete-with(out-token|-any-token)$/,
    about: 'delete',
    tokens: [],
    not: /time$|second feed$/,
  },
  { names: /^delete-error(-|s-are)/, about: 'delete', tokens: strangers },
  // Lookups.
  { names: /^analysis-/, about: 'lookup' },
  { names: /^lookup-(wrapped|in-a-list|says-text|finds-more)/, about: 'lookup' },
];

/** Whether faults of a family can take effect and be seen under a condition. */
export const canStrike = (family: FaultFamily, condition: Condition): boolean => {
  if (!condition.about.includes(family.about) || family.not?.test(condition.name)) return false;
  const { token } = condition;
  return token === undefined || family.tokens === undefined || family.tokens.includes(token);
};

/** The mutant, but only where a condition holds. */
export const conditional = (fault: Mutant, condition: Condition): Mutant => ({
  name: `${fault.name} when ${condition.name}`,
  breaks: fault.breaks,
  mutation: () => {
    const lie = fault.mutation();
    const holds = condition.make();
    return (honest) => {
      const lying = lie(honest);
      return {
        ...honest,
        // The request is not known yet; without a fault, the caller is authenticated once more.
        authenticate: (_, operation, header) => lying.authenticate(lying, operation, header),
        answer: async (_, call) => {
          if (holds(call as MutantCall, honest)) return lying.answer(lying, call);
          const { operation, authorization } = call;
          const caller = await honest.authenticate(honest, operation, authorization);
          return honest.answer(honest, { ...call, caller });
        },
      };
    };
  },
});
