import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import {
  body,
  changed,
  combined,
  type Json,
  type Mutant,
  mutantsBreaking,
  onCall,
  onReply,
  rewrite,
} from '../mutant.ts';
import type { Reply, SentReport, StoredReport, WorldApi } from '../server.ts';
import {
  addReport,
  afterCreate,
  afterDelete,
  idOf,
  removeReport,
  reportsOf,
  restoreReport,
  stateOf,
  stores,
} from './stored-reports.ts';

function sentField({ report }: { readonly report: object }, field: string): unknown {
  return (report as Json)[field];
}

/** Accepts a field from the client, although the service sets it. */
function takesOver(
  field: 'reportedBy' | 'reportedAt' | 'name' | 'firstSeenID',
  read: (sent: unknown) => unknown = (sent) => sent,
) {
  return afterCreate(async (report, served, call) => {
    const sent = sentField(call, field);
    if (sent !== undefined)
      await restoreReport(served, { ...report, [field]: read(sent) } as StoredReport);
  });
}

/** A create changes other reports of its feed. */
function changesOthers(
  isMeant: (other: StoredReport, created: StoredReport, sent: SentReport) => boolean,
  change: (created: StoredReport, sent: SentReport) => Partial<StoredReport>,
) {
  return afterCreate(async (created, served, { service, report: sent }) => {
    for (const other of reportsOf(served, service))
      if (isMeant(other, created, sent))
        await restoreReport(served, { ...other, ...change(created, sent) });
  });
}

function isOfTheFile(other: StoredReport, _: StoredReport, sent: SentReport): boolean {
  return other.file256Hash === sent.file256Hash;
}

type Alike = (gone: StoredReport, sent: SentReport, service: string) => boolean;

/** Reports that were deleted, oldest first. */
function graveyard() {
  const gone: StoredReport[] = [];
  const bury = afterDelete((report) => {
    gone.push(report);
  });
  return { gone, bury };
}

/** Brings a deleted report back in place of the new one, which gets its id. */
function revives(isAlike: Alike, atTime = 1): Mutant['mutation'] {
  return () => {
    const { gone, bury } = graveyard();
    const revive = onReply('create', async (reply, served, { service, report: sent }) => {
      const made = stateOf(served).report(service, idOf(reply));
      const alike = gone.filter((one) => isAlike(one, sent, service));
      const [old] = alike;
      if (!made || !old || alike.length < atTime) return reply;
      await removeReport(served, made);
      await addReport(served, { ...old, service });
      return changed(reply, (value) => ({ ...value, id: old.id }));
    });
    return combined(bury, revive)();
  };
}

/** Acts on the new report and the last deleted one that is alike. */
function remembers(
  isAlike: Alike,
  act: (made: StoredReport, old: StoredReport, served: WorldApi) => Promise<void>,
): Mutant['mutation'] {
  return () => {
    const { gone, bury } = graveyard();
    const recall = afterCreate(async (made, served, { service, report: sent }) => {
      const old = gone.findLast((one) => isAlike(one, sent, service));
      if (old) await act(made, old, served);
    });
    return combined(bury, recall)();
  };
}

function hasItsFile(gone: StoredReport, sent: SentReport, service: string): boolean {
  return gone.service === service && gone.file256Hash === sent.file256Hash;
}

function hasItsAddressAndFile(gone: StoredReport, sent: SentReport, service: string): boolean {
  return hasItsFile(gone, sent, service) && gone.c2Address === sent.c2Address;
}

function hasItsLink(gone: StoredReport, sent: SentReport, service: string): boolean {
  return gone.service === service && gone.referenceLink === sent.referenceLink;
}

function hasItsFileElsewhere(gone: StoredReport, sent: SentReport, service: string): boolean {
  return gone.service !== service && gone.file256Hash === sent.file256Hash;
}

/** All that was sent. */
function isEqual(gone: StoredReport, sent: SentReport, service: string): boolean {
  const isSame =
    hasItsAddressAndFile(gone, sent, service) && gone.confidenceScore === sent.confidenceScore;
  return isSame && hasItsLink(gone, sent, service) && gone.tags.join() === sent.tags?.join();
}

export const creationMutants: readonly Mutant[] = mutantsBreaking({
  'create/keeps-tags': {
    'refused-create-updates-what-is-known-of-the-file': onReply(
      'create',
      async (reply, served, { service, report: { file256Hash, tags = [] } }) => {
        if (reply.outcome !== 'created')
          for (const other of reportsOf(served, service))
            if (other.file256Hash === file256Hash) await restoreReport(served, { ...other, tags });
        return reply;
      },
    ),
    'create-shows-the-tags-of-a-deleted-report': remembers(
      hasItsAddressAndFile,
      (made, { tags }, served) => restoreReport(served, { ...made, tags }),
    ),
  },
  'create/id-finds-the-report': {
    'create-answers-with-another-id': body('created', (value) => ({ ...value, id: randomUUID() })),
  },
  'create/makes-a-new-report': {
    'create-answers-with-the-first-id': () => {
      let first: string | undefined;
      return onReply('create', (reply) => {
        if (reply.outcome !== 'created') return reply;
        first ??= idOf(reply);
        return changed(reply, (value) => ({ ...value, id: first }));
      })();
    },
    'create-revives-a-report-of-the-address-and-file': revives(hasItsAddressAndFile),
    'create-revives-a-report-of-the-file': revives(hasItsFile),
    'create-revives-a-report-of-the-link': revives(hasItsLink),
    'create-revives-a-report-of-another-feed': revives(hasItsFileElsewhere),
    'create-revives-a-report-the-second-time': revives(hasItsAddressAndFile, 2),
  },
  'delete/success-means-gone': {
    'create-brings-a-report-of-the-link-back': remembers(hasItsLink, (_, old, served) =>
      addReport(served, old),
    ),
    'create-brings-a-report-of-another-feed-back': remembers(
      hasItsFileElsewhere,
      (_, old, served) => addReport(served, old),
    ),
  },
  'create/repeats-make-new-reports': {
    'create-revives-an-equal-report': revives(isEqual),
    'create-gives-equal-reports-at-once-one-id': () => {
      const under = new Map<string, Promise<Reply>>();
      return onCall('create', async (honest, served, call) => {
        const key = JSON.stringify(call.report);
        const known = under.get(key) ?? pause(20).then(() => honest(served, call));
        under.set(key, known);
        return known.finally(() => under.delete(key));
      })();
    },
    'create-repeats-give-the-old-id-every-other-time': () => {
      let count = 0;
      return onCall('create', (honest, served, call) => {
        const old = reportsOf(served, call.service).find((one) =>
          isEqual(one, call.report, call.service),
        );
        const isOwn = call.caller?.ok && old?.createdBy === call.caller.value.id;
        return old && isOwn && ++count % 2 === 1
          ? served.replies.succeeded('create', old)
          : honest(served, call);
      })();
    },
    'create-repeats-give-the-old-id': onCall('create', (honest, served, call) => {
      const { c2Address, file256Hash } = call.report;
      const old = reportsOf(served, call.service).find(
        (report) => report.c2Address === c2Address && report.file256Hash === file256Hash,
      );
      return old ? served.replies.succeeded('create', old) : honest(served, call);
    }),
  },
  'create/parallel-creates-are-all-kept': {
    'create-loses-parallel-reports': () => {
      let under = 0;
      return onCall('create', async (honest, served, call) => {
        const crowded = ++under > 1;
        await pause(20);
        const reply = await honest(served, call);
        under--;
        if (crowded && reply.outcome === 'created')
          await removeReport(served, { service: call.service, id: idOf(reply) });
        return reply;
      })();
    },
  },
  'create/in-the-named-feed': {
    'create-stores-in-another-feed': rewrite('create', ({ service }) => ({
      service: service === 'dyndnsco' && 'tunnelco',
    })),
  },
  'create/leaves-others-unchanged': {
    'create-stamps-all-reports': changesOthers(
      (other, created) => other.id !== created.id,
      ({ id }) => ({ tags: [id] }),
    ),
    'create-updates-what-is-known-of-the-file': changesOthers(isOfTheFile, (_, { tags = [] }) => ({
      tags,
    })),
    'create-scores-the-file-anew': changesOthers(isOfTheFile, (_, { confidenceScore = 0 }) => ({
      confidenceScore,
    })),
  },
  'create/id-is-the-services': {
    'create-takes-over-the-id': onReply('create', async (reply, served, call) => {
      const id = sentField(call, 'id');
      const report = stateOf(served).report(call.service, idOf(reply));
      if (reply.outcome !== 'created' || typeof id !== 'string' || !report) return reply;
      await removeReport(served, report);
      await addReport(served, { ...report, id });
      return changed(reply, (value) => ({ ...value, id }));
    }),
  },
  'create/overwrites-nothing': {
    'create-overwrites-by-id': afterCreate(async (report, served, call) => {
      const id = sentField(call, 'id');
      const old = typeof id === 'string' && stateOf(served).report(call.service, id);
      if (old) await restoreReport(served, { ...report, id: old.id });
    }),
  },
  'create/reporter-is-the-services': {
    'create-takes-over-the-reporter': takesOver('reportedBy', String),
  },
  'create/time-is-the-services': {
    'create-takes-over-the-time': takesOver('reportedAt', (sent) =>
      Date.parse(`${String(sent).replace(' ', 'T')}Z`),
    ),
  },
  'create/stores-only-reports': {
    'create-takes-over-any-name': takesOver('name'),
    'create-takes-over-any-first-seen-id': takesOver('firstSeenID'),
  },
  'create/lowers-the-hash': {
    'create-keeps-a-hash-in-mixed-case': afterCreate(async (report, served, call) => {
      const { file256Hash } = call.report;
      const isMixed = /[a-f]/.test(file256Hash) && /[A-F]/.test(file256Hash);
      if (isMixed) await restoreReport(served, { ...report, file256Hash });
    }),
  },
  'report/reported-by-is-the-creator': {
    'reporter-changes-with-every-report': stores((report) => ({
      reportedBy: `reporter of ${report.id}`,
    })),
  },
});
