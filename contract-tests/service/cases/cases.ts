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
    run: (own: Context) => attempt(own, planned, taken, isAlone ? own : context),
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

/** Cases are independent: a failure in one says nothing about the others. */
async function attempt(
  context: Context,
  planned: Case,
  taken: AcceptedValues,
  creating: Context,
  tries = 2,
  outage?: NoAnswer['outage'],
): Promise<void> {
  try {
    await runCase(context, planned, taken, creating);
  } catch (error) {
    if (error instanceof NoAnswer && error.isBystander && error.outage !== outage)
      return attempt(context, planned, taken, creating, tries, error.outage);
    if (error instanceof NoAnswer && tries > 1 && error.outage?.culprit === undefined)
      return attempt(context, planned, taken, creating, tries - 1);
    if (error instanceof NoAnswer)
      context.evidence.unanswered.push({ clauses: caseScenario.clauses, error });
    else if (!(error instanceof NotTestable)) throw error;
    else for (const id of caseScenario.clauses) context.evidence.addUntested(id, error.message);
  }
}
