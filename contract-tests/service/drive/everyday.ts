import { calledPath } from '../../../src/values/path-template.ts';
import { isUuid } from '../../../src/values/uuid.ts';
import { isLive } from '../model/known/known-report.ts';
import { operations } from '../operations/operations.ts';
import type { Draft } from '../requests/draft.ts';
import { encodedId, idForms, neighbourOf } from '../requests/made-up.ts';
import { longTexts } from '../values/catalogue.ts';
import {
  creates,
  deletes,
  fetches,
  form,
  has,
  hasSeen,
  id,
  inManner,
  it,
  looks,
  nonResearchers,
  otherResearcher,
  play,
  random,
  researcher,
  type Stage,
  type Step,
  story,
  wrongHash,
} from './acts.ts';
import { ifAnswered } from './send-values.ts';

/** A server, or what is in front of it, may not respond to what it does not know. */
function mayGoUnanswered(...steps: readonly Step[]): Step {
  return (stage) => ifAnswered(play(stage, steps));
}

const json = { way: { headers: { 'content-type': 'application/json' } } };
const chunked = { way: { chunked: true } };
const large = Array.from({ length: 60 }, (_, nth) => `label-${nth + 100}-${'x'.repeat(290)}`);
const nilId = '00000000-0000-0000-0000-000000000000';

/** These match only if a server compares prefixes or patterns. */
const { alike, cut, pattern, short } = idForms;
const malformed = [...[cut, pattern, short].map(({ of }) => form(of)), id('%'), id(nilId)];

/** The longest that is accepted. */
function createsLong(change: (text: string, draft: Draft) => Partial<Draft>): Step {
  return async (stage) => {
    for (const length of longTexts) {
      const sent = change('x'.repeat(length), stage.context.draft());
      await play(stage.with({ reports: stage.reports }), [
        mayGoUnanswered(creates(researcher, sent, { keeps: `${length}`, looks: `${length}` })),
      ]);
      if (stage.reports.delete(`${length}`)) return;
    }
  };
}

/** A raw path that names ids as no client of ours would. */
function pathOf(operation: string, { it: { service, id: own } }: Stage, written: string): string {
  const path = calledPath(operations.of(operation), { service, report: own });
  return path.replace(own, written);
}

/** 4.3: of two ids, only the report that is one's own may be deleted. */
function deletesByTwoIds(idsOf: (own: string, theirs: string) => readonly string[]): Step {
  return async (stage) => {
    const { api, callers } = stage.context;
    const theirs = stage.it;
    const own = await api.created(callers.otherResearcher);
    const mine = stage.with({ reports: new Map([['it', own]]) });
    const rawPath = pathOf('delete', mine, idsOf(own.id, theirs.id).join('&report='));
    const manner = { way: { rawPath, isOdd: true } };
    await play(mine, [mayGoUnanswered(deletes(otherResearcher, it, { manner }))]);
    await api.fetchKnown(theirs);
  };
}

/** Requests as sent by clients, browsers and proxies. */
export const everydayScenarios = [
  story(
    'large reports',
    ['create/keeps-tags', 'create/keeps-reference-link', 'create/error-present'],
    [
      mayGoUnanswered(creates(researcher, { tags: large }, { keeps: 'it', looks: 'it' })),
      async (stage) => {
        if (stage.reports.has('it')) await play(stage, [creates(nonResearchers, { tags: large })]);
      },
      createsLong((text) => ({ tags: [text] })),
      createsLong((text, { referenceLink }) => ({
        referenceLink: `${referenceLink}${referenceLink.includes('?') ? '&' : '?'}q=${text}`,
      })),
      // Larger than what a proxy lets through by default; what lets it through refuses it as it does others.
      mayGoUnanswered(
        creates(
          researcher,
          { ...wrongHash, tags: large },
          { manner: { way: { padTo: 1_100_000 } } },
        ),
      ),
    ],
  ),
  story(
    'requests as other clients write them',
    ['fetch/repeated-fetches-agree', 'fetch/error-present', 'delete/error-present'],
    [
      hasSeen(),
      async (stage) => {
        const rawPath = pathOf('fetch', stage, encodedId(stage.it.id));
        await play(stage, [fetches(researcher, it, { manner: { way: { rawPath } } })]);
      },
      async ({ context: { api, callers }, it: { service, id: own } }) => {
        const asking = { operation: 'fetch', caller: callers.researcher } as const;
        const about = { service, report: own };
        await ifAnswered(api.send({ ...asking, about, method: 'HEAD', onAnswer: () => undefined }));
      },
      fetches(researcher),
      inManner(json, fetches(researcher, random), deletes(researcher, random)),
      creates(
        researcher,
        { tags: ['naïve 日本'] },
        {
          keeps: 'named',
          looks: 'named',
          manner: { contentType: 'application/json; charset=utf-8' },
        },
      ),
    ],
  ),
  story(
    'bodies of unknown length',
    ['create/keeps-tags', 'create/error-present'],
    [
      async (stage) => {
        const { api, callers, draft } = stage.context;
        const body = JSON.stringify({ ...draft(), ...wrongHash });
        const about = { service: stage.service };
        const contentType = 'application/json';
        const refused = api.send({
          operation: 'create',
          caller: callers.researcher,
          about,
          body,
          contentType,
          ...chunked,
        });
        const answer = await ifAnswered(refused);
        if (answer === undefined || answer.outcome === 'unreadable') return;
        const more = { keeps: 'it', manner: chunked };
        await play(stage, [mayGoUnanswered(creates(researcher, {}, more)), looks()]);
      },
    ],
  ),
  story(
    'delete by two ids',
    ['delete/removes-only-that-report'],
    [
      has(),
      async (stage) => {
        const { callers, knownCallers } = stage.context;
        if (knownCallers.may('delete', callers.otherResearcher, stage.it) !== false) return;
        await play(stage, [
          looks(),
          deletesByTwoIds((own, theirs) => [own, theirs]),
          deletesByTwoIds((own, theirs) => [theirs, own]),
        ]);
      },
    ],
  ),
  /** At the end, since a server that treats an id as a pattern would break other scenarios. */
  story(
    'ids that are nearly right',
    ['fetch/unknown-id-is-refused', 'delete/removes-only-that-report'],
    [
      async (stage) => {
        const { reports, callers } = stage.context;
        const left = reports
          .all()
          .find(
            (one) =>
              one.service === stage.service &&
              one.creator === callers.researcher.key &&
              one.firstFetched &&
              isLive(one),
          );
        if (left) stage.reports.set('it', left);
        else await play(stage, [hasSeen()]);
      },
      ...[form(alike.of), ...malformed].map((about) => fetches(researcher, about)),
      async (stage) => {
        if (isUuid(stage.it.id)) await play(stage, [fetches(researcher, form(neighbourOf))]);
      },
      looks(),
      ...malformed.map((about) => deletes(researcher, about)),
      looks(),
    ],
    'last',
  ),
];
