import { randomUUID } from 'node:crypto';
import type { Area } from '../../../src/spec/clauses/clauses.ts';
import { draftFields } from '../../../src/spec/fields.ts';
import { calledPath } from '../../../src/values/path-template.ts';
import type { Caller } from '../../judging/caller.ts';
import { type Answer, isObject, type JsonBody } from '../../judging/talk/answer.ts';
import { sameText } from '../../judging/talk/same-text.ts';
import {
  analyst,
  creates,
  fetches,
  hasSeen,
  itsReader,
  looksUp,
  none,
  play,
  reader,
  researcher,
  type Stage,
  type Step,
  story,
  tells,
  type Who,
  when,
  withFound,
} from '../drive/acts.ts';
import { readableAnswer } from '../drive/asked.ts';
import type { Context } from '../drive/context.ts';
import type { Scenario } from '../drive/scenario.ts';
import { errorBodyOf } from '../model/error-body.ts';
import { sameRefusal } from '../model/sameness.ts';
import { operations } from '../operations/operations.ts';
import { hasRole } from '../target/statements.ts';
import { firstHash } from '../target/target.ts';
import { limits, queries, questions } from '../values/catalogue.ts';
import { observeLimit } from './limit.ts';
import { creatingRoles, holdersIn } from './twin.ts';

function probe(area: Area, points: readonly string[], ...steps: readonly Step[]): Scenario {
  return { ...story(`learn ${points[0]}`, [], steps, 'probe'), area, points };
}

// Callers.

const schemeAndToken = /^(\S+) +(\S+)$/;

/** Whether a token works in this form: to create a report, or else for a lookup. */
async function works(context: Context, authorization: string) {
  const { api, callers, target } = context;
  const feed = target.areas.includes('feed');
  const caller: Caller = { ...(feed ? callers.researcher : callers.analyst), authorization };
  const hash = firstHash(target.analyses[0]) ?? '';
  const asked = feed ? api.create(caller, context.draft()) : api.lookup(caller, hash);
  const { outcome, exchange } = await readableAnswer(asked);
  return { ok: outcome === 'success', exchange };
}

const triesPrefixes: Step = async ({ context }) => {
  const { tokens, areas } = context.target;
  const given = (areas.includes('feed') ? tokens.researcher : tokens.analyst) ?? '';
  const [, name, behind] = schemeAndToken.exec(given) ?? [];
  if (name !== undefined && name.toLowerCase() !== 'bearer') {
    // The server's own scheme works, but openapi.yaml has no answer for it.
    context.observe('auth.prefix', name, (await works(context, given)).exchange);
    return;
  }
  const token = behind ?? given;
  const bare = await works(context, token);
  const bearer = await works(context, `Bearer ${token}`);
  if (bare.ok && bearer.ok) context.observe('auth.prefix', 'either', bearer.exchange);
  else if (bare.ok) context.observe('auth.prefix', 'none', bearer.exchange);
  else if (bearer.ok) context.observe('auth.prefix', 'Bearer', bare.exchange);
};

function statusOf({ exchange }: Answer): number {
  return exchange.response.status;
}

/** Compares statuses, or whole responses where those are equal. */
function isLike(seen: Answer, one: Answer, other: Answer): boolean {
  return statusOf(one) === statusOf(other)
    ? sameRefusal(seen, one)
    : statusOf(seen) === statusOf(one);
}

/** A request with two flaws is answered like one that has only the flaw checked first. */
const hasTwoFlaws: Step = async ({ context: { api, callers, draft, observe } }) => {
  const invalid = await readableAnswer(api.create(callers.researcher, {}));
  if (invalid.outcome !== 'refusal') return;
  for (const caller of [callers.nobody, callers.unknown]) {
    const strange = await readableAnswer(api.create(caller, draft()));
    const both = await readableAnswer(api.create(caller, {}));
    const isFirst = isLike(both, strange, invalid);
    const isAfter = isLike(both, invalid, strange);
    if (isFirst === isAfter) continue;
    observe('auth.order', isFirst ? 'first' : 'after-validation', both.exchange);
    return;
  }
};

/** The target file does not say of each caller whether it may create, and of none under which name. */
const unsureCreators: Who = ({ context: { target } }) =>
  holdersIn(target)
    .filter(({ token }) => creatingRoles.some((role) => hasRole(target, token, role) === undefined))
    .map(({ key, token: authorization }) => ({ key, authorization }));

/** Limited tokens are not used: their calls are announced, these are not. */
function isUnlimited(who: Who): (stage: Stage) => boolean {
  return (stage) => {
    const { limited } = stage.context.target.tokens;
    return who(stage).every((one) => limited.every(({ token }) => token !== one.authorization));
  };
}

/** The role matters only if a researcher is served; otherwise the refusal has another reason. */
const readerLooksUp = withFound(([[found] = [undefined]]) => {
  const hash = found?.hash ?? '';
  const asResearcher = (refusal: Answer) =>
    looksUp(researcher, hash, {
      shows({ outcome }, { context: { observe } }) {
        if (outcome !== 'success') return;
        observe('lookup.who', 'researchers', refusal.exchange);
        observe('lookup.status.may-not-look-up', statusOf(refusal), refusal.exchange);
      },
    });
  const asReader = looksUp(reader, hash, {
    shows(answer, stage) {
      if (answer.outcome !== 'success') return play(stage, [asResearcher(answer)]);
      return stage.context.observe('lookup.who', 'known', answer.exchange);
    },
  });
  return [when(isUnlimited(reader), when(isUnlimited(researcher), asReader))];
});

// Values.

const seen = { keeps: 'it', looks: 'it' } as const;

/** Only where a field may be left out, null in it can stand for that. */
const sendsNull: Step = async ({ context: { api, callers, draft, observe } }) => {
  for (const field of draftFields) {
    const { [field]: _, ...rest }: { readonly [field: string]: unknown } = { ...draft() };
    const without = await readableAnswer(api.create(callers.researcher, rest));
    if (without.outcome !== 'success') continue;
    // Of another file: a server may refuse what it takes for the same report.
    const asked = api.create(callers.researcher, { ...draft(), [field]: null });
    const { outcome, exchange } = await readableAnswer(asked);
    observe('create.null-fields', outcome === 'success' ? 'left-out' : 'refused', exchange);
    return;
  }
};

/** The usual link with another scheme: only that may make a difference. */
const triesSchemes: Step = async ({ context: { api, callers, draft, observe } }) => {
  const [https, http, ftp] = await Promise.all(
    ['https', 'http', 'ftp'].map((scheme) => {
      const usual = draft();
      const referenceLink = usual.referenceLink.replace(/^[a-z][a-z0-9+.-]*:/i, `${scheme}:`);
      return readableAnswer(api.create(callers.researcher, { ...usual, referenceLink }));
    }),
  );
  const isTaken = (answer: Answer | undefined): boolean => answer?.outcome === 'success';
  if (!isTaken(https) || !http || !ftp) return;
  const answer = isTaken(ftp) ? 'any' : isTaken(http) ? 'web' : 'https';
  // openapi.yaml has no answer for a server that accepts ftp but not http.
  const word = isTaken(ftp) && !isTaken(http) ? 'ftp and https' : answer;
  observe('create.link.scheme', word, (isTaken(http) ? ftp : http).exchange);
};

/** What firstSeenID points to, by a report and those that share its file and its address. */
function whatFirstSeenNames(original: JsonBody, ofFile: JsonBody, ofAddress: JsonBody): string {
  const reports = [original, ofFile, ofAddress];
  const own = reports.filter((one) => sameText(one.firstSeenID, one.id));
  if (own.length === reports.length) return 'own';
  const ids = new Set(reports.map(({ firstSeenID }) => String(firstSeenID).toLowerCase()));
  if (own.length === 0 && ids.size === reports.length) return 'random';
  const isFirstOfFile = sameText(ofFile.firstSeenID, original.firstSeenID);
  const isFirstOfAddress = sameText(ofAddress.firstSeenID, original.firstSeenID);
  const isItself = own.includes(original);
  if (isItself && isFirstOfFile && !isFirstOfAddress) return 'file';
  if (isItself && isFirstOfAddress && !isFirstOfFile) return 'address';
  return 'something else';
}

/** Three reports: the second shares the file of the first, the third its address. */
const firstSeen: readonly Step[] = [
  creates(researcher, {}, seen),
  ...(['file256Hash', 'c2Address'] as const).map((field) =>
    creates(
      researcher,
      (_, { context, it: { sent } }) =>
        context.draft({ [field]: (sent as { readonly [name: string]: unknown })[field] }),
      { keeps: field, looks: field },
    ),
  ),
  ({ reports, context }) => {
    const [original, file, address] = ['it', 'file256Hash', 'c2Address'].map((name) =>
      reports.get(name),
    );
    if (original?.firstFetched && file?.firstFetched && address?.firstFetched)
      context.observe(
        'report.first-seen',
        whatFirstSeenNames(original.firstFetched, file.firstFetched, address.firstFetched),
        file.creation,
      );
  },
];

// URLs.

function feedPath({ service }: Stage): string {
  return calledPath(operations.of('fetch'), { service });
}

/** How a malformed URL is refused; where something in front of the API does that, a repeated parameter reaches it. */
function callsByMalformedUrl(operation: 'fetch' | 'delete' | 'lookup'): Step {
  const query = `?report=${randomUUID()}`;
  const malformed = operations.of(operation).path.replace(/\{\w+\}/, '%zz');
  return async (stage) => {
    const { api, callers, observe } = stage.context;
    const isLookup = operation === 'lookup';
    const caller = isLookup ? callers.analyst : callers.researcher;
    const paths = isLookup
      ? [malformed]
      : [malformed + query, `${feedPath(stage)}${query}&${query.slice(1)}`];
    for (const rawPath of paths) {
      const answer = await api.send({ operation, caller, about: {}, way: { rawPath } });
      const { outcome, exchange } = answer;
      if (outcome !== 'refusal' || exchange.throttled) continue;
      observe(`${operation}.status.malformed-request`, exchange.response.status, exchange);
      if (isLookup) observe('lookup.error-body', errorBodyOf(answer), exchange);
      return;
    }
  };
}

export const probes: readonly Scenario[] = [
  probe('feed', ['auth.prefix'], triesPrefixes),
  probe(
    'lookup',
    ['auth.prefix'],
    when(({ context: { target } }) => !target.areas.includes('feed'), triesPrefixes),
  ),
  probe('feed', ['auth.order'], hasTwoFlaws),
  probe('feed', ['create.status.not-a-researcher'], creates(unsureCreators, {}, seen)),
  ...questions.map(({ point, taken, refused, change }) =>
    probe(
      'feed',
      [point],
      creates(
        researcher,
        (usual) => ({ ...usual, ...change(usual) }),
        tells(point, taken, refused),
      ),
    ),
  ),
  ...limits.map((row) =>
    probe('feed', [row.point, ...(row.status ? [row.status] : [])], ({ context }) =>
      observeLimit(context, row),
    ),
  ),
  probe('feed', ['create.status.wrong-type'], creates(researcher, { tags: 5 })),
  probe('feed', ['create.null-fields'], sendsNull),
  probe(
    'feed',
    ['create.score.notation', 'create.status.wrong-notation'],
    creates(
      researcher,
      {},
      {
        writes: (json) => json.replace(/(?<="confidenceScore":)-?\d+/, '$&.0'),
        shows({ outcome, exchange }, { context: { observe } }) {
          const isTaken = outcome === 'success';
          observe('create.score.notation', isTaken ? 'any' : 'digits', exchange);
          if (!isTaken) observe('create.status.wrong-notation', exchange.response.status, exchange);
        },
      },
    ),
  ),
  probe('feed', ['create.link.scheme'], triesSchemes),
  probe(
    'feed',
    ['create.link.international'],
    creates(
      researcher,
      (usual) => {
        const { referenceLink } = usual;
        return {
          ...usual,
          referenceLink: `${referenceLink}${referenceLink.includes('?') ? '&' : '?'}ü`,
        };
      },
      {
        ...seen,
        shows({ outcome, exchange }, { context, reports }) {
          const link = String(reports.get('it')?.firstFetched?.referenceLink);
          const stored = /%C3%BC$/i.test(link) ? 'encoded' : 'as sent';
          const answer = outcome === 'success' ? stored : 'refused';
          context.observe('create.link.international', answer, exchange);
        },
      },
    ),
  ),
  probe('feed', ['report.first-seen'], ...firstSeen),
  ...(['fetch', 'delete'] as const).map((operation) =>
    probe('feed', [`${operation}.status.malformed-request`], callsByMalformedUrl(operation)),
  ),
  ...queries.map(({ point, taken, refused, of }) =>
    probe(
      'feed',
      [point],
      hasSeen(),
      // Not by the id of the report: where the query is not taken, a refusal is correct.
      when(
        ({ it }) => of(it.id) !== `report=${it.id}`,
        fetches(itsReader, none, {
          path: (stage) => `${feedPath(stage)}?${of(stage.it.id)}`,
          ...tells(point, taken, refused),
        }),
      ),
    ),
  ),
  probe(
    'feed',
    ['feed.repeated-parameters'],
    hasSeen('first'),
    hasSeen(),
    fetches(itsReader, none, {
      path: (stage) =>
        `${feedPath(stage)}?report=${stage.reports.get('first')?.id}&report=${stage.it.id}`,
      manner: { way: { isOdd: true } },
      shows({ outcome, body, exchange }, { reports, it, context }) {
        const shown = isObject(body.report) ? body.report.id : undefined;
        const ids = { first: reports.get('first')?.id, last: it.id };
        const taken = Object.entries(ids).find(([, id]) => sameText(shown, id))?.[0];
        const answer = outcome === 'refusal' ? 'refused' : taken;
        if (answer) context.observe('feed.repeated-parameters', answer, exchange);
      },
    }),
  ),
  probe('lookup', ['lookup.who', 'lookup.status.may-not-look-up'], readerLooksUp),
  probe(
    'lookup',
    ['lookup.status.malformed-request', 'lookup.error-body'],
    callsByMalformedUrl('lookup'),
  ),
  probe(
    'lookup',
    ['lookup.unknown-parameters'],
    withFound(([[found] = [undefined]]) => [
      {
        does: 'lookup',
        who: analyst,
        // Not by the hash, as above.
        hash: () => undefined,
        path: () =>
          `${operations.of('lookup').path.replace('{hash}', found?.hash ?? '')}?abuse-feed-kit=1`,
        ...tells('lookup.unknown-parameters', 'ignored', 'refused'),
      },
    ]),
  ),
];
