import { keepsClause } from '../../../src/spec/clauses/field-clauses.ts';
import { draftFields } from '../../../src/spec/fields.ts';
import { NoAnswer } from '../../judging/talk/client.ts';
import { NotTestable } from '../../judging/talk/not-testable.ts';
import type { Context } from '../drive/context.ts';
import { type Scenario, scenario } from '../drive/scenario.ts';
import { AcceptedValues } from './accepted-values.ts';
import { type Case, casesOf } from './case-plan.ts';
import { runCase } from './run-case.ts';

/** Few enough that later cases know what the target accepted in earlier ones. */
const lanes = 8;

function partsOf(context: Context, isAlone = true) {
  const { target, callers, knownCallers, cases } = context;
  const taken = new AcceptedValues(context);
  return casesOf(target, callers, knownCallers, cases).map((planned) => ({
    name: `case ${planned.number}`,
    run: (own: Context) =>
      playCase(planned, { context: own, taken, creating: isAlone ? own : context }),
  }));
}

export const caseScenario: Scenario = {
  ...scenario(
    'cases',
    [
      ...draftFields.map((field) => keepsClause(field)),
      'delete/creator-may-delete',
      'delete/success-means-gone',
      'delete/refused-means-unchanged',
    ],
    async (context) => {
      const waiting = partsOf(context, false);
      const lane = async (): Promise<void> => {
        for (let next = waiting.shift(); next; next = waiting.shift())
          await next.run(context.named(next.name));
      };
      await Promise.all(Array.from({ length: lanes }, lane));
    },
  ),
  parts: (context) => partsOf(context),
};

interface CaseStage {
  readonly context: Context;
  readonly taken: AcceptedValues;
  /** In which reports are created. */
  readonly creating: Context;
}

/** A case that gets no response is tried once more; and again whenever another request has stopped the server. */
async function playCase(planned: Case, { context, taken, creating }: CaseStage): Promise<void> {
  let tries = 2;
  let outage: NoAnswer['outage'];
  for (;;) {
    try {
      return await runCase(context, planned, taken, creating);
    } catch (error) {
      if (!(error instanceof NoAnswer)) return noteUntested(context, error);
      const isOfOthers = error.isBystander && error.outage !== outage;
      const mayTryAgain = tries > 1 && error.outage?.culprit === undefined;
      if (!isOfOthers && !mayTryAgain) {
        context.evidence.unanswered.push({ clauses: caseScenario.clauses, error });
        return;
      }
      if (!isOfOthers) tries -= 1;
      outage = isOfOthers ? error.outage : undefined;
    }
  }
}

/** Cases are independent: a failure in one says nothing about the others. */
function noteUntested({ evidence }: Context, error: unknown): void {
  if (!(error instanceof NotTestable)) throw error;
  for (const id of caseScenario.clauses) evidence.addUntested(id, error.message);
}
