import {
  type CallOf,
  changed,
  combined,
  inReport,
  type Json,
  type Mutant,
  type MutantCall,
  mutantsBreaking,
  onCall,
  onReply,
  rewrite,
  withoutField,
} from '../mutant.ts';
import type { StoredReport, WorldApi } from '../server.ts';
import { afterCreate, feedOf, isOwner, removeReport, reportsOf } from './stored-reports.ts';

/** Changes the report in successful fetches. */
function inFetched(change: (report: Json, call: MutantCall) => Json) {
  return onReply('fetch', (reply, _, call) => {
    const inBody = inReport((report) => change(report, call));
    return reply.outcome === 'fetched' ? changed(reply, inBody) : reply;
  });
}

function everyFewFetches(change: (report: Json) => Json) {
  return () => {
    let fetches = 0;
    return inFetched((report) => (++fetches % 5 === 0 ? change(report) : report))();
  };
}

/** Finds another report, if there is none with the id. */
function findsInstead(
  find: (served: WorldApi, call: CallOf<'fetch'>) => StoredReport | false | undefined,
) {
  return onReply('fetch', (reply, served, call) => {
    const found = reply.outcome === 'unknown-report' && find(served, call);
    return found ? served.replies.succeeded('fetch', found) : reply;
  });
}

function comparesOnly(characters: number) {
  return findsInstead((served, call) =>
    reportsOf(served, call.service).find(({ id }) => id.startsWith(call.id.slice(0, characters))),
  );
}

export const fetchMutants: readonly Mutant[] = mutantsBreaking({
  'fetch/stored-report-is-found': {
    'fetch-finds-nothing': rewrite('fetch', () => ({ id: '00000000-0000-4000-8000-000000000000' })),
  },
  'fetch/gives-the-report-asked-for': {
    'fetch-gives-the-latest-report': rewrite('fetch', ({ service }, served) => ({
      id: reportsOf(served, service).at(-1)?.id,
    })),
    'fetch-compares-34-characters': comparesOnly(34),
    'fetch-compares-35-characters': comparesOnly(35),
  },
  'fetch/unknown-id-is-refused': {
    'fetch-gives-something-for-unknown-ids': findsInstead(
      (served, { service }) => reportsOf(served, service)[0],
    ),
    'fetch-gives-owners-something-for-unknown-ids': findsInstead(
      (served, call) => isOwner(served, call) && reportsOf(served, call.service).at(-1),
    ),
    'fetch-gives-null-for-unknown-ids': onReply('fetch', (reply) =>
      reply.outcome === 'unknown-report'
        ? {
            ...reply,
            status: 200,
            body: { type: 'json', value: { report: null, successful: true } },
          }
        : reply,
    ),
  },
  'fetch/own-feed-only': {
    'fetch-finds-ids-of-every-feed': rewrite('fetch', ({ id }, served) => ({
      service: feedOf(served, id),
    })),
    'fetch-finds-everything-in-unknown-feeds': onCall('fetch', async (honest, served, call) => {
      const reply = await honest(served, call);
      const service = reply.outcome === 'unknown-service' && feedOf(served, call.id);
      return service ? honest(served, { ...call, service }) : reply;
    }),
  },
  'fetch/repeated-fetches-agree': {
    'fetch-counts-the-views': () => {
      let views = 0;
      return inFetched((report) => ({ ...report, reportedBy: `seen ${++views} times` }))();
    },
  },
  'fetch/callers-agree': {
    'fetch-names-the-reader-as-reporter': inFetched((report, { authorization }) => ({
      ...report,
      reportedBy: authorization ?? 'nobody',
    })),
  },
  'fetch/report-stays': {
    'reports-vanish-after-a-while': () => {
      const made: StoredReport[] = [];
      return afterCreate(async (report, served) => {
        const oldest = made.push(report) > 4 ? made.shift() : undefined;
        if (oldest) await removeReport(served, oldest);
      })();
    },
  },
  'fetch/error-flag-present': {
    'fetch-error-without-flag-in-the-second-feed': onReply('fetch', (reply, _, { service }) =>
      service === 'dyndnsco' && reply.outcome !== 'fetched'
        ? changed(reply, withoutField('successful'))
        : reply,
    ),
  },
  'report/first-seen-id-present': {
    'first-report-of-all-has-not-been-seen-first': () => {
      let first: string | undefined;
      return combined(
        afterCreate(({ id }) => {
          first ??= id;
        }),
        inFetched((report) => (report.id === first ? withoutField('firstSeenID')(report) : report)),
      )();
    },
  },
  'report/name-present': {
    'now-and-then-a-report-lacks-its-name': everyFewFetches(withoutField('name')),
  },
  'report/file256-hash-format': {
    'now-and-then-a-hash-is-in-upper-case': everyFewFetches((report) => ({
      ...report,
      file256Hash: String(report.file256Hash).toUpperCase(),
    })),
  },
});
