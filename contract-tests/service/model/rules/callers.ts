import {
  type CallerClause,
  callerClauses,
  callerClausesOf,
} from '../../../../src/spec/clauses/caller-clauses.ts';
import type { ClauseId } from '../../../../src/spec/clauses.generated.ts';
import type { OperationName } from '../../../../src/spec/operations.generated.ts';
import { articled } from '../../../../src/spec/operations.ts';
import type { CallerName } from '../../../../src/spec/who-may.ts';
import { demandDeletion, demandRefusalWithReasons, type Rule, rule } from '../rule.ts';
import type { Step } from '../step.ts';

/** The clause that lets a caller call the operation, by whom it is let as. */
export function mayClauseOf(step: Step, as: CallerName | undefined): ClauseId | undefined {
  const { exchange, known } = step;
  const isFirst = exchange.about.service === known.target.service;
  const feed = isFirst ? 'service' : 'otherService';
  return callerClausesOf(exchange.operation).find(
    (one) => one.may === as && as !== undefined && (one.feed ?? feed) === feed,
  )?.id;
}

/** The clause that forbids a caller to call the operation: one that names its key, or else the general one. */
export function mayNotClauseOf({ exchange, who }: Step): ClauseId | undefined {
  const forbidding = callerClausesOf(exchange.operation).filter((one) => one.may === undefined);
  const byKey = forbidding.find((one) => one.callers?.some((key) => who.key === `tokens.${key}`));
  return (byKey ?? forbidding.find((one) => one.callers === undefined))?.id;
}

/** What a listener must hear. A deletion of what is gone tells whether the one before was really made. */
function trafficOf({ operation, may }: CallerClause): string {
  if (may === 'creator') return 'a creator who deletes, or is refused and then finds the report';
  if (may !== undefined) return 'an owner, by the target file, who deletes the report of another';
  const gone = operation === 'delete' ? ', and one of a report that is gone' : '';
  return `${articled(operation)} by somebody who may not, by the target file${gone}`;
}

const unheard = 'a listener does not know that nothing else was wrong with a request';

function mayRule(clause: CallerClause): Rule {
  const { id, operation, rests } = clause;
  return rule(id, {
    on: operation as OperationName,
    when: (step) => {
      const { expected } = step;
      return expected.because === 'may' && mayClauseOf(step, expected.as) === id;
    },
    demand: demandDeletion,
    rests,
    ...(operation === 'delete' ? { traffic: trafficOf(clause) } : { unobservable: unheard }),
  });
}

function mayNotRule(clause: CallerClause): Rule {
  const { id, operation, rests } = clause;
  return rule(id, {
    on: operation as OperationName,
    when: (step) => step.expected.because === 'may-not' && mayNotClauseOf(step) === id,
    demand: demandRefusalWithReasons,
    rests,
    needsKnownCaller: true,
    traffic: trafficOf(clause),
  });
}

/** Who may call an operation, and who may not, as `x-callers` of the contract says. */
export const callerRules: readonly Rule[] = callerClauses.map((clause) =>
  clause.may === undefined ? mayNotRule(clause) : mayRule(clause),
);
