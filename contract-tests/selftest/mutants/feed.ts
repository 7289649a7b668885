import { randomUUID } from 'node:crypto';
import type { StoredReport } from '../../../src/domain/report.ts';
import type { Reply } from '../../../src/http/reply.ts';
import type { ServedWorld } from '../../../src/http/served-world.ts';
import { answer, body, changed, type Json, type Mutant, rules } from '../mutant.ts';

const reportsOf = (served: ServedWorld, service: string): StoredReport[] =>
  served.world.store.state.contents().reports.filter((report) => report.service === service);

const feedOf = (served: ServedWorld, id: string): string | undefined =>
  served.world.store.state.contents().reports.find((report) => report.id === id)?.service;

const idOf = (reply: Reply): string =>
  reply.body.type === 'json' ? String((reply.body.value as Json).id) : '';

/** Changes a stored report, as if it had been stored so. */
const restored = async (served: ServedWorld, report: StoredReport): Promise<void> => {
  const { store } = served.world;
  const { service, id } = report;
  await store.commit({ type: 'report-removed', service, id, remember: false });
  await store.commit({ type: 'report-added', report });
};

/** Stores something else than was sent. */
const stores = (change: (report: StoredReport, nth: number) => Partial<StoredReport>) =>
  answer(() => {
    let nth = 0;
    return async (honest, served, call) => {
      const reply = await honest(served, call);
      if (call.operation !== 'create' || reply.outcome !== 'created') return reply;
      const report = served.world.store.state.report(call.service, idOf(reply));
      if (report) await restored(served, { ...report, ...change(report, ++nth) });
      return reply;
    };
  });

/** Takes over a field that a client sends, though the service sets it. */
const takesOver = (
  field: 'reportedBy' | 'reportedAt' | 'name' | 'firstSeenID',
  read: (sent: unknown) => unknown,
) =>
  answer(() => async (honest, served, call) => {
    const reply = await honest(served, call);
    if (call.operation !== 'create' || reply.outcome !== 'created') return reply;
    const sent = (call.report as unknown as Json)[field];
    const report = served.world.store.state.report(call.service, idOf(reply));
    if (report && sent !== undefined) {
      await restored(served, { ...report, [field]: read(sent) } as StoredReport);
    }
    return reply;
  });

const everyFewFetches = (change: (report: Json) => Json) =>
  answer(() => {
    let fetches = 0;
    return async (honest, served, call) => {
      const reply = await honest(served, call);
      if (reply.outcome !== 'fetched' || ++fetches % 5 !== 0) return reply;
      return changed(reply, (value) => ({ ...value, report: change(value.report as Json) }));
    };
  });

export const feedMutants: readonly Mutant[] = [
  {
    name: 'create-answers-with-another-id',
    breaks: 'create/id-finds-the-report',
    mutation: body('created', (value) => ({ ...value, id: randomUUID() })),
  },
  {
    name: 'create-answers-with-the-first-id',
    breaks: 'create/makes-a-new-report',
    mutation: answer(() => {
      let first: string | undefined;
      return async (honest, served, call) => {
        const reply = await honest(served, call);
        if (reply.outcome !== 'created') return reply;
        first ??= idOf(reply);
        return changed(reply, (value) => ({ ...value, id: first }));
      };
    }),
  },
  {
    name: 'create-repeats-give-the-old-id',
    breaks: 'create/repeats-make-new-reports',
    mutation: answer(() => async (honest, served, call) => {
      if (call.operation === 'create') {
        const { c2Address, file256Hash } = call.report;
        const old = reportsOf(served, call.service).find(
          (report) => report.c2Address === c2Address && report.file256Hash === file256Hash,
        );
        if (old) return served.edition.replies.created(old);
      }
      return honest(served, call);
    }),
  },
  {
    name: 'create-loses-parallel-reports',
    breaks: 'create/parallel-creates-are-all-kept',
    mutation: answer(() => {
      let under = 0;
      return async (honest, served, call) => {
        if (call.operation !== 'create') return honest(served, call);
        const crowded = ++under > 1;
        await new Promise((done) => setTimeout(done, 20));
        const reply = await honest(served, call);
        under--;
        if (crowded && reply.outcome === 'created') {
          const { service } = call;
          const id = idOf(reply);
          await served.world.store.commit({ type: 'report-removed', service, id, remember: false });
        }
        return reply;
      };
    }),
  },
  {
    name: 'create-stores-in-another-feed',
    breaks: 'create/in-the-named-feed',
    mutation: answer(() => (honest, served, call) => {
      const other = call.operation === 'create' && call.service === 'dyndnsco';
      return honest(served, other ? { ...call, service: 'tunnelco' } : call);
    }),
  },
  {
    name: 'create-stamps-all-reports',
    breaks: 'create/leaves-others-unchanged',
    mutation: answer(() => async (honest, served, call) => {
      const reply = await honest(served, call);
      if (call.operation !== 'create' || reply.outcome !== 'created') return reply;
      for (const report of reportsOf(served, call.service)) {
        await restored(served, { ...report, tags: [idOf(reply)] });
      }
      return reply;
    }),
  },
  {
    name: 'create-updates-what-is-known-of-the-file',
    breaks: 'create/leaves-others-unchanged',
    mutation: answer(() => async (honest, served, call) => {
      const reply = await honest(served, call);
      if (call.operation !== 'create' || reply.outcome !== 'created') return reply;
      const { file256Hash, tags = [] } = call.report;
      for (const report of reportsOf(served, call.service)) {
        if (report.file256Hash === file256Hash) await restored(served, { ...report, tags });
      }
      return reply;
    }),
  },
  {
    name: 'create-takes-over-the-id',
    breaks: 'create/id-is-the-services',
    mutation: answer(() => async (honest, served, call) => {
      const reply = await honest(served, call);
      if (call.operation !== 'create' || reply.outcome !== 'created') return reply;
      const sent = (call.report as unknown as Json).id;
      if (typeof sent !== 'string') return reply;
      const { store } = served.world;
      const report = store.state.report(call.service, idOf(reply));
      if (!report) return reply;
      const { service, id } = report;
      await store.commit({ type: 'report-removed', service, id, remember: false });
      await store.commit({ type: 'report-added', report: { ...report, id: sent } });
      return changed(reply, (value) => ({ ...value, id: sent }));
    }),
  },
  {
    name: 'create-overwrites-by-id',
    breaks: 'create/overwrites-nothing',
    mutation: answer(() => async (honest, served, call) => {
      const reply = await honest(served, call);
      if (call.operation !== 'create' || reply.outcome !== 'created') return reply;
      const sent = (call.report as unknown as Json).id;
      const { state } = served.world.store;
      const old = typeof sent === 'string' ? state.report(call.service, sent) : undefined;
      const report = state.report(call.service, idOf(reply));
      if (old && report) await restored(served, { ...report, id: old.id });
      return reply;
    }),
  },
  {
    name: 'create-takes-over-the-reporter',
    breaks: 'create/reporter-is-the-services',
    mutation: takesOver('reportedBy', String),
  },
  {
    name: 'create-takes-over-the-time',
    breaks: 'create/time-is-the-services',
    mutation: takesOver('reportedAt', (sent) => Date.parse(`${String(sent).replace(' ', 'T')}Z`)),
  },
  {
    name: 'create-takes-over-any-name',
    breaks: 'create/stores-only-reports',
    mutation: takesOver('name', (sent) => sent),
  },
  {
    name: 'create-takes-over-any-first-seen-id',
    breaks: 'create/stores-only-reports',
    mutation: takesOver('firstSeenID', (sent) => sent),
  },
  {
    name: 'reporter-changes-with-every-report',
    breaks: 'report/reported-by-is-the-creator',
    mutation: stores((report) => ({ reportedBy: `reporter of ${report.id}` })),
  },
  {
    name: 'keeps-one-tag',
    breaks: 'create/keeps-tags',
    mutation: stores((report) => ({ tags: report.tags.slice(0, 1) })),
  },
  { name: 'keeps-no-tags', breaks: 'create/keeps-tags', mutation: stores(() => ({ tags: [] })) },
  {
    name: 'adds-a-tag',
    breaks: 'create/keeps-tags',
    mutation: stores((report) => ({ tags: [...report.tags, 'new'] })),
  },
  {
    name: 'splits-tags-at-commas',
    breaks: 'create/keeps-tags',
    mutation: stores((report) => ({ tags: report.tags.flatMap((tag) => tag.split(', ')) })),
  },
  {
    name: 'shows-tags-that-are-numbers-as-numbers',
    breaks: 'report/tags-items',
    mutation: body('fetched', (value) => {
      const { tags, ...report } = value.report as { tags: string[] };
      const read = tags.map((tag) => (/^\d+$/.test(tag) ? Number(tag) : tag));
      return { ...value, report: { ...report, tags: read } };
    }),
  },
  {
    name: 'changes-the-port',
    breaks: 'create/keeps-c2-address',
    mutation: stores((report) => ({ c2Address: report.c2Address.replace(/:\d+$/, ':80') })),
  },
  {
    name: 'keeps-only-the-domain',
    breaks: 'create/keeps-c2-address',
    mutation: stores((report) => ({ c2Address: report.c2Address.replace(/^[^.:]+\./, '') })),
  },
  {
    name: 'changes-the-hash',
    breaks: 'create/keeps-file-hash',
    mutation: stores((report) => ({ file256Hash: [...report.file256Hash].reverse().join('') })),
  },
  {
    name: 'cuts-the-link',
    breaks: 'create/keeps-reference-link',
    mutation: stores((report) => ({ referenceLink: report.referenceLink.slice(0, 30) })),
  },
  {
    name: 'drops-the-slash-at-the-end-of-a-link',
    breaks: 'create/keeps-reference-link',
    mutation: stores((report) => ({ referenceLink: report.referenceLink.replace(/\/$/, '') })),
  },
  {
    name: 'splits-tags-at-spaces',
    breaks: 'create/keeps-tags',
    mutation: stores((report) => ({ tags: report.tags.flatMap((tag) => tag.split(' ')) })),
  },
  {
    name: 'raises-the-score',
    breaks: 'create/keeps-confidence-score',
    mutation: stores((report) => ({ confidenceScore: report.confidenceScore + 1 })),
  },
  {
    name: 'forgets-the-score',
    breaks: 'create/keeps-confidence-score',
    mutation: stores(() => ({ confidenceScore: 0 })),
  },
  {
    name: 'keeps-upper-case-hashes',
    breaks: 'create/lowers-the-hash',
    mutation: rules((honest) => ({
      asStored: (sent) => ({ ...honest.asStored(sent), file256Hash: sent.file256Hash }),
    })),
  },
  {
    name: 'fetch-finds-nothing',
    breaks: 'fetch/stored-report-is-found',
    mutation: answer(
      () => (honest, served, call) =>
        call.operation === 'fetch'
          ? honest(served, { ...call, id: '00000000-0000-4000-8000-000000000000' })
          : honest(served, call),
    ),
  },
  {
    name: 'fetch-gives-the-latest-report',
    breaks: 'fetch/gives-the-report-asked-for',
    mutation: answer(() => (honest, served, call) => {
      const latest = call.operation === 'fetch' && reportsOf(served, call.service).at(-1)?.id;
      return honest(served, latest ? { ...call, id: latest } : call);
    }),
  },
  {
    name: 'fetch-gives-something-for-unknown-ids',
    breaks: 'fetch/unknown-id-is-refused',
    mutation: answer(() => async (honest, served, call) => {
      const reply = await honest(served, call);
      const some = call.operation === 'fetch' && reportsOf(served, call.service)[0];
      return some && reply.outcome === 'unknown-report'
        ? served.edition.replies.fetched(some)
        : reply;
    }),
  },
  {
    name: 'fetch-gives-null-for-unknown-ids',
    breaks: 'fetch/unknown-id-is-refused',
    mutation: answer(() => async (honest, served, call) => {
      const reply = await honest(served, call);
      return call.operation === 'fetch' && reply.outcome === 'unknown-report'
        ? {
            ...reply,
            status: 200,
            body: { type: 'json', value: { report: null, successful: true } },
          }
        : reply;
    }),
  },
  {
    name: 'fetch-finds-ids-of-every-feed',
    breaks: 'fetch/own-feed-only',
    mutation: answer(() => (honest, served, call) => {
      const service = call.operation === 'fetch' && feedOf(served, call.id);
      return honest(served, service ? { ...call, service } : call);
    }),
  },
  {
    name: 'fetch-counts-the-views',
    breaks: 'fetch/repeated-fetches-agree',
    mutation: answer(() => {
      let views = 0;
      return async (honest, served, call) => {
        const reply = await honest(served, call);
        if (reply.outcome !== 'fetched') return reply;
        return changed(reply, (value) => ({
          ...value,
          report: { ...(value.report as Json), reportedBy: `seen ${++views} times` },
        }));
      };
    }),
  },
  {
    name: 'fetch-names-the-reader-as-reporter',
    breaks: 'fetch/callers-agree',
    mutation: answer(() => async (honest, served, call) => {
      const reply = await honest(served, call);
      if (call.operation !== 'fetch' || reply.outcome !== 'fetched') return reply;
      return changed(reply, (value) => ({
        ...value,
        report: { ...(value.report as Json), reportedBy: call.authorization ?? 'nobody' },
      }));
    }),
  },
  {
    name: 'reports-vanish-after-a-while',
    breaks: 'fetch/report-stays',
    mutation: answer(() => {
      const made: { service: string; id: string }[] = [];
      return async (honest, served, call) => {
        const reply = await honest(served, call);
        if (call.operation !== 'create' || reply.outcome !== 'created') return reply;
        made.push({ service: call.service, id: idOf(reply) });
        const oldest = made.length > 4 ? made.shift() : undefined;
        if (oldest) {
          const { store } = served.world;
          await store.commit({ type: 'report-removed', ...oldest, remember: false });
        }
        return reply;
      };
    }),
  },
  {
    name: 'now-and-then-a-report-lacks-its-name',
    breaks: 'report/name-present',
    mutation: everyFewFetches(({ name: _, ...rest }) => rest),
  },
  {
    name: 'now-and-then-a-hash-is-in-upper-case',
    breaks: 'report/file256-hash-format',
    mutation: everyFewFetches((report) => ({
      ...report,
      file256Hash: String(report.file256Hash).toUpperCase(),
    })),
  },
];
