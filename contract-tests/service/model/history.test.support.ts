import { fileHashes, type HashKind } from '../../../src/spec/file-hashes.ts';
import { schemaSample } from '../../../src/spec/schema/samples.ts';
import { schemaNamed } from '../../../src/spec/schemas.ts';
import { roles as targetRoles } from '../../../src/spec/target-callers.ts';
import { whoMay } from '../../../src/spec/who-may.ts';
import { someExchange } from '../../judging/talk/exchange.test.support.ts';
import type { Exchange, RequestEncoding } from '../../judging/talk/exchange.ts';
import { Evidence } from '../../judging/verdict/evidence.ts';
import { abuseFeed } from '../abuse-feed.ts';
import { otherFields } from '../requests/draft.ts';
import { withoutOtherRoles } from '../target/other-roles.test.support.ts';
import { targetAt } from '../target/target.test.support.ts';
import type { Target } from '../target/target.ts';
import { callersKnown } from './known/who.ts';
import { AbuseFeedModel, type AbuseFeedModelOptions } from './model.ts';

export function id(digit: string): string {
  return `${digit.repeat(8)}-1111-4111-8111-${digit.repeat(12)}`;
}

export const one = id('1');
export const two = id('2');
export const three = id('3');
/** Of one file: `a0a0…`, `a1a1…` and so on, by their kinds. */
export const hashes = Object.fromEntries(
  fileHashes.map(({ kind, digits }, nth) => [kind, ''.padEnd(digits, (0xa0 + nth).toString(16))]),
) as { readonly [kind in HashKind]: string };

export const feed = 'tunnelco';
export const otherFeed = 'dyndnsco';

const tokens = {
  ...Object.fromEntries(targetRoles.map((role) => [role, `token-${role}`])),
  limited: [
    { token: 'l2', remaining: 2 },
    { token: 'l3', remaining: 3 },
  ],
};

export const target: Target = targetAt('http://feed.example', {
  service: feed,
  otherService: otherFeed,
  tokens,
  callers: withoutOtherRoles(tokens),
  analyses: [hashes],
});

/** The service at this target. */
export const service = abuseFeed(target);

/** One exchange of a history; omitted fields have defaults. */
export interface HistoryEntry {
  readonly operation: string;
  /** A role of the target file, or any other name for a caller without one of its tokens. */
  readonly who?: string;
  readonly service?: string;
  readonly report?: string;
  readonly hash?: string;
  readonly sent?: unknown;
  /** The same as text, where it is not as JSON.stringify writes it. */
  readonly sentText?: string;
  /** The type of what is sent, if it is said. */
  readonly sentType?: string;
  readonly url?: string;
  readonly way?: RequestEncoding;
  /** 0: no response. */
  readonly status?: number;
  readonly type?: string;
  /** Text is sent as is, anything else as JSON. */
  readonly body?: unknown;
  /** Start and duration. Default: long after the previous exchange, and short. */
  readonly at?: number;
  readonly ms?: number;
  readonly scenario?: string;
  readonly cut?: true;
  readonly throttled?: true;
}

type More = Partial<HistoryEntry>;

export function draftOf(of: string): { readonly [field: string]: unknown } {
  return {
    ...otherFields,
    tags: ['rat'],
    c2Address: 'c2.example:443',
    file256Hash: of.replaceAll('-', '').repeat(2),
    referenceLink: 'https://results.example/page',
    confidenceScore: 5,
  };
}

export function reportOf(of: string, change: object = {}): object {
  return {
    ...(schemaSample(schemaNamed('Report')) as object),
    id: of,
    name: 'rat',
    reportedAt: '2026-01-31 13:45:00',
    reportedBy: 'First',
    firstSeenID: of,
    ...draftOf(of),
    ...change,
  };
}

export function analysisOf(change: object = {}): object {
  return {
    ...(schemaSample(schemaNamed('StaticAnalysis')) as object),
    date: '2026-01-31T13:45:00Z',
    tags: [],
    ssDeep: '3:a:b',
    configs: {},
    fileName: 'a.exe',
    mD5Hash: 'd'.repeat(32),
    sha1Hash: 'e'.repeat(40),
    ...Object.fromEntries(fileHashes.map(({ kind, field }) => [field, hashes[kind]])),
    sizeInBytes: 1,
    staticAnalysisDuration: '1s',
    ...change,
  };
}

export function created(of: string, more: More = {}): HistoryEntry {
  return {
    operation: 'create',
    sent: draftOf(of),
    status: 201,
    body: { id: of, successful: true },
    ...more,
  };
}

export function fetched(of: string, change: object = {}, more: More = {}): HistoryEntry {
  return {
    operation: 'fetch',
    report: of,
    body: { report: reportOf(of, change), successful: true },
    ...more,
  };
}

export function deleted(of: string, more: More = {}): HistoryEntry {
  return {
    operation: 'delete',
    report: of,
    body: { message: 'gone', success: true },
    ...more,
  };
}

export function found(hash: string, change: object = {}, more: More = {}): HistoryEntry {
  return {
    operation: 'lookup',
    who: 'analyst',
    hash,
    body: analysisOf(change),
    ...more,
  };
}

export function refused(operation: string, more: More = {}): HistoryEntry {
  return {
    operation,
    ...(operation === 'lookup' && { who: 'analyst' }),
    ...(operation === 'create' && { sent: draftOf(one) }),
    status: 403,
    body: { error: 'no', successful: false },
    ...more,
  };
}

/** A report is not found. */
export const missing = refused('fetch', { report: one, status: 404 });

/** How long a report may take to appear in a history. */
const grace = 1000;
/** Longer than that. */
const between = 2000;

const roles = new Set(Object.keys(target.tokens));

function callerOf(who: string): string {
  return roles.has(who.replace(/\[\d+\]$/, '')) ? `tokens.${who}` : who;
}

/** The owner of the feed where nobody else may, or else the researcher. */
function whoMayCall(operation: string): string {
  return whoMay(operation).any.every((name) => name === 'owner') ? 'service' : 'researcher';
}

export function exchangesOf(story: readonly HistoryEntry[]): Exchange[] {
  let clock = 0;
  return story.map((entry, nth) => {
    const { operation, who = whoMayCall(operation), service = feed, report, hash, sent } = entry;
    const startedAt = entry.at ?? clock + between;
    const endedAt = startedAt + (entry.ms ?? 10);
    clock = Math.max(clock, endedAt);
    return someExchange({
      number: nth + 1,
      operation,
      caller: callerOf(who),
      about: {
        ...(operation === 'lookup' ? { hash: hash ?? '' } : { service }),
        ...(report !== undefined && { report }),
      },
      ...(sent !== undefined && { sent }),
      request: {
        method: operation === 'create' ? 'POST' : operation === 'delete' ? 'DELETE' : 'GET',
        url: entry.url ?? 'http://feed.example/',
        headers: {
          accept: 'application/json',
          ...(entry.sentType !== undefined && { 'content-type': entry.sentType }),
        },
        ...(sent !== undefined && { body: entry.sentText ?? JSON.stringify(sent) }),
      },
      response: {
        status: entry.status ?? 200,
        headers: { 'content-type': entry.type ?? 'application/json' },
        body: typeof entry.body === 'string' ? entry.body : JSON.stringify(entry.body),
        ...(entry.cut && { cut: entry.cut }),
      },
      startedAt,
      endedAt,
      throttled: entry.throttled ?? false,
      ...(entry.way && { way: entry.way }),
      ...(entry.scenario !== undefined && { scenario: entry.scenario }),
    });
  });
}

interface HistoryOptions
  extends Partial<Pick<AbuseFeedModelOptions, 'isAlone' | 'readers' | 'target'>> {
  /** After so many of its entries, the server may have started anew. */
  readonly restartsAfter?: number;
}

/** Runs the model on a history, with requests and responses in chronological order. */
export function history(
  story: readonly HistoryEntry[],
  { isAlone = true, restartsAfter, ...options }: HistoryOptions = {},
): {
  readonly broken: string[];
  readonly met: (clause: string) => number;
  evidence: Evidence;
  model: AbuseFeedModel;
} {
  const evidence = new Evidence();
  const readers = ['tokens.researcher'];
  const model = new AbuseFeedModel({ target, evidence, isAlone, readers, grace, ...options });
  const whoIs = callersKnown(options.target ?? target);
  const events = exchangesOf(story).flatMap((exchange) => [
    { at: exchange.startedAt, tell: () => model.noteSent(exchange, exchange.startedAt) },
    {
      at: exchange.endedAt,
      tell: () =>
        exchange.response.status === 0
          ? model.noteLost(exchange)
          : void model.noteAnswer(exchange, whoIs(exchange.caller), {
              circumstances: {
                isPlain: true,
                isSetback: !isAlone && exchange.response.status > 499,
              },
            }),
    },
  ]);
  const first = restartsAfter === undefined ? undefined : events[2 * restartsAfter];
  if (first) events.push({ at: first.at - 1, tell: () => model.noteRestart(['feed', 'lookup']) });
  for (const { tell } of events.sort((a, b) => a.at - b.at)) tell();
  model.finish();
  return {
    broken: [...evidence.brokenIds],
    met: (clause) => evidence.metCount(clause),
    evidence,
    model,
  };
}
