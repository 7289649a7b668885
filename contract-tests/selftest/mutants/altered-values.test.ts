import { expect, test } from 'vitest';
import { create } from '../../../src/operations/create.ts';
import { basisOf, callers, draft } from '../../../src/operations/dependencies.test.support.ts';
import type { WorldApi } from '../server.ts';
import { ignoring } from './altered-values.ts';

test('a change is ignored for the field alone, however the operation names the report', async () => {
  const dependencies = basisOf();
  const outcome = create.run(dependencies, callers.researcher, {
    service: 'tunnelco',
    report: draft,
  });
  if (!outcome.ok) throw new Error(outcome.refusal.kind);
  const { service, id } = outcome.value;
  const stored = () => dependencies.store.state.report(service, id);
  const honest = {
    dependencies,
    async answer() {
      const report = { ...outcome.value, tags: ['new'], confidenceScore: 99 };
      await dependencies.store.commit({ type: 'report-added', report });
    },
  } as unknown as WorldApi;
  // An operation of another contract, whose input this one does not know.
  const call = { operation: 'amend', place: id } as unknown as Parameters<WorldApi['answer']>[0];
  await honest.answer(call);
  expect(stored()).toMatchObject({ tags: ['new'], confidenceScore: 99 });
  await dependencies.store.commit({ type: 'report-added', report: outcome.value });

  const mutant = ignoring({ operation: 'amend', field: 'tags', section: '4.2' }).mutation()(honest);
  await mutant.answer(call);
  expect(stored()).toMatchObject({ tags: draft.tags, confidenceScore: 99 });
});
