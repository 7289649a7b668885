import { isDeepStrictEqual } from 'node:util';
import { sameText } from '../judge/sameness.ts';
import { readable } from '../talk/asked.ts';
import { Broken, NotTestable } from '../talk/cut-short.ts';
import type { Draft } from '../talk/draft.ts';
import { shown } from '../talk/shown.ts';
import { clause, provokes } from './check.ts';
import type { Context } from './context.ts';
import { forgedTokens } from './forged-tokens.ts';
import { mustBeKnown } from './known-caller.ts';

provokes(['create/flag-present'], async ({ api, callers, draft }) => {
  await api.create(callers.researcher, draft()).showing('create.status.created', 'success');
});

clause('create/id-finds-the-report', async ({ api, callers }) => {
  const stored = await api.created(callers.researcher);
  const report = await api.found(stored, 'create/id-finds-the-report');
  if (!sameText(report.id, stored.id))
    throw new Broken({ expected: `id: ${stored.id}`, actual: `id: ${shown(report.id)}` });
});

/** In every feed the target names: what holds in one holds in all. */
const inEveryFeed = async (
  { target, api, callers }: Context,
  check: (service: string) => Promise<unknown>,
): Promise<void> => {
  await api.created(callers.researcher);
  await check(target.service);
  if (target.otherService === undefined) return;
  await api.created(callers.researcher, {}, target.otherService);
  await check(target.otherService);
};

/** A refusal that gives in is none: each is asked for this often. */
const attempts = [1, 2, 3, 4, 5];

clause('create/researchers-only', async (context) => {
  const { api, draft, people } = context;
  if (people.laymen.length === 0)
    throw new NotTestable(
      'the target file has no tokens.reader, and its callers name nobody with researcher: false',
    );
  await inEveryFeed(context, async (service) => {
    for (const layman of people.laymen) {
      // Nor whoever only says so.
      const claims = { role: 'researcher', roles: ['researcher'], researcher: true };
      await api.create(layman, { ...draft(), ...claims }, service).isRefused();
      for (const _ of attempts)
        await api
          .create(layman, draft(), service)
          .showing('create.status.not-a-researcher')
          .isRefused();
    }
  });
  for (const layman of people.laymen) await mustBeKnown(context, layman);
});

clause('create/token-required', (context) =>
  inEveryFeed(context, async (service) => {
    const { api, callers, draft } = context;
    for (const _ of attempts) await api.create(callers.nobody, draft(), service).isRefused();
    await api.create(callers.blank, draft(), service).isRefused();
  }),
);

clause('create/token-must-be-known', (context) =>
  inEveryFeed(context, async (service) => {
    const { api, callers, draft } = context;
    for (const _ of attempts) await api.create(callers.unknown, draft(), service).isRefused();
    for (const forged of forgedTokens(callers.researcher, context.target.tokens))
      await api.create(forged, draft(), service).isRefused();
  }),
);

provokes(['create/makes-a-new-report'], async ({ api, callers }) => {
  await api.created(callers.researcher);
  await api.created(callers.researcher);
});

/** Whether the same report may be posted twice is open; where it may, each is a report of its own. */
clause('create/repeats-make-new-reports', async ({ api, callers, draft, observe }) => {
  const same = draft();
  const first = await api.storedIfAccepted(api.create(callers.researcher, same));
  const again = api.create(callers.researcher, same).showing('create.status.duplicate-report');
  const { exchange } = await readable(again);
  const second = await api.storedIfAccepted(again);
  const isOld = first && second && sameText(first.id, second.id);
  const accepted = isOld ? 'answered with the old id' : 'accepted';
  observe('create.duplicates', second ? accepted : 'refused', exchange);
  if (!first || !second) throw new NotTestable('a report that was posted before is refused here');
  // The judge has said so.
  if (isOld) throw new NotTestable('the repeat made no report of its own');
  await Promise.all([api.found(first), api.found(second)]);
  await api.delete(callers.researcher, first.id).succeeds('delete/creator-may-delete');
  await api.found(second, 'create/repeats-make-new-reports');
});

clause('create/parallel-creates-are-all-kept', async ({ api, callers }) => {
  const reports = await Promise.all(
    Array.from({ length: 12 }, () => api.created(callers.researcher)),
  );
  const distinct = new Set(reports.map(({ id }) => id.toLowerCase()));
  if (distinct.size < reports.length)
    throw new Broken({ expected: '12 ids', actual: `${distinct.size} ids` });
  await Promise.all(
    reports.map((stored) => api.found(stored, 'create/parallel-creates-are-all-kept')),
  );
});

clause('create/in-the-named-feed', async (context) => {
  const { api, callers } = context;
  const other = context.otherService();
  const [here, there] = await Promise.all([
    api.created(callers.researcher),
    api.created(callers.researcher, {}, other),
  ]);
  await Promise.all([
    api.found(here, 'create/in-the-named-feed'),
    api.found(there, 'create/in-the-named-feed'),
  ]);
});

clause('create/leaves-others-unchanged', async ({ api, callers, draft }) => {
  const earlier = await api.created(callers.researcher);
  const before = await api.found(earlier);
  const { file256Hash, c2Address } = before as unknown as Draft;
  // As unlike it as the target takes: links and scores may have to be of some kind (2.1).
  const alike = async (same: Partial<Draft>): Promise<void> => {
    const usual = draft({ ...same, tags: ['another'] });
    const { referenceLink, confidenceScore } = usual;
    for (const other of [
      { referenceLink: `${referenceLink}?another`, confidenceScore: confidenceScore + 1 },
      { confidenceScore: confidenceScore + 1 },
      { confidenceScore: confidenceScore - 1 },
      {},
    ]) {
      const sent = api.create(callers.researcher, { ...usual, ...other });
      if ((await readable(sent)).outcome === 'success') return;
    }
  };
  await Promise.all([
    api.created(callers.researcher),
    alike({ file256Hash }),
    alike({ c2Address }),
  ]);
  const after = await api.found(earlier, 'create/leaves-others-unchanged');
  for (const field of ['tags', 'c2Address', 'file256Hash', 'referenceLink', 'confidenceScore'])
    if (!isDeepStrictEqual(before[field], after[field]))
      throw new Broken({
        expected: `${field}: ${shown(before[field])}`,
        actual: `${field}: ${shown(after[field])}`,
      });
});

clause('report/reported-by-is-the-creator', async ({ api, callers }) => {
  const [one, other] = await Promise.all([
    api.created(callers.researcher),
    api.created(callers.researcher),
  ]);
  const [first, second] = [await api.found(one), await api.found(other)];
  if (first.reportedBy !== second.reportedBy)
    throw new Broken({
      expected: `reportedBy: ${shown(first.reportedBy)} on both reports of one researcher`,
      actual: `reportedBy: ${shown(second.reportedBy)}`,
    });
});

/** At the end for all that was seen: one name for a researcher in a feed, whatever the report is like. */
clause(
  'report/reported-by-is-the-creator',
  async ({ ledger }) => {
    const names = new Map<string, unknown>();
    let compared = 0;
    for (const { creator, service, shown: report, id } of ledger.all()) {
      if (!report) continue;
      const key = JSON.stringify([creator, service]);
      const known = names.get(key) ?? report.reportedBy;
      names.set(key, known);
      compared += 1;
      if (known !== report.reportedBy)
        throw new Broken({
          expected: `reportedBy: ${shown(known)}, as on the other reports of ${creator}`,
          actual: `reportedBy: ${shown(report.reportedBy)} on ${id}`,
        });
    }
    if (compared === 0) throw new NotTestable('no report was seen');
  },
  'last',
);
