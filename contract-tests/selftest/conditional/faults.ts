import type { Mutant, MutantCall } from '../mutant.ts';
import type { Condition } from './conditions.ts';

/** Mutants of one kind, and what a condition has to be so that they can strike, and be seen, at all. */
export interface FaultFamily {
  readonly names: RegExp;
  /** The operation whose calls they lie about. */
  readonly about: MutantCall['operation'];
  /** Whose calls can show it, where a condition is about callers. */
  readonly tokens?: readonly string[];
  /** Conditions under which it is no fault, or one that nobody could see. */
  readonly not?: RegExp;
}

const researchers = ['token-researcher-1', 'token-researcher-2'];
const owners = ['token-owner-tunnelco', 'token-owner-dyndnsco'];
const nonResearchers = [...owners, 'token-reader'];
const strangers = [...researchers, ...nonResearchers];

/** A report is deleted once: there is no second time. */
const again = /time$/;

export const faultFamilies: readonly FaultFamily[] = [
  // What is fetched, and in what.
  { names: /^report-/, about: 'fetch' },
  { names: /^fetch-(without-|unwrapped|calls-|report-|flag-)/, about: 'fetch' },
  // Who may fetch is open (5), so it is no fault where it concerns one caller only.
  { names: /^fetch-finds-nothing$/, about: 'fetch', tokens: [], not: again },
  // What is created, and what is said of it.
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
  // What a deletion does, and what is said of it.
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
  // They pass for the owner of the first feed, who may not delete in the second either.
  {
    names: /^delete-with(out-token|-any-token)$/,
    about: 'delete',
    tokens: [],
    not: /time$|second feed$/,
  },
  { names: /^delete-error(-|s-are)/, about: 'delete', tokens: strangers },
  // What is looked up.
  { names: /^analysis-/, about: 'lookup' },
  { names: /^lookup-(wrapped|in-a-list|says-text|finds-more)/, about: 'lookup' },
];

/** Whether faults of a family can strike, and be seen, where a condition holds. */
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
        // What is asked is not known yet; where nothing strikes, the caller is looked at once more.
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
