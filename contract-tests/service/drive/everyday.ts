import { randomUUID } from 'node:crypto';
import { calledPath } from '../../../src/values/path-template.ts';
import { isUuid } from '../../../src/values/uuid.ts';
import { isLive, type KnownReport } from '../model/known/known-report.ts';
import { operations } from '../operations/operations.ts';
import type { Draft } from '../requests/draft.ts';
import { encodedId, idForms, neighbourOf } from '../requests/made-up.ts';
import { longTexts } from '../values/catalogue.ts';
import { scenario } from './scenario.ts';
import { ifAnswered } from './send-values.ts';

/** These match only if a server compares prefixes or patterns. */
const { alike, cut, pattern, short } = idForms;
const nilId = '00000000-0000-0000-0000-000000000000';

/** Requests as sent by clients, browsers and proxies, and values that databases alter. */
export const everydayScenarios = [
  scenario(
    'large reports',
    ['create/keeps-tags', 'create/keeps-reference-link', 'create/error-present'],
    async ({ api, callers: { researcher }, draft, knownCallers }) => {
      const tags = Array.from({ length: 60 }, (_, nth) => `label-${nth + 100}-${'x'.repeat(290)}`);
      const storedIfTaken = async (sent: Draft): Promise<KnownReport | undefined> => {
        const asked = api.create(researcher, sent);
        // What is in front of the API may have a limit, and a page for it.
        const answer = await ifAnswered(asked);
        return answer?.outcome === 'success' ? api.fetchedIfAccepted(asked) : undefined;
      };
      const large = await storedIfTaken(draft({ tags }));
      if (large)
        for (const caller of knownCallers.nonResearchers) await api.create(caller, draft({ tags }));
      const { referenceLink } = draft();
      const start = `${referenceLink}${referenceLink.includes('?') ? '&' : '?'}q=`;
      for (const change of [
        (text: string) => ({ tags: [text] }),
        (text: string) => ({ referenceLink: start + text }),
      ])
        for (const length of longTexts)
          if (await storedIfTaken(draft(change('x'.repeat(length))))) break;
      // Larger than what a proxy lets through by default; what lets it through refuses it as it does others.
      const wrong = { ...draft({ tags }), file256Hash: 'no hash' };
      await ifAnswered(api.by({ way: { padTo: 1_100_000 } }).create(researcher, wrong));
    },
  ),
  scenario(
    'requests as other clients write them',
    ['fetch/repeated-fetches-agree', 'fetch/error-present', 'delete/error-present'],
    async ({ api, callers: { researcher }, draft, target: { service } }) => {
      const stored = await api.createdAndSeen(researcher);
      const about = { service, report: stored.id };
      const asking = { operation: 'fetch', caller: researcher, about } as const;
      const rawPath = calledPath(operations.of('fetch'), about).replace(
        stored.id,
        encodedId(stored.id),
      );
      await api.send({ ...asking, way: { rawPath } });
      await ifAnswered(api.send({ ...asking, method: 'HEAD', onAnswer: () => undefined }));
      await api.send(asking);
      const typed = api.by({ way: { headers: { 'content-type': 'application/json' } } });
      await typed.fetch(researcher, randomUUID());
      await typed.delete(researcher, randomUUID());
      const type = 'application/json; charset=utf-8';
      const named = JSON.stringify(draft({ tags: ['naïve 日本'] }));
      await api.fetchedIfAccepted(api.post(researcher, named, type));
    },
  ),
  scenario(
    'bodies of unknown length',
    ['create/keeps-tags', 'create/error-present'],
    async ({ api, callers: { researcher }, draft }) => {
      const chunked = api.by({ way: { chunked: true } });
      const refused = chunked.create(researcher, { ...draft(), file256Hash: 'no hash' });
      const answer = await ifAnswered(refused);
      if (answer === undefined || answer.outcome === 'unreadable') return;
      const stored = await ifAnswered(api.storedIfAccepted(chunked.create(researcher, draft())));
      if (stored) await api.fetchKnown(stored);
    },
  ),
  scenario(
    'delete by two ids',
    ['delete/removes-only-that-report'],
    async ({
      api,
      callers: { researcher, otherResearcher },
      knownCallers,
      target: { service },
    }) => {
      const theirs = await api.created(researcher);
      if (knownCallers.may('delete', otherResearcher, theirs) !== false) return;
      await api.fetchKnown(theirs);
      for (const isFirst of [true, false]) {
        const own = await api.created(otherResearcher);
        const about = { service, report: own.id };
        const ids = isFirst ? [own.id, theirs.id] : [theirs.id, own.id];
        const rawPath = calledPath(operations.of('delete'), about).replace(
          own.id,
          ids.join('&report='),
        );
        const way = { rawPath, isOdd: true };
        await ifAnswered(api.send({ operation: 'delete', caller: otherResearcher, about, way }));
        await api.fetchKnown(theirs);
      }
    },
  ),
  /** At the end, since a server that treats an id as a pattern would break other scenarios. */
  scenario(
    'ids that are nearly right',
    ['fetch/unknown-id-is-refused', 'delete/removes-only-that-report'],
    async ({ api, callers: { researcher }, reports, target }) => {
      const left = reports
        .all()
        .find(
          (one) =>
            one.service === target.service &&
            one.creator === researcher.key &&
            one.firstFetched &&
            isLive(one),
        );
      const stored = left ?? (await api.created(researcher));
      if (!left) await api.fetchKnown(stored);
      const malformed = [cut, pattern, short].map(({ of }) => of(stored.id)).concat('%', nilId);
      const near = isUuid(stored.id) ? [neighbourOf(stored.id)] : [];
      for (const id of [alike.of(stored.id), ...malformed, ...near])
        await api.fetch(researcher, id);
      await api.fetchKnown(stored);
      for (const id of malformed) await api.delete(researcher, id);
      await api.fetchKnown(stored);
    },
    'last',
  ),
];
