import { keepsClause } from '../../src/spec/field-clauses.ts';
import { draftFields } from '../../src/spec/fields.ts';
import type { Context } from '../drive/context.ts';
import { scenario } from '../drive/scenario.ts';
import { NoAnswer } from '../talk/client.ts';
import { NotTestable } from '../talk/cut-short.ts';
import { type Case, casesOf } from './case-plan.ts';
import { played } from './played.ts';
import { Taken } from './taken.ts';

/** So few at once that later cases know what the target took in earlier ones. */
const lanes = 8;

/** Every kind of report, caller and moment. */
export const caseScenario = scenario(
  'cases',
  [
    ...draftFields.map(keepsClause),
    'delete/creator-may-delete',
    'delete/success-means-gone',
    'delete/refused-means-unchanged',
  ],
  async (context) => {
    const { target, callers, people, cases } = context;
    const waiting = [...casesOf(target, callers, people, cases)];
    const taken = new Taken(context);
    const lane = async (): Promise<void> => {
      for (let next = waiting.shift(); next; next = waiting.shift())
        await attempt(context.conversation(`case ${next.number}`), next, taken);
    };
    await Promise.all(Array.from({ length: lanes }, lane));
  },
);

/** Each case stands alone: what cuts one short says nothing of the others. */
const attempt = async (context: Context, planned: Case, taken: Taken, tries = 2): Promise<void> => {
  try {
    await played(context, planned, taken);
  } catch (error) {
    if (error instanceof NoAnswer && tries > 1) return attempt(context, planned, taken, tries - 1);
    if (error instanceof NoAnswer)
      context.evidence.unanswered.push({ clauses: caseScenario.clauses, error });
    else if (!(error instanceof NotTestable)) throw error;
    else for (const id of caseScenario.clauses) context.evidence.untested(id, error.message);
  }
};
