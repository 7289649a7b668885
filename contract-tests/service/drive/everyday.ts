import { randomUUID } from 'node:crypto';
import { normalisations } from '../../../src/spec/normalisations.ts';
import { calledPath } from '../../../src/values/path-template.ts';
import { isUuid } from '../../../src/values/uuid.ts';
import { NoAnswer } from '../../judging/talk/client.ts';
import { isLive, type KnownReport } from '../model/known/known-report.ts';
import { operations } from '../operations/operations.ts';
import type { Draft } from '../requests/draft.ts';
import { encodedId, idForms, neighbourOf } from '../requests/made-up.ts';
import { scenario } from './scenario.ts';

/** A server may not respond to what it does not know. */
async function ifAnswered<T>(asked: PromiseLike<T>): Promise<T | undefined> {
  try {
    return await asked;
  } catch (error) {
    if (error instanceof NoAnswer) return undefined;
    throw error;
  }
}

/** These match only if a server compares prefixes or patterns. */
const { alike, cut, pattern, short } = idForms;
const nilId = '00000000-0000-0000-0000-000000000000';

/** More than columns of 65,535 characters take; where that is refused, than those of 8000, 4000, 2048, or 1024. */
const longTexts = [66_000, 8200, 4200, 2100, 1500];

type Change = (draft: Draft) => Draft;

/** For each field, usual reports with a value that a server may change by a rule. */
const changesByField: readonly (readonly Change[])[] = [
  normalisations.tags.flatMap(({ shows }): Change[] =>
    shows ? [(one) => ({ ...one, tags: shows(one.tags) })] : [],
  ),
  normalisations.c2Address.flatMap(({ shows }): Change[] =>
    shows ? [(one) => ({ ...one, c2Address: shows(one.c2Address) })] : [],
  ),
  normalisations.referenceLink.flatMap(({ shows }): Change[] =>
    shows ? [(one) => ({ ...one, referenceLink: shows(one.referenceLink) })] : [],
  ),
];

/** One of each field, as long as there are any. */
const changesTogether = Array.from(
  { length: Math.max(...changesByField.map(({ length }) => length)) },
  (_, nth) => changesByField.flatMap((changes) => changes[nth] ?? []),
);

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
    'values that databases change',
    ['create/keeps-tags', 'create/keeps-confidence-score'],
    async ({ api, callers: { researcher }, draft }) => {
      const odd = [
        draft({ tags: ['résumé', 'resume'] }),
        draft({ tags: ['', 'tag'] }),
        draft({ tags: ['tag', ''] }),
        draft({ tags: [''] }),
        draft({ tags: [' '] }),
        draft({ tags: ['tag', ' \t'] }),
        draft({ tags: ['\u00a0', '\u3000', 'tag'] }),
        // JavaScript has no key of this name.
        draft({ tags: ['__proto__'] }),
        // PHP takes this one for false.
        draft({ tags: ['0', 'tag'] }),
        // Some databases ignore blanks at the end; the last one shows whether all are trimmed.
        draft({ tags: ['rat', 'rat ', ' rat', ' viper '] }),
        draft({ confidenceScore: 16_777_217 }),
      ];
      const type = 'application/json; charset=utf-8';
      const stored = await Promise.all([
        ...odd.map((sent) => api.storedIfAccepted(api.create(researcher, sent))),
        api.storedIfAccepted(
          api.post(researcher, JSON.stringify(draft({ tags: ['naïve 日本'] })), type),
        ),
      ]);
      for (const report of stored) if (report) await api.fetchKnown(report);
    },
  ),
  scenario(
    'values that a rule may change',
    ['create/keeps-tags', 'create/keeps-c2-address', 'create/keeps-reference-link'],
    async ({ api, callers: { researcher }, draft }) => {
      const isStored = async (changes: readonly Change[]): Promise<boolean> => {
        const sent = changes.reduce((one, change) => change(one), draft());
        return Boolean(await ifAnswered(api.fetchedIfAccepted(api.create(researcher, sent))));
      };
      // In pairs: what is done to every second report is done to one of two that follow each other.
      const areStored = async (changes: readonly Change[]): Promise<boolean> => {
        const pair = await Promise.all([isStored(changes), isStored(changes)]);
        const isAccepted = pair.includes(true);
        if (isAccepted) await Promise.all([isStored(changes), isStored(changes)]);
        return isAccepted;
      };
      for (const changes of changesTogether)
        if (!(await areStored(changes)) && changes.length > 1)
          for (const change of changes) await areStored([change]);
    },
  ),
  scenario(
    'numbers that readers of JSON stumble over',
    ['create/keeps-confidence-score', 'create/error-present'],
    async ({ api, callers: { researcher }, draft }) => {
      const { confidenceScore: usual } = draft();
      const scored = (number: string, change: object = {}): string => {
        const body = JSON.stringify({ ...draft(), ...change, confidenceScore: 0 });
        return body.replace(/(?<="confidenceScore":)0/, number);
      };
      // Every reader has the same value of these (RFC 7493, 2.2).
      const numbers = [
        `${usual}.0`,
        `${usual}e0`,
        '1E+1',
        '-0',
        '-1',
        '2147483648',
        '9007199254740991',
        '-9007199254740991',
      ];
      for (const number of numbers)
        await api.fetchedIfAccepted(api.post(researcher, scored(number)));
      // Of these, readers have different values: they are sent in a report that is refused for its hash.
      const beyond = [
        `${usual}.${'0'.repeat(30)}1`,
        '1e-400',
        '9007199254740993',
        '9223372036854775808',
        '-9223372036854775809',
        '1e400',
        '9'.repeat(400),
      ];
      for (const number of beyond)
        await api.post(researcher, scored(number, { file256Hash: 'no hash' }));
    },
  ),
  scenario(
    'requests as other clients write them',
    ['fetch/repeated-fetches-agree', 'fetch/error-present', 'delete/error-present'],
    async ({ api, callers: { researcher }, target: { service } }) => {
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
