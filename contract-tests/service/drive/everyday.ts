import { calledPath } from '../../../src/values/path-template.ts';
import { isUuid } from '../../../src/values/uuid.ts';
import { isLive } from '../model/known/known-report.ts';
import { operations } from '../operations/operations.ts';
import type { Draft } from '../requests/draft.ts';
import { encodedId, idForms, neighbourOf } from '../requests/made-up.ts';
import { longTexts } from '../values/catalogue.ts';
import {
  type Act,
  creates,
  deletes,
  fetches,
  form,
  given,
  has,
  hasSeen,
  id,
  inManner,
  it,
  looks,
  mayGoUnanswered,
  nonResearchers,
  otherResearcher,
  play,
  random,
  researcher,
  type Step,
  story,
  when,
  without,
  wrongHash,
} from './acts.ts';
import { ifAnswered } from './asked.ts';

const json = { way: { headers: { 'content-type': 'application/json' } } };
const chunked = { way: { chunked: true } };
const large = Array.from({ length: 60 }, (_, nth) => `label-${nth + 100}-${'x'.repeat(290)}`);
const nilId = '00000000-0000-0000-0000-000000000000';

/** Ids that match only if a server compares prefixes or patterns, and one too long for a column. */
const { alike, cut, near, pattern, short } = idForms;
const malformed = [...[cut, pattern, short].map(({ of }) => form(of)), id('%'), id(nilId)];
const unlike = [
  ...[alike.of, near.of, (own: string) => own.padEnd(300, 'a')].map((of) => form(of)),
  // SQL injection, for ids concatenated into a query.
  id("no-uuid' or 'a'='a"),
];

/** The longest that is accepted. */
function createsLong(change: (text: string, usual: Draft) => Partial<Draft>): Step {
  return async (stage) => {
    stage.reports.delete('long');
    for (const length of longTexts)
      await play(stage, [
        without(
          'long',
          mayGoUnanswered(
            creates(researcher, (usual) => ({ ...usual, ...change('x'.repeat(length), usual) }), {
              keeps: 'long',
              looks: 'long',
            }),
          ),
        ),
      ]);
  };
}

/** A raw path that names ids as no client of ours would. */
function pathOf(operation: string, written: (own: string) => string): NonNullable<Act['path']> {
  return ({ it: { service, id: own } }) => {
    const path = calledPath(operations.of(operation), { service, report: own });
    return path.replace(own, written(own));
  };
}

/** 4.3: of two ids, only the report that is one's own may be deleted. */
function deletesByTwoIds(idsOf: (own: string, theirs: string) => readonly string[]): Step {
  return async (stage) => {
    const { api, callers } = stage.context;
    const theirs = stage.it;
    const own = await api.created(callers.otherResearcher);
    const path = pathOf('delete', (id) => idsOf(id, theirs.id).join('&report='));
    const manner = { way: { isOdd: true } };
    await play(stage.with({ reports: new Map([['it', own]]) }), [
      mayGoUnanswered(deletes(otherResearcher, it, { path, manner })),
    ]);
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
      given('it', creates(nonResearchers, { tags: large })),
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
      fetches(researcher, it, { path: pathOf('fetch', encodedId) }),
      ({ context: { api, callers }, it: { service, id: own } }) => {
        const asking = { operation: 'fetch', caller: callers.researcher } as const;
        const about = { service, report: own };
        return ifAnswered(
          api.send({ ...asking, about, method: 'HEAD', onAnswer: () => undefined }),
        );
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
      // What does not answer such a body may not be sent another.
      mayGoUnanswered(
        creates(researcher, wrongHash, { manner: chunked }),
        creates(researcher, {}, { keeps: 'it', manner: chunked }),
      ),
      looks(),
    ],
  ),
  story(
    'delete by two ids',
    ['delete/removes-only-that-report'],
    [
      has(),
      when(
        ({ context: { callers, knownCallers }, it: report }) =>
          knownCallers.may('delete', callers.otherResearcher, report) === false,
        looks(),
        deletesByTwoIds((own, theirs) => [own, theirs]),
        deletesByTwoIds((own, theirs) => [theirs, own]),
      ),
    ],
  ),
  /** At the end, since a server that treats an id as a pattern would break other scenarios. */
  story(
    'ids that are nearly right',
    ['fetch/unknown-id-is-refused', 'delete/removes-only-that-report'],
    [
      async ({ service, reports: named, context: { reports, callers } }) => {
        const left = reports
          .all()
          .find(
            (one) =>
              one.service === service &&
              one.creator === callers.researcher.key &&
              one.firstFetched &&
              isLive(one),
          );
        if (left) named.set('it', left);
      },
      without('it', hasSeen()),
      ...[...unlike, ...malformed].map((about) => fetches(researcher, about)),
      when(({ it: report }) => isUuid(report.id), fetches(researcher, form(neighbourOf))),
      looks(),
      ...malformed.map((about) => deletes(researcher, about)),
      looks(),
    ],
    'last',
  ),
];
