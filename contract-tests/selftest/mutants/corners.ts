import type { StoredReport } from '../../../src/domain/report.ts';
import { intercept, type Mutant, overrideRules } from '../mutant.ts';
import { onLookup } from './on-lookup.ts';
import { removed, stores } from './stored-reports.ts';

const untagged = ({ tags }: StoredReport): boolean => tags.length === 0;
const longTagged = ({ tags }: StoredReport): boolean => tags.some(({ length }) => length > 100);

/** Deletions that report success but keep some reports. */
const deletesNot = (isMeant: (report: StoredReport) => boolean) =>
  intercept(() => async (honest, served, call) => {
    if (call.operation !== 'delete') return honest(served, call);
    const report = served.dependencies.store.state.report(call.service, call.id);
    const reply = await honest(served, call);
    if (report && isMeant(report) && reply.outcome === 'deleted')
      await served.dependencies.store.commit({ type: 'report-added', report });
    return reply;
  });

const changesTags = (change: (tag: string) => string) =>
  stores(({ tags }) => ({ tags: tags.map(change) }));

/** The rule about deleting, for some callers or reports. */
const mayDelete = (
  make: () => (
    honest: boolean,
    caller: { readonly id: string; readonly owns?: string },
    report: StoredReport,
  ) => boolean,
) => {
  return () => {
    const decides = make();
    return overrideRules((honest) => ({
      mayDelete: (caller, report) => decides(honest.mayDelete(caller, report), caller, report),
    }))();
  };
};

/** Refuses an unauthorised caller this many times, then succeeds. */
const givesIn = (after: number) =>
  mayDelete(() => {
    const tried = new Map<string, number>();
    return (honest, caller, report) => {
      const key = `${caller.id} ${report.id}`;
      tried.set(key, (tried.get(key) ?? 0) + 1);
      return honest || (tried.get(key) ?? 0) > after;
    };
  });

/** Rules that fail only for some reports, some pairs of callers or some moments. */
const ruleMutants: readonly Mutant[] = [
  {
    name: 'delete-leaves-reports-without-tags',
    breaks: 'delete/success-means-gone',
    mutation: deletesNot(untagged),
  },
  {
    name: 'delete-leaves-reports-with-a-long-tag',
    breaks: 'delete/success-means-gone',
    mutation: deletesNot(longTagged),
  },
  {
    name: 'creators-may-not-delete-reports-without-tags',
    breaks: 'delete/creator-may-delete',
    mutation: mayDelete(() => (honest, caller, report) => {
      return honest && !(untagged(report) && caller.id === report.createdBy);
    }),
  },
  {
    name: 'owners-may-not-delete-reports-without-tags',
    breaks: 'delete/owner-may-delete-any',
    mutation: mayDelete(() => (honest, caller, report) => {
      return honest && !(untagged(report) && caller.owns === report.service);
    }),
  },
  {
    name: 'the-reader-deletes-reports-without-tags',
    breaks: 'delete/reader-may-not',
    mutation: mayDelete(() => (honest, caller, report) => {
      return honest || (untagged(report) && caller.id === 'reader');
    }),
  },
  {
    name: 'another-owner-deletes-what-the-second-researcher-made',
    breaks: 'delete/other-owner-may-not',
    mutation: mayDelete(() => (honest, caller, report) => {
      return honest || (caller.owns === 'dyndnsco' && report.createdBy === 'researcher-2');
    }),
  },
  {
    name: 'the-analyst-deletes-everything',
    breaks: 'delete/reader-may-not',
    mutation: mayDelete(() => (honest, caller) => honest || caller.id === 'analyst'),
  },
  {
    name: 'strangers-delete-at-the-third-try',
    breaks: 'delete/other-researcher-may-not',
    mutation: givesIn(2),
  },
  {
    name: 'strangers-delete-at-the-fifth-try',
    breaks: 'delete/other-owner-may-not',
    mutation: givesIn(4),
  },
  ...(['tunnelco', 'dyndnsco'] as const).map(
    (owned): Mutant => ({
      name: `the-owner-of-${owned}-creates`,
      breaks: 'create/researchers-only',
      mutation: overrideRules((honest) => ({
        mayCreate: (caller) => caller.owns === owned || honest.mayCreate(caller),
      })),
    }),
  ),
  {
    name: 'readers-create-at-the-fourth-try',
    breaks: 'create/researchers-only',
    mutation: () => {
      let tries = 0;
      return overrideRules((honest) => ({
        mayCreate: (caller) =>
          honest.mayCreate(caller) || (caller.id === 'reader' && ++tries % 4 === 0),
      }))();
    },
  },
  {
    name: 'delete-at-once-takes-the-newest-too',
    breaks: 'delete/removes-only-that-report',
    mutation: intercept(() => async (honest, served, call) => {
      const reply = await honest(served, call);
      if (call.operation !== 'delete' || reply.outcome !== 'deleted') return reply;
      const { reports } = served.dependencies.store.state.contents();
      const newest = reports.filter(({ service }) => service === call.service).at(-1);
      if (newest && untagged(newest)) await removed(served, newest.service, newest.id);
      return reply;
    }),
  },
];

/** Values that are altered when stored. */
const valueMutants: readonly Mutant[] = [
  ...Object.entries({
    'cuts-tags-at-255': (tag: string) => tag.slice(0, 255),
    'cuts-tags-at-100': (tag: string) => tag.slice(0, 100),
    'loses-backslashes': (tag: string) => tag.replaceAll('\\', ''),
    'reads-plus-as-space': (tag: string) => tag.replaceAll('+', ' '),
    'decodes-percents': (tag: string) => tag.replaceAll('%41', 'a'),
    'escapes-for-html': (tag: string) => tag.replaceAll('<', '&lt;'),
    'ends-tags-at-nul': (tag: string) => tag.split('\0', 1)[0] ?? '',
    'loses-astral-characters': (tag: string) => tag.replace(/[\u{10000}-\u{10ffff}]/gu, '?'),
    'turns-tabs-into-spaces': (tag: string) => tag.replaceAll('\t', ' '),
    'doubles-single-quotes': (tag: string) => tag.replaceAll("'", "''"),
    'loses-the-sharp-before-a-tag': (tag: string) => tag.replace(/^#/, ''),
    'loses-the-dash-before-a-tag': (tag: string) => tag.replace(/^-/, ''),
    'loses-carriage-returns': (tag: string) => tag.replaceAll('\r', ''),
  }).map(
    ([name, change]): Mutant => ({
      name,
      breaks: 'create/keeps-tags',
      mutation: changesTags(change),
    }),
  ),
  {
    name: 'keeps-64-tags',
    breaks: 'create/keeps-tags',
    mutation: stores(({ tags }) => ({ tags: tags.slice(0, 64) })),
  },
  {
    name: 'reads-plus-in-links-as-space',
    breaks: 'create/keeps-reference-link',
    mutation: stores(({ referenceLink }) => ({
      referenceLink: referenceLink.replaceAll('+', '%20'),
    })),
  },
  {
    name: 'cuts-links-at-255',
    breaks: 'create/keeps-reference-link',
    mutation: stores(({ referenceLink }) => ({ referenceLink: referenceLink.slice(0, 255) })),
  },
  {
    name: 'resolves-dots-in-links',
    breaks: 'create/keeps-reference-link',
    mutation: stores(({ referenceLink }) => ({
      referenceLink: referenceLink.replace(/\/[^/]+\/\.\.\//, '/'),
    })),
  },
  {
    name: 'writes-escapes-in-links-in-upper-case',
    breaks: 'create/keeps-reference-link',
    mutation: stores(({ referenceLink }) => ({
      referenceLink: referenceLink.replace(/%[0-9a-f]{2}/gi, (one) => one.toUpperCase()),
    })),
  },
  {
    name: 'takes-99-for-100',
    breaks: 'create/keeps-confidence-score',
    mutation: stores(({ confidenceScore }) => ({
      confidenceScore: confidenceScore === 99 ? 100 : confidenceScore,
    })),
  },
  {
    name: 'keeps-seven-bits-of-the-score',
    breaks: 'create/keeps-confidence-score',
    mutation: stores(({ confidenceScore }) => ({ confidenceScore: confidenceScore & 63 })),
  },
];

/** Edge cases of lookups. */
const lookupMutants: readonly Mutant[] = [
  {
    name: 'lookup-compares-60-digits',
    breaks: 'lookup/unknown-hash-finds-nothing',
    mutation: onLookup(() => (honest, served, call) => {
      const hashes = served.dependencies.store.state
        .contents()
        .analyses.flatMap((one) => [one.sha256Hash, one.sha512Hash, one.blake3Hash]);
      const near = hashes.find(
        (hash) => hash.length === call.hash.length && hash.slice(0, 60) === call.hash.slice(0, 60),
      );
      return honest(served, near ? { ...call, hash: near } : call);
    }),
  },
  {
    name: 'lookup-changes-at-the-fourth-time',
    breaks: 'lookup/repeats-agree',
    mutation: onLookup(() => {
      const times = new Map<string, number>();
      return async (honest, served, call) => {
        const reply = await honest(served, call);
        const time = (times.get(call.hash) ?? 0) + 1;
        times.set(call.hash, time);
        const analysis = served.dependencies.store.state.analysis(call.hash);
        return reply.outcome === 'found' && analysis && time > 3
          ? served.replies.succeeded('lookup', { ...analysis, fileName: 'another.bin' })
          : reply;
      };
    }),
  },
];

export const cornerMutants: readonly Mutant[] = [...ruleMutants, ...valueMutants, ...lookupMutants];
