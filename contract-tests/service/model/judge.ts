import type { ClauseId } from '../../../src/spec/clauses.generated.ts';
import { draftFields } from '../../../src/spec/fields.ts';
import type { Evidence } from '../../judging/verdict/evidence.ts';
import { Judge, type ShapedValue } from '../../judging/verdict/judge.ts';
import type { Requirement } from '../../judging/verdict/shape.ts';
import type { TokenHistory } from './known/tokens.ts';
import { demandRefusalWithReasons } from './rule.ts';
import { rulesOn } from './rules/rules.ts';
import { blamedOnWhatWasSent } from './rules/section-2-1-accepted.ts';
import { errorShape, reportShape, successShape } from './shapes.ts';
import type { Step } from './step.ts';

interface JudgeParts {
  readonly evidence: Evidence;
  readonly tokens: TokenHistory;
  readonly isAlone: boolean;
}

/** Judges steps by the rules of this service and the schemas of its contract. */
export function judgeOf({ evidence, tokens, isAlone }: JudgeParts): Judge<Step> {
  return new Judge<Step>({
    evidence,
    tokens,
    isAlone,
    rulesOn,
    shapesIn,
    demandsRefusal: ({ demand }) => demand === demandRefusalWithReasons,
    instead: ({ exchange, report }) =>
      exchange.operation === 'fetch' && !report ? ['fetch/unknown-id-is-refused'] : [],
    restsOnRole: ({ expected }) => expected.because === 'may' && expected.as !== 'creator',
  });
}

/** Whether it was sent is not known of a report that was created elsewhere. */
function isPresenceOfDraft({ clause, field }: Requirement): boolean {
  return field !== undefined && draftFields.includes(field) && clause.endsWith('-present');
}

const idShapes = ['create/id-type', 'create/id-format'] as const satisfies readonly ClauseId[];

/** What has a shape in a response: the body, and the report or analysis in it. */
function shapesIn({ answer, exchange, fetched, lookup, report }: Step): ShapedValue[] {
  const { operation } = exchange;
  if (operation === 'lookup') {
    const { analysis } = lookup ?? {};
    return analysis ? [{ value: analysis, requirements: successShape('lookup') }] : [];
  }
  if (answer.outcome === 'unreadable') return [];
  const isRefusal = answer.outcome === 'refusal';
  const body: ShapedValue = {
    value: answer.body,
    requirements: isRefusal ? errorShape(operation) : successShape(operation),
  };
  if (!fetched) return [body];
  const shown: ShapedValue = {
    value: fetched,
    requirements: reportShape(),
    // The fault is that it was accepted as sent.
    isExcused: (one) =>
      report === undefined || report.creator === ''
        ? isPresenceOfDraft(one)
        : blamedOnWhatWasSent(report.sent, one) !== undefined,
    rests: (clause) => (clause.startsWith('report/id-') ? idShapes : []),
  };
  return [body, shown];
}
