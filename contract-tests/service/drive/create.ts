import type { Caller } from '../../judging/caller.ts';
import { NotTestable } from '../../judging/talk/not-testable.ts';
import { sameText } from '../../judging/talk/same-text.ts';
import type { Draft } from '../requests/draft.ts';
import { forgedTokens } from '../requests/forged-tokens.ts';
import { createAlike } from './alike.ts';
import { readableAnswer } from './asked.ts';
import type { Context } from './context.ts';
import { attempts, mannerOf, scenario } from './scenario.ts';

/** Creates that must be refused, and as what they show it. */
interface RefusedCreates {
  readonly service: string;
  readonly times: readonly number[];
  readonly accepted: unknown;
  readonly reason?: string;
}

/** In every feed of the target: what holds in one holds in all. */
async function inEveryFeed(
  { feeds, api, callers }: Context,
  run: (service: string, times: readonly number[], accepted: unknown) => Promise<unknown>,
): Promise<void> {
  for (const service of feeds) {
    const { sent } = await api.created(callers.researcher, {}, service);
    await run(service, attempts(service === feeds[0]), sent);
  }
}

/** The same report again and again, and one that was accepted of another caller. */
async function createRefused(
  { api, draft }: Context,
  caller: Caller,
  { service, times, accepted, reason }: RefusedCreates,
): Promise<void> {
  const same = draft();
  for (const time of times) {
    const asked = api.by(mannerOf(time)).create(caller, same, service);
    if (time < 4 && reason !== undefined) asked.showing(`create.status.${reason}`);
    await asked;
  }
  await api.create(caller, accepted, service);
}

/** For who forgets soon what was created. */
const longAfter = 3100;

export const createScenarios = [
  scenario('create as non-researchers', ['create/researchers-only'], async (context) => {
    const { api, callers, draft, knownCallers } = context;
    if (knownCallers.nonResearchers.length === 0)
      throw new NotTestable(
        'the target file has no tokens.reader, and its callers name nobody with researcher: false',
      );
    await inEveryFeed(context, async (service, times, accepted) => {
      const reason = 'not-a-researcher';
      for (const nonResearcher of knownCallers.nonResearchers) {
        // Claiming the role in the body does not help.
        const claims = { role: 'researcher', roles: ['researcher'], researcher: true };
        await api.create(nonResearcher, { ...draft(), ...claims }, service);
        await createRefused(context, nonResearcher, { service, times, accepted, reason });
      }
    });
    // Responses to an unknown token, for comparison.
    const report = await api.createdAndSeen(callers.researcher);
    for (const caller of [callers.unknown, ...knownCallers.nonResearchers]) {
      await api.fetch(caller, report.id);
      await api.delete(caller, report.id);
    }
  }),
  scenario('create without a token', ['create/token-required'], (context) =>
    inEveryFeed(context, async (service, times, accepted) => {
      const { api, callers, draft } = context;
      await createRefused(context, callers.nobody, { service, times, accepted });
      await api.create(callers.blank, draft(), service);
    }),
  ),
  scenario('create with tokens nobody holds', ['create/token-must-be-known'], (context) =>
    inEveryFeed(context, async (service, times, accepted) => {
      const { api, callers, draft, target } = context;
      await createRefused(context, callers.unknown, { service, times, accepted });
      for (const forged of forgedTokens(callers.researcher, target.tokens))
        await api.create(forged, draft(), service);
    }),
  ),
  /** Whether the same report may be created twice is open; if so, each is a separate report, or none ever is. */
  scenario(
    'create the same again',
    ['create/repeats-make-new-reports', 'create/makes-a-new-report'],
    async ({ api, callers, draft, observe, pause }) => {
      const same = draft();
      const first = await api.storedIfAccepted(api.create(callers.researcher, same));
      const again = api.create(callers.researcher, same).showing('create.status.duplicate-report');
      const { exchange } = await readableAnswer(again);
      const second = await api.storedIfAccepted(again);
      const isOld = first && second && sameText(first.id, second.id);
      const accepted = isOld ? 'same-id' : 'accepted';
      observe('create.duplicates', second ? accepted : 'refused', exchange);
      // What was refused is refused again, whoever is asked: it has not become the earlier report meanwhile.
      if (first && !second)
        for (const _ of [3, 4]) await api.fetchedIfAccepted(api.create(callers.researcher, same));
      if (!first || !second)
        throw new NotTestable('a report that was posted before is refused here');
      await Promise.all([api.fetchKnown(first), api.fetchKnown(second)]);
      // Whether equal reports become one is open (4.1), if they always do.
      if (isOld) await pause(longAfter);
      await api.create(callers.researcher, same);
      await api.delete(callers.researcher, first.id);
      if (!isOld) await api.fetchKnown(second);
      else await api.fetchDeleted(first);
    },
  ),
  scenario(
    'create many at once',
    ['create/parallel-creates-are-all-kept'],
    async ({ api, callers, draft }) => {
      const atOnce = api.by({ atOnce: true });
      const twin = draft();
      const drafts = [twin, twin, ...Array.from({ length: 10 }, () => draft())];
      const reports = await Promise.all(
        drafts.map((sent) => api.storedIfAccepted(atOnce.create(callers.researcher, sent))),
      );
      await Promise.all(reports.map((report) => report && api.fetchKnown(report)));
    },
  ),
  /** Equal creates at the same time do not become one: each is answered by its own caller. */
  scenario(
    'create the same at once as everybody',
    ['create/researchers-only', 'create/token-required', 'create/repeats-make-new-reports'],
    async ({ api, callers, draft, knownCallers: { nonResearchers, researchers } }) => {
      const atOnce = api.by({ atOnce: true });
      const strangers = [...nonResearchers.slice(0, 1), callers.unknown, callers.nobody];
      for (const all of [
        [...strangers, ...researchers],
        [...researchers, ...strangers],
      ]) {
        const same = draft();
        const reports = await Promise.all(
          all.map((caller) => api.storedIfAccepted(atOnce.create(caller, same))),
        );
        for (const report of reports) if (report) await api.fetchKnown(report);
      }
    },
  ),
  scenario('create look-alikes', ['create/leaves-others-unchanged'], async (context) => {
    const { api, callers, draft, knownCallers } = context;
    const earlier = await api.created(callers.researcher);
    const shown = (await api.fetchKnown(earlier)) as unknown as Draft;
    const { file256Hash, c2Address, referenceLink } = shown;
    // As different as the target accepts: links and scores may have constraints (2.1).
    const alike = async (same: Partial<Draft>): Promise<void> => {
      const usual = draft({ ...same, tags: ['another'] });
      const { confidenceScore } = usual;
      for (const other of [
        {
          referenceLink: `${usual.referenceLink}?another`,
          confidenceScore: confidenceScore + 1,
        },
        { confidenceScore: confidenceScore + 1 },
        { confidenceScore: confidenceScore - 1 },
        {},
      ]) {
        const sent = api.create(callers.researcher, { ...usual, ...other });
        if ((await readableAnswer(sent)).outcome === 'success') return;
      }
    };
    await Promise.all([
      api.created(callers.researcher),
      alike({ file256Hash }),
      alike({ c2Address }),
    ]);
    await api.fetchKnown(earlier);
    const others = knownCallers.researchers.filter(({ key }) => key !== callers.researcher.key);
    for (const by of others)
      for (const same of [{ file256Hash, c2Address }, { file256Hash }, { referenceLink }]) {
        await createAlike(context, by, same);
        await api.fetchKnown(earlier);
      }
  }),
];
