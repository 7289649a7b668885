import { randomUUID } from 'node:crypto';
import { draftFields } from '../../../src/spec/fields.ts';
import { NotTestable } from '../../judging/talk/not-testable.ts';
import { sameText } from '../../judging/talk/same-text.ts';
import { madeUpHash } from '../requests/made-up.ts';
import { noReports } from '../values/catalogue.ts';
import {
  alike,
  all,
  anew,
  asIt,
  atOnce,
  blank,
  creates,
  deletes,
  except,
  fetches,
  first,
  forged,
  has,
  hasSeen,
  inEveryFeed,
  insists,
  looks,
  needs,
  nobody,
  nonResearchers,
  posts,
  researcher,
  researchers,
  type Step,
  same,
  story,
  times,
  unknown,
  wrongHash,
} from './acts.ts';
import { readableAnswer } from './asked.ts';
import type { Context } from './context.ts';
import { scenario } from './scenario.ts';

/** For who forgets soon what was created. */
const longAfter = 3100;

/** Whoever is meant is refused in every feed, however often, also what was accepted of another caller. */
function refused(...steps: readonly Step[]): Step {
  return inEveryFeed(has(), ...steps);
}

/** Each report is fetched, if it is accepted. */
const seen = { keeps: 'it', looks: 'it' } as const;

const strangersFirst = all(first(nonResearchers), unknown, nobody, researchers);
const researchersFirst = all(researchers, first(nonResearchers), unknown, nobody);
const others = except(researchers, researcher);

export const createScenarios = [
  story(
    'create as non-researchers',
    ['create/researchers-only'],
    [
      needs(
        nonResearchers,
        'the target file has no tokens.reader, and its callers name nobody with researcher: false',
      ),
      refused(
        // Claiming the role in the body does not help.
        creates(nonResearchers, { role: 'researcher', roles: ['researcher'], researcher: true }),
        insists(creates(nonResearchers, same)),
        creates(nonResearchers, asIt),
      ),
      // Responses to an unknown token, for comparison.
      hasSeen(),
      fetches(all(unknown, nonResearchers)),
      deletes(all(unknown, nonResearchers)),
    ],
  ),
  story(
    'create without a token',
    ['create/token-required'],
    [refused(insists(creates(nobody, same)), creates(nobody, asIt), creates(blank))],
  ),
  story(
    'create with tokens nobody holds',
    ['create/token-must-be-known'],
    [refused(insists(creates(unknown, same)), creates(unknown, asIt), creates(forged))],
  ),
  /** Whether the same report may be created twice is open; if so, each is a separate report, or none ever is. */
  scenario(
    'create the same again',
    ['create/repeats-make-new-reports', 'create/makes-a-new-report'],
    async ({ api, callers, draft, observe, pause }) => {
      const again = draft();
      const one = await api.storedIfAccepted(api.create(callers.researcher, again));
      const asked = api.create(callers.researcher, again);
      const { exchange } = await readableAnswer(asked);
      const other = await api.storedIfAccepted(asked);
      const isOld = one && other && sameText(one.id, other.id);
      const accepted = isOld ? 'same-id' : 'accepted';
      observe('create.duplicates', other ? accepted : 'refused', exchange);
      // What was refused is refused again, whoever is asked: it has not become the earlier report meanwhile.
      if (one && !other)
        for (const _ of [3, 4]) await api.fetchedIfAccepted(api.create(callers.researcher, again));
      if (!one || !other) throw new NotTestable('a report that was posted before is refused here');
      await Promise.all([api.fetchKnown(one), api.fetchKnown(other)]);
      // Whether equal reports become one is open (4.1), if they always do.
      if (isOld) await pause(longAfter);
      await api.create(callers.researcher, again);
      await api.delete(callers.researcher, one.id);
      await (isOld ? api.fetchDeleted(one) : api.fetchKnown(other));
    },
  ),
  story(
    'create many at once',
    ['create/parallel-creates-are-all-kept'],
    [
      atOnce(
        creates(researcher, same, seen),
        creates(researcher, same, seen),
        ...Array.from({ length: 10 }, () => creates(researcher, {}, seen)),
      ),
    ],
  ),
  /** Equal creates at the same time do not become one: each is answered by its own caller. */
  story(
    'create the same at once as everybody',
    ['create/researchers-only', 'create/token-required', 'create/repeats-make-new-reports'],
    [
      anew(atOnce(creates(strangersFirst, same, seen))),
      anew(atOnce(creates(researchersFirst, same, seen))),
    ],
  ),
  story(
    'create look-alikes',
    ['create/leaves-others-unchanged'],
    [
      hasSeen(),
      has('another'),
      alike(researcher, ['file256Hash']),
      alike(researcher, ['c2Address']),
      looks(),
      ...([['file256Hash', 'c2Address'], ['file256Hash'], ['referenceLink']] as const).flatMap(
        (fields) => [alike(others, fields), looks()],
      ),
    ],
  ),

  scenario(
    'hash in upper case',
    ['create/lowers-the-hash'],
    async ({ api, callers, draft, observe }) => {
      const hash = madeUpHash().toUpperCase();
      const sent = { ...draft({ file256Hash: hash.toLowerCase() }), file256Hash: hash };
      const asked = api.create(callers.researcher, sent);
      const { exchange } = await readableAnswer(asked);
      const stored = await api.storedIfAccepted(asked);
      const shown = stored && (await api.fetchKnown(stored)).file256Hash;
      const kept = shown === hash ? 'kept' : 'lowered';
      observe('create.hash-case', stored ? kept : 'refused', exchange);
      if (!stored) throw new NotTestable('a hash in upper case is refused here');
    },
  ),
  /** The same for mixed case, and for a file reported before by any caller in any feed. */
  story(
    'hash in mixed case',
    ['create/lowers-the-hash'],
    [
      async ({ context: { api, feeds, knownCallers }, same: { file256Hash }, context }) => {
        const lots = feeds.flatMap((service) =>
          knownCallers.researchers.map((by) => ({ service, by })),
        );
        for (const [nth, { service, by }] of lots.entries()) {
          const hash = nth % 2 === 0 ? mixedCase(file256Hash) : file256Hash.toUpperCase();
          const sent = { ...context.draft(), file256Hash: hash };
          await api.fetchedIfAccepted(api.create(by, sent, service));
        }
      },
    ],
  ),
  scenario('reports without a field', ['create/stores-every-field'], async (context) => {
    const { api, callers, draft, observe } = context;
    await api.created(callers.researcher);
    for (const field of draftFields) {
      const { [field]: _, ...rest }: { readonly [field: string]: unknown } = { ...draft() };
      const asked = api.create(callers.researcher, rest);
      const isTaken = (await api.fetchedIfAccepted(asked)) !== undefined;
      if (field === 'tags' || field === 'referenceLink' || field === 'confidenceScore')
        observe(`create.required.${field}`, !isTaken, (await asked).exchange);
    }
  }),
  story(
    'bodies that are no report',
    ['create/stores-only-reports'],
    [
      has('usual'),
      ...noReports.map((make) => creates(researcher, ({ context }) => make(context.draft()), seen)),
      posts(researcher, '{', seen),
      posts(researcher, '[]', { ...seen }),
      // What was refused is no report the next time, either, whoever sends it.
      times(3, creates(researchers, wrongHash, seen)),
      // A number that overflows, in a report that is refused for its hash.
      creates(researcher, { ...wrongHash, c2Address: 'c2.example:18446744073709552059' }),
      posts(researcher, ''),
      ({ context }) => sendAsText(context),
    ],
  ),
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
  story(
    'the id of a stored report',
    ['create/overwrites-nothing'],
    [
      hasSeen(),
      creates(researcher, ({ context, it: { id } }) => ({ ...context.draft(), id })),
      looks(),
    ],
  ),
];

function mixedCase(hash: string): string {
  return hash.replace(/[a-f]/g, (digit, at: number) =>
    at % 2 === 0 ? digit.toUpperCase() : digit,
  );
}

async function sendAsText({ api, callers, draft, observe }: Context): Promise<void> {
  const asked = api.post(callers.researcher, JSON.stringify(draft()), 'text/plain');
  const { exchange } = await readableAnswer(asked);
  const stored = await api.fetchedIfAccepted(asked);
  observe('create.content-type', stored ? 'ignored' : 'refused', exchange);
}

/** 2.1: these fields are not part of a create, so sending them has no effect. */
function sendsServicesField(what: 'id' | 'reporter' | 'time', field: string, value: () => string) {
  return story(
    `${what === 'id' ? 'an' : 'a'} ${what} that is sent`,
    [`create/${what}-is-the-services`],
    [
      creates(researcher, ({ context }) => ({ ...context.draft(), [field]: value() }), seen),
      async ({ reports }) => {
        if (!reports.has('it'))
          throw new NotTestable(`a report that names ${field} is refused here`);
      },
    ],
  );
}
