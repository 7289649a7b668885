import { randomUUID } from 'node:crypto';
import type { Role, Target } from '../index.ts';
import { changed, intercept, type Json, type MutantCall, overrideRules } from './mutant.ts';
import { optional } from './mutants/requests.ts';
import { type FrontRequest, type FrontResponse, jsonOf, type Layer } from './realistic/front.ts';
import { everyNth, fastifyError, inFront } from './realistic/in-front.ts';
import { answers, isDone, jsonResponse, on, page, saying } from './realistic/layers.ts';
import type { Mutation, Reply, WorldApi } from './server.ts';
import { wordy, wordySizes } from './wordy.ts';

/** A link to results, by the hash of a file. */
const pointsToFile = /^https:\/\/results\.example\/[\da-f]{64}$/;

/**
 * A conforming server that no dialect describes: it differs where the specification is silent, in a way
 * that needs no open point. The kit must accept it.
 */
export interface Form {
  readonly name: string;
  readonly mutation?: () => Mutation;
  /** A layer in front of it. */
  readonly layer?: Layer;
  /** Changes the target file instead of the server. */
  readonly target?: (target: Target) => Target;
}

/** The same replies in another form. */
function retold(change: (reply: Reply, call: MutantCall) => Reply): () => Mutation {
  return intercept(async (honest, served, call) => change(await honest(served, call), call));
}

function turnedAround(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(turnedAround);
  if (typeof value !== 'object' || value === null) return value;
  const members = Object.entries(value).map(([name, one]) => [name, turnedAround(one)] as const);
  return Object.fromEntries(members.reverse());
}

function isRefusal({ outcome }: Reply): boolean {
  return !['created', 'fetched', 'deleted', 'found'].includes(outcome);
}

type Sent = Extract<MutantCall, { operation: 'create' }>['report'];

/** Accepts only some reports; which ones is open (2.1, 4.1, 8). */
function takesOnly(isTaken: (sent: Sent) => boolean): () => Mutation {
  return intercept(async (honest, served, call) =>
    call.operation === 'create' && !isTaken(call.report) ? invalid(served) : honest(served, call),
  );
}

function invalid(served: WorldApi): Reply {
  return served.replies.refused('create', { kind: 'invalid-report', problem: 'not taken here' });
}

function tagsOf({ tags = [] }: Sent): readonly string[] {
  return tags;
}

/** A caller that owns a second feed, as with one account for several services. */
function alsoOwns(caller: string, service: string): () => Mutation {
  return overrideRules((honest) => ({
    may: (operation, who, subject) =>
      (operation === 'delete' && who?.id === caller && subject?.service === service) ||
      honest.may(operation, who, subject),
  }));
}

/** One token for two callers, if that is true for the reference server or made so. */
function sameCaller(one: Role, other: Role) {
  return (target: Target): Target => {
    const { [one]: _, ...callers } = target.callers;
    return { ...target, callers, tokens: { ...target.tokens, [one]: target.tokens[other] } };
  };
}

function shouting(value: Json): Json {
  const report = value.report as { readonly tags: readonly string[] } | undefined;
  if (!report) return value;
  return { ...value, report: { ...report, tags: report.tags.map((tag) => tag.toUpperCase()) } };
}

/** Adds a value that changes to a header and a field of every response: misleading for who compares texts. */
function telling(value: (request: FrontRequest, nth: number) => string): Layer {
  return (world) => {
    let count = 0;
    return answers((response, request) => {
      const told = value(request, ++count);
      const headers = { ...response.headers, 'x-told': told };
      const isJson = String(headers['content-type']).startsWith('application/json');
      return isJson
        ? saying({ ...response, headers }, { ...jsonOf(response), told })
        : { ...response, headers };
    })(world);
  };
}

const nothing = Buffer.alloc(0);

/** With a limit in front of it, of so many bytes. */
function limited(bytes: number, refusal: FrontResponse): Layer {
  return inFront(({ body }) => body.length > bytes, refusal);
}

const emptyPage = '<!doctype html><title>Not found</title><p>There is no such file.';

const formsByName: { readonly [name: string]: Omit<Form, 'name'> } = {
  'members-in-another-order-each-time': {
    mutation: () => {
      let nth = 0;
      return retold((reply) =>
        reply.body.type === 'json' && nth++ % 2 === 1
          ? { ...reply, body: { type: 'json', value: turnedAround(reply.body.value) as object } }
          : reply,
      )();
    },
  },
  'refuses-with-503-and-retry-after': {
    mutation: retold((reply) =>
      isRefusal(reply)
        ? { ...reply, status: 503, headers: { ...reply.headers, 'Retry-After': '1' } }
        : reply,
    ),
  },
  'refuses-with-429': {
    mutation: retold((reply) => (isRefusal(reply) ? { ...reply, status: 429 } : reply)),
  },
  'refuses-lookups-with-a-page': {
    mutation: retold((reply, { operation }) =>
      operation === 'lookup' && isRefusal(reply)
        ? {
            ...reply,
            headers: { ...reply.headers, 'Content-Type': 'text/html' },
            body: { type: 'text', value: emptyPage },
          }
        : reply,
    ),
  },
  'takes-no-report-without-tags': { mutation: takesOnly((sent) => tagsOf(sent).length > 0) },
  'takes-one-tag': { mutation: takesOnly((sent) => tagsOf(sent).length <= 2) },
  'takes-plain-tags': {
    mutation: takesOnly((sent) => tagsOf(sent).every((tag) => /^[a-z\d -]{1,64}$/.test(tag))),
  },
  'takes-short-texts': {
    mutation: takesOnly(
      ({ c2Address, referenceLink = '', ...sent }) =>
        [c2Address, referenceLink, ...tagsOf({ c2Address, ...sent })].join('').length <= 200,
    ),
  },
  'takes-names-and-no-addresses': {
    mutation: takesOnly(({ c2Address }) => /^[a-z][a-z\d.-]*:\d{4}$/.test(c2Address)),
  },
  'takes-plain-links': {
    mutation: takesOnly(({ referenceLink = '' }) => pointsToFile.test(referenceLink)),
  },
  'takes-one-score': { mutation: takesOnly(({ confidenceScore }) => confidenceScore === 1) },
  'takes-plain-reports-only': {
    mutation: takesOnly(
      ({ confidenceScore, c2Address, referenceLink = '', ...sent }) =>
        confidenceScore === 1 &&
        /^c2-[\d-]+\.abuse-feed-kit\.example:4444$/.test(c2Address) &&
        pointsToFile.test(referenceLink) &&
        tagsOf({ c2Address, ...sent }).join() === 'abuse-feed-kit,rat',
    ),
  },
  'reader-owns-the-feed': { target: sameCaller('reader', 'service') },
  'reader-owns-the-other-feed': { target: sameCaller('reader', 'otherServiceOwner') },
  'analyst-is-a-researcher': { target: sameCaller('analyst', 'researcher') },
  'analyst-owns-the-feed': { target: sameCaller('analyst', 'service') },
  'one-caller-for-all': {
    mutation: alsoOwns('researcher-1', 'tunnelco'),
    target: ({ tokens: { researcher, limited }, ...target }) => {
      const tokens = { researcher, service: researcher, analyst: researcher, limited };
      return { ...target, callers: {}, tokens: tokens as Target['tokens'] };
    },
  },
  'second-researcher-has-few-requests': {
    target: (target) => {
      const [few] = target.tokens.limited;
      return { ...target, tokens: { ...target.tokens, otherResearcher: few?.token ?? '' } };
    },
  },
  'researcher-owns-the-other-feed': {
    mutation: alsoOwns('researcher-1', 'dyndnsco'),
    target: sameCaller('otherServiceOwner', 'researcher'),
  },
  'second-researcher-owns-the-feed': {
    mutation: alsoOwns('researcher-2', 'tunnelco'),
    target: sameCaller('service', 'otherResearcher'),
  },
  'researcher-owns-the-feed': {
    mutation: alsoOwns('researcher-1', 'tunnelco'),
    target: sameCaller('service', 'researcher'),
  },
  'nobody-but-a-researcher-and-an-analyst': {
    target: ({ otherService: _, callers: __, ...target }) => {
      const { researcher, analyst } = target.tokens;
      const tokens = { researcher, analyst, limited: [] } as Target['tokens'];
      return { ...target, callers: {}, tokens };
    },
  },
  'nothing-is-stated-of-callers': { target: (target) => ({ ...target, callers: {} }) },
  'one-limited-token': {
    target: (target) => {
      const limited = target.tokens.limited.slice(0, 1);
      return { ...target, tokens: { ...target.tokens, limited } };
    },
  },
  'deletes-with-both-flags': {
    mutation: retold((reply) =>
      reply.outcome === 'deleted'
        ? changed(reply, (told) => ({ ...told, successful: true }))
        : reply,
    ),
  },
  'leaves-out-tags-that-were-not-sent': { mutation: optional('tags') },
  'leaves-out-a-link-that-was-not-sent': { mutation: optional('referenceLink') },
  'leaves-out-a-score-that-was-not-sent': { mutation: optional('confidenceScore') },
  'tags-in-upper-case': {
    mutation: retold((reply, { operation }) =>
      operation === 'fetch' ? changed(reply, shouting) : reply,
    ),
  },
  'one-owner-of-both-feeds': {
    mutation: alsoOwns('owner-tunnelco', 'dyndnsco'),
    target: sameCaller('otherServiceOwner', 'service'),
  },
  'breaks-on-a-parameter-given-twice': {
    layer: on('delete', ({ url }) =>
      url.split('report=').length > 2
        ? jsonResponse(500, { error: 'it was not expected', successful: false })
        : undefined,
    ),
  },
  'serves-a-parameter-given-twice': {
    layer: on('delete', ({ url }) =>
      url.split('report=').length > 2
        ? jsonResponse(200, { message: 'it is not there any more', success: true })
        : undefined,
    ),
  },
  'tells-a-number': { layer: telling((_, nth) => String(nth)) },
  'tells-the-time': { layer: telling(() => new Date().toISOString()) },
  'tells-a-part-of-the-id': {
    layer: telling(({ id }) => `${id.slice(0, 8)}-${randomUUID().slice(0, 8)}`),
  },
  'wants-to-know-how-long-a-body-is': {
    layer: on('create', ({ headers }) => (headers['content-length'] ? undefined : page(411))),
  },
  'is-behind-a-proxy-with-a-limit-of-1-mib': { layer: limited(1024 * 1024, page(413)) },
  'is-behind-a-proxy-with-a-limit-of-20-kb': { layer: limited(20_000, page(413)) },
  'has-a-framework-with-a-limit-of-20-kb': {
    layer: limited(20_000, fastifyError(413, 'FST_ERR_CTP_BODY_TOO_LARGE', 'Payload Too Large')),
  },
  'is-behind-a-proxy-with-short-urls': {
    layer: inFront(({ url }) => url.length > 250, page(414)),
  },
  'has-a-runtime-with-a-limit-of-headers': {
    layer: inFront(({ url }) => url.length > 250, { ...page(431), headers: {}, body: nothing }),
  },
  'is-behind-a-firewall': { layer: inFront(({ url }) => url.includes("'"), page(403)) },
  'is-behind-a-proxy-with-a-rate-limit': { layer: everyNth(400, page(429)) },
  'is-behind-a-gateway-that-fails-at-times': { layer: everyNth(60, page(502)) },
  'closes-connections-after-refusals': {
    layer: answers((response) =>
      isDone(response)
        ? response
        : { ...response, headers: { ...response.headers, connection: 'close' } },
    ),
  },
};

export const forms: readonly Form[] = [
  ...Object.entries(formsByName).map(([name, form]) => ({ name, ...form })),
  ...wordySizes.map((size) => ({ name: `answers-in-${size}-KiB`, layer: wordy(size) })),
];
