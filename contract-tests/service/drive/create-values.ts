import { randomUUID } from 'node:crypto';
import { draftFields } from '../../../src/spec/fields.ts';
import { NotTestable } from '../../judging/talk/not-testable.ts';
import { madeUpHash } from '../requests/made-up.ts';
import { noReports } from '../values/catalogue.ts';
import { readableAnswer } from './asked.ts';
import type { Context } from './context.ts';
import { scenario } from './scenario.ts';

/** Accepting an invalid report is open; storing it is not: a fetched report has the format of 2.1. */
async function fetchIfAccepted({ api, callers }: Context, sent: unknown): Promise<boolean> {
  return (await api.fetchedIfAccepted(api.create(callers.researcher, sent))) !== undefined;
}

/** 2.1: these fields are not part of a create, so sending them has no effect. */
function sendsServicesField(what: 'id' | 'reporter' | 'time', field: string, value: () => string) {
  return scenario(
    `${what === 'id' ? 'an' : 'a'} ${what} that is sent`,
    [`create/${what}-is-the-services`],
    async ({ api, callers, draft }) => {
      const sent = { ...draft(), [field]: value() };
      const stored = await api.fetchedIfAccepted(api.create(callers.researcher, sent));
      if (!stored) throw new NotTestable(`a report that names ${field} is refused here`);
    },
  );
}

function mixedCase(hash: string): string {
  return hash.replace(/[a-f]/g, (digit, at: number) =>
    at % 2 === 0 ? digit.toUpperCase() : digit,
  );
}

export const createValueScenarios = [
  scenario(
    'hash in upper case',
    ['create/lowers-the-hash'],
    async ({ api, callers, draft, observe }) => {
      const upper = madeUpHash().toUpperCase();
      const sent = { ...draft({ file256Hash: upper.toLowerCase() }), file256Hash: upper };
      const asked = api.create(callers.researcher, sent);
      const { exchange } = await readableAnswer(asked);
      const stored = await api.storedIfAccepted(asked);
      if (!stored) {
        observe('create.hash-case', 'refused', exchange);
        throw new NotTestable('a hash in upper case is refused here');
      }
      const report = await api.fetchKnown(stored);
      observe('create.hash-case', report.file256Hash === upper ? 'kept' : 'lowered', exchange);
    },
  ),
  /** The same for mixed case, and for a file reported before by any caller in any feed. */
  scenario(
    'hash in mixed case',
    ['create/lowers-the-hash'],
    async ({ api, draft, feeds, knownCallers }) => {
      const { file256Hash } = draft();
      const cases = feeds.flatMap((service) =>
        knownCallers.researchers.map((by) => ({ service, by })),
      );
      for (const [nth, { service, by }] of cases.entries()) {
        const hash = nth % 2 === 0 ? mixedCase(file256Hash) : file256Hash.toUpperCase();
        await api.fetchedIfAccepted(api.create(by, { ...draft(), file256Hash: hash }, service));
      }
    },
  ),
  scenario('reports without a field', ['create/stores-every-field'], async (context) => {
    const { api, callers, draft, observe } = context;
    await api.created(callers.researcher);
    await Promise.all(
      draftFields.map(async (field) => {
        const { [field]: _, ...rest }: { readonly [field: string]: unknown } = { ...draft() };
        const isTaken = await fetchIfAccepted(context, rest);
        const exchange = context.exchanges().findLast(({ sent }) => sent === rest);
        if (field === 'tags' || field === 'referenceLink' || field === 'confidenceScore')
          observe(`create.required.${field}`, !isTaken, exchange);
      }),
    );
  }),
  scenario('bodies that are no report', ['create/stores-only-reports'], async (context) => {
    const { api, callers, draft, knownCallers, observe } = context;
    await api.created(callers.researcher);
    for (const make of noReports) await fetchIfAccepted(context, make(draft()));
    await api.fetchedIfAccepted(api.post(callers.researcher, '{'));
    await api.fetchedIfAccepted(
      api.post(callers.researcher, '[]').showing('create.status.no-object'),
    );
    // What was refused is no report the next time, either, whoever sends it.
    const refused = { ...draft(), file256Hash: 'no hash' };
    for (const caller of knownCallers.researchers)
      for (const _ of [1, 2, 3]) await api.fetchedIfAccepted(api.create(caller, refused));
    // A number that overflows, in a report that is refused for its hash.
    const port = { c2Address: 'c2.example:18446744073709552059', file256Hash: 'no hash' };
    await api.create(callers.researcher, { ...draft(), ...port });
    await api.post(callers.researcher, '');
    const asked = api.post(callers.researcher, JSON.stringify(draft()), 'text/plain');
    const { exchange } = await readableAnswer(asked.showing('create.status.wrong-content-type'));
    const stored = await api.storedIfAccepted(asked);
    observe('create.content-type', stored ? 'ignored' : 'refused', exchange);
    if (stored) await api.fetchKnown(stored);
  }),
  sendsServicesField('id', 'id', randomUUID),
  sendsServicesField('reporter', 'reportedBy', () => `nobody ${randomUUID()}`),
  sendsServicesField('time', 'reportedAt', () => '2001-02-03 04:05:06'),
  /** Unknown fields may be ignored or refused (4.1 is silent). */
  scenario(
    'a field that nobody knows',
    ['create/flag-present'],
    async ({ api, callers, draft, observe }) => {
      const asked = api.create(callers.researcher, { ...draft(), abuseFeedKit: 'no such field' });
      const { outcome, exchange } = await readableAnswer(asked);
      observe('create.unknown-fields', outcome === 'success' ? 'ignored' : 'refused', exchange);
    },
  ),
  scenario(
    'the id of a stored report',
    ['create/overwrites-nothing'],
    async ({ api, callers, draft }) => {
      const earlier = await api.createdAndSeen(callers.researcher);
      await api.create(callers.researcher, { ...draft(), id: earlier.id });
      await api.fetchKnown(earlier);
    },
  ),
];
