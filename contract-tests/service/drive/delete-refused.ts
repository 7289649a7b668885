import { callerClausesOf } from '../../../src/spec/clauses/caller-clauses.ts';
import type { ClauseId } from '../../../src/spec/clauses.generated.ts';
import { callerIn, callerName, roles } from '../../../src/spec/target-callers.ts';
import type { Caller } from '../../judging/caller.ts';
import { NotTestable } from '../../judging/talk/not-testable.ts';
import type { Callers } from '../requests/callers.ts';
import {
  all,
  creates,
  creator,
  deletes,
  fetches,
  first,
  forged,
  hasSeen,
  insists,
  it,
  looks,
  needs,
  nobody,
  pauses,
  play,
  researcher,
  type Step,
  story,
  strangers,
  unknown,
  upper,
  type Who,
} from './acts.ts';
import { createDuplicates } from './alike.ts';
import type { Context } from './context.ts';
import type { Scenario } from './scenario.ts';

function isNamed({ key }: Caller): boolean {
  return key.startsWith('tokens.');
}

/** Creators and feeds of reports that a caller may not delete, as far as the target file says. */
function strangeTo({ knownCallers, feeds }: Context, caller: Caller) {
  // Without a valid token, the creator makes no difference.
  const creators = isNamed(caller)
    ? knownCallers.researchers
    : knownCallers.researchers.slice(0, 1);
  return feeds.flatMap((service) =>
    creators
      .filter(({ key }) => knownCallers.may('delete', caller, { creator: key, service }) === false)
      .map((one) => ({ creator: one, service })),
  );
}

function whyNoStranger({ knownCallers, target }: Context, { key }: Caller): string {
  const { researchers } = knownCallers;
  if (researchers.some((one) => one.key === key) && researchers.length === 1)
    return `${key} is the only researcher, so all reports are its own`;
  if (key === 'tokens.analyst')
    return target.tokens.reader ? 'callers.analyst.owns' : 'tokens.reader';
  if (target.otherService === undefined) return 'otherService';
  if (target.tokens.otherServiceOwner === undefined) return 'tokens.otherServiceOwner';
  return `${key} created or owns all that it could try, or callers would have to say that it does not`;
}

/** Where a caller may not delete a report of another one: everywhere, or in some of these places. */
function whereStrange(
  key: Exclude<keyof Callers, 'named'>,
  steps: readonly Step[],
  { most = Number.POSITIVE_INFINITY, why }: { most?: number; why?: string } = {},
): Step {
  return async (stage) => {
    const { context } = stage;
    const caller = context.callers[key];
    const places = strangeTo(context, caller);
    if (places.length === 0) throw new NotTestable(why ?? whyNoStranger(context, caller));
    for (const [nth, place] of places.slice(0, most).entries())
      await play(stage.with({ ...place, isFirst: nth === 0 }), steps);
  };
}

/** Of several reports of one file, those that a caller may not delete stay. */
function deletesAlike(key: Exclude<keyof Callers, 'named'>): Step {
  return async ({ context }) => {
    const { api, callers, knownCallers, target } = context;
    const reports = await context.shared('reports alike', (own) =>
      createDuplicates(own, callers.researcher, target.service),
    );
    const strange = reports.filter(
      (one) => knownCallers.may('delete', callers[key], one) === false,
    );
    for (const { id, service } of strange) await api.delete(callers[key], id, service);
    await Promise.all(strange.map((one) => api.fetchKnown(one)));
  };
}

/** Another caller is refused and the report stays; then its creator sends the same request and succeeds. */
function deleteAs(
  name: string,
  clause: ClauseId,
  key: Exclude<keyof Callers, 'named'>,
  shows?: string,
): Scenario {
  const who: Who = ({ context }) => [context.callers[key]];
  // For comparison, where the token is valid.
  const stranger: Who = (stage) => (who(stage).some(isNamed) ? unknown(stage) : []);
  return story(
    `delete as ${name}`,
    [clause],
    [
      whereStrange(key, [
        hasSeen(),
        // Once more after a fetch: a server may mistake the last reader for the owner.
        insists(deletes(who, it, shows === undefined ? {} : { shows }), fetches(who)),
        looks(),
        deletes(stranger),
        deletes(creator),
      ]),
      deletesAlike(key),
    ],
  );
}

/** The keys of tokens that no clause about deletions names. */
const otherKeys = roles.filter((key) =>
  callerClausesOf('delete').every(({ callers = [] }) => !callers.includes(key)),
);

const notYours = 'delete.status.not-your-report';
const why = 'tokens.otherResearcher';

export const refusedDeleteScenarios = [
  deleteAs('another researcher', 'delete/other-researcher-may-not', 'otherResearcher', notYours),
  /** 4.3 for the analyst too, if the target file says that it owns no feed. */
  ...otherKeys.map((key) => {
    const shows = callerIn(key).area === 'feed' ? notYours : undefined;
    return deleteAs(callerName(key), 'delete/reader-may-not', key, shows);
  }),
  deleteAs('the owner of another feed', 'delete/other-owner-may-not', 'otherServiceOwner'),
  deleteAs('the owner elsewhere', 'delete/owners-are-equal', 'service'),
  deleteAs('nobody', 'delete/token-required', 'nobody', 'delete.status.no-token'),
  deleteAs('a blank token', 'delete/token-required', 'blank'),
  deleteAs(
    'an unknown token',
    'delete/token-must-be-known',
    'unknown',
    'delete.status.unknown-token',
  ),
  story(
    'delete with tokens nobody holds',
    ['delete/token-must-be-known'],
    [hasSeen(), deletes(forged), looks(), deletes(researcher)],
  ),
  /** 4.3: being a researcher or owning a feed gives no permission for reports of others. */
  story(
    'delete as the first researcher',
    ['delete/researchers-are-equal'],
    [
      whereStrange(
        'researcher',
        [
          hasSeen(),
          // Where duplicates are accepted, creating the same report does not make the caller its creator.
          creates(researcher, ({ context, it: { sent } }) => ({
            ...(sent as object),
            c2Address: context.draft().c2Address,
          })),
          creates(researcher, ({ it: { sent } }) => sent),
          insists(deletes(researcher)),
          looks(),
          deletes(creator),
        ],
        { why },
      ),
    ],
  ),
  /** Nor does time: a cache of creators may have forgotten this one. */
  story(
    'delete an older report',
    ['delete/researchers-are-equal'],
    [hasSeen(), needs(strangers, why), pauses(3100), deletes(strangers), looks()],
  ),
  /** Reporting the same file first does not either. */
  story(
    'delete a later report of a file',
    ['delete/researchers-are-equal'],
    [
      whereStrange(
        'researcher',
        [
          async ({ context: { api, callers, draft }, creator: later, service, reports }) => {
            const earlier = draft();
            await api.created(callers.researcher, earlier, service);
            const sent = draft({ file256Hash: earlier.file256Hash });
            const stored = await api.fetchedIfAccepted(api.create(later, sent, service));
            if (!stored) throw new NotTestable('the target takes one report of a file only');
            reports.set('it', stored);
          },
          insists(deletes(researcher)),
          looks(),
        ],
        { most: 1, why },
      ),
    ],
  ),
  story(
    'look after refused deletions',
    ['delete/refused-means-unchanged'],
    [
      hasSeen(),
      deletes(all(nobody, unknown, strangers), it, { looks: 'it' }),
      // The id in another case may be the same or unknown: the caller has no permission either way.
      deletes(first(strangers), upper, { looks: 'it' }),
    ],
  ),
];
