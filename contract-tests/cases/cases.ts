import { provokes } from '../checks/check.ts';
import type { Context } from '../checks/context.ts';
import { NoAnswer } from '../talk/client.ts';
import { Broken, NotTestable } from '../talk/cut-short.ts';
import { type Case, casesOf } from './case-plan.ts';
import { played } from './played.ts';
import { Taken } from './taken.ts';

/** The clauses that are tried on every kind of report, caller and moment. */
const tried = [
  'create/keeps-tags',
  'create/keeps-c2-address',
  'create/keeps-file-hash',
  'create/keeps-reference-link',
  'create/keeps-confidence-score',
  'delete/creator-may-delete',
  'delete/success-means-gone',
  'delete/refused-means-unchanged',
];

/** So few at once that later cases know what the target took in earlier ones. */
const lanes = 8;

provokes(tried, async (context) => {
  const { target, callers, people, cases } = context;
  const planned = casesOf(target, callers, people, cases);
  const taken = new Taken(context);
  const waiting = [...planned];
  const lane = async (): Promise<void> => {
    for (let next = waiting.shift(); next; next = waiting.shift()) {
      const why = await attempt(context, next, taken);
      if (why !== undefined) for (const id of tried) context.evidence.untested(id, why);
    }
  };
  await Promise.all(Array.from({ length: lanes }, lane));
});

/** Each case stands alone: what cuts one short says nothing of the others. */
const attempt = async (
  context: Context,
  planned: Case,
  taken: Taken,
  tries = 2,
): Promise<string | undefined> => {
  try {
    await played(context, planned, taken);
  } catch (error) {
    if (error instanceof NoAnswer && tries > 1) return attempt(context, planned, taken, tries - 1);
    if (error instanceof NotTestable) return error.message;
    if (!(error instanceof Broken) || error.clause === undefined) throw error;
    const { clause, expected, actual, exchange } = error;
    context.evidence.broken({ clause, expected, actual, ...(exchange && { exchange }) });
  }
  return undefined;
};
