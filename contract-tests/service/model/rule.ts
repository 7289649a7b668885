import type { ClauseId } from '../../../src/spec/clauses.generated.ts';
import type { OperationName } from '../../../src/spec/operations.generated.ts';
import { isUuid } from '../../../src/values/uuid.ts';
import { sameText } from '../../judging/talk/same-text.ts';
import {
  demandRefusal,
  demandSuccess,
  type Failure,
  type Rule as RuleOn,
} from '../../judging/verdict/rule.ts';
import { isUncertain } from './known/known-report.ts';
import type { Step } from './step.ts';

export { debatable, type Failure, failure } from '../../judging/verdict/rule.ts';

/** A rule about one exchange with this service. */
export type Rule = RuleOn<Step>;

/** Its ids are those of clauses: a misspelt one does not compile. */
interface RuleBody extends Omit<Rule, 'id' | 'on' | 'rests'> {
  readonly on: OperationName;
  readonly rests?: readonly ClauseId[];
}

export function rule(id: ClauseId, of: RuleBody): Rule {
  return { id, ...of };
}

/** Whether a fetch returned another report than requested. */
function showsAnother({ fetched, exchange: { about } }: Step): boolean {
  return isUuid(fetched?.id) && !sameText(fetched?.id, about.report);
}

/** Whether the response contains the requested report, and its creation was seen. */
export function isShown(step: Step): boolean {
  return (
    step.fetched !== undefined &&
    step.report !== undefined &&
    step.report.creator !== '' &&
    !isUncertain(step.report) &&
    !showsAnother(step)
  );
}

function withReasons(result: true | Failure, ...rests: readonly ClauseId[]): true | Failure {
  return result === true ? true : { ...result, rests };
}

/** The demand of all rules about refusals. */
export function demandRefusalWithReasons(step: Step): true | Failure {
  const result = demandRefusal(step);
  // A server that finds a report for any id also finds one for this.
  return sameText(step.fetched?.id, step.exchange.about.report)
    ? result
    : withReasons(result, 'fetch/unknown-id-is-refused');
}

/**
 * The demand of all rules about deletions that must succeed. A report that was never stored, or has
 * disappeared, cannot be deleted.
 */
export function demandDeletion(step: Step): true | Failure {
  const { report, reportState } = step;
  const wasSeen = !report || report.seenAt !== undefined;
  return withReasons(
    demandSuccess(step),
    ...(wasSeen ? [] : (['fetch/stored-report-is-found'] as const)),
    ...(reportState?.suspects ?? []),
    'fetch/report-stays',
  );
}
