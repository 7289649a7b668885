import { expect, test } from 'vitest';
import { someExchange } from '../../../judging/talk/exchange.test.support.ts';
import type { Exchange } from '../../../judging/talk/exchange.ts';
import { Evidence } from '../../../judging/verdict/evidence.ts';
import { type CountClause, countClauses } from './counting-servers.ts';
import { Counts } from './counts.ts';
import { judgeCounts, noneLeft } from './judge-counts.ts';
import {
  another,
  blake3,
  kindOf,
  noHash,
  otherUnknown,
  sha256,
  sha512,
  unknown,
} from './lookups.test.support.ts';

/** A lookup and its answer, by the caller `t` unless another is named. */
interface Lookup {
  readonly hash: string;
  readonly status: number;
  readonly headers?: Exchange['response']['headers'];
  readonly ifNoneMatch?: boolean;
  readonly isRetry?: boolean;
  readonly caller?: string;
  /** Why its response cannot be read. */
  readonly unread?: Pick<Exchange['response'], 'garbled' | 'cut'>;
  /** Of a caller without a count. */
  readonly throttled?: boolean;
}

const retryLater = { 'retry-after': '1' };
/** Stands for a response that the client has recognised as a rate limit. */
const knownLimit = 430;

function served(hash: string): Lookup {
  return { hash, status: 200 };
}

function unmodified(hash: string): Lookup {
  return { hash, status: 304, ifNoneMatch: true };
}

function refused(hash: string): Lookup {
  return { hash, status: 403 };
}

function failed(hash: string): Lookup {
  return { hash, status: 500 };
}

function askedToWait(hash: string): Lookup {
  return { hash, status: 429 };
}

function toldWhen(hash: string): Lookup {
  return { hash, status: 429, headers: retryLater };
}

function limited(hash: string): Lookup {
  return { hash, status: knownLimit };
}

function garbled(hash: string): Lookup {
  return { hash, status: 200, unread: { garbled: 'Content-Encoding says gzip' } };
}

function cut(hash: string): Lookup {
  return { hash, status: 200, unread: { cut: true } };
}

function again(lookup: Lookup): Lookup {
  return { ...lookup, isRetry: true };
}

function by(caller: string, lookup: Lookup): Lookup {
  return { ...lookup, caller };
}

/** Somebody else is throttled. */
const elsewhere: Lookup = { ...askedToWait(sha256), caller: 'somebody', throttled: true };

/** Concurrent lookups take one turn. */
type Turn = Lookup | readonly Lookup[];

function atOnce(...lookups: readonly Lookup[]): Turn {
  return lookups;
}

/** `left`: what the target file says of each caller with a count. */
function countsOf(left: { readonly [caller: string]: number }, turns: readonly Turn[]): Counts {
  const counts = new Counts({
    fileOf: kindOf,
    kindOf,
    isLimit: ({ response }) => response.status === knownLimit,
  });
  for (const [turn, lookups] of turns.entries())
    for (const lookup of [lookups].flat()) {
      const { hash, status, headers = {}, caller = 't' } = lookup;
      const exchange = someExchange({
        operation: 'lookup',
        caller,
        about: { hash },
        startedAt: 10 * turn,
        endedAt: 10 * turn + 5,
        isRetry: lookup.isRetry ?? false,
        request: {
          method: 'GET',
          url: '',
          headers: lookup.ifNoneMatch ? { 'if-none-match': '1' } : {},
        },
        response: { status, headers, body: '{"error":"no"}', ...lookup.unread },
        outcome: status === 200 && !lookup.unread ? 'success' : 'refusal',
        throttled: lookup.throttled ?? false,
      });
      counts.add(exchange, left[caller]);
    }
  return counts;
}

function judged(counts: Counts): Evidence {
  const evidence = new Evidence();
  judgeCounts(counts, evidence);
  return evidence;
}

function brokenWith(remaining: number, ...turns: readonly Turn[]): CountClause[] {
  const evidence = judged(countsOf({ t: remaining }, turns));
  return countClauses.filter((id) => evidence.findings(id).length > 0);
}

test('lookups that are served as often as they may, and 304 for a cached one, are right', () => {
  expect(brokenWith(1, served(sha256), refused(sha256))).toEqual([]);
  expect(brokenWith(2, served(sha256), unmodified(sha256), refused(sha256))).toEqual([]);
  expect(brokenWith(0, refused(sha256))).toEqual([]);
});

test('lookups that are refused too soon or served too often are not', () => {
  expect(brokenWith(4, served(sha256), refused(sha512))).toEqual(['lookup/counts-once']);
  expect(brokenWith(0, served(sha256))).toEqual(['lookup/refused-at-zero']);
  const beyond = [served(sha256), served(sha512), served(blake3), served(sha512)];
  expect(brokenWith(1, ...beyond)).toEqual(['lookup/refused-at-zero']);
});

test('to refuse what nobody finds by that hash is no refusal of a count', () => {
  const [found, other] = [served(sha256), 'other'];
  const tooFew = [found, refused(blake3), refused(blake3)];
  const missed = { ...refused(blake3), caller: other };
  expect(brokenWith(4, ...tooFew)).toEqual(['lookup/counts-once']);
  expect(brokenWith(4, { ...found, caller: other }, missed, ...tooFew)).toEqual([]);
  // Who is never served is refused for another reason.
  expect(brokenWith(4, missed, ...tooFew)).toEqual(['lookup/counts-once']);
  expect(brokenWith(4, { ...served(blake3), caller: other }, missed, ...tooFew)).toEqual([
    'lookup/counts-once',
  ]);
});

test('a response that cannot be read is no refusal', () => {
  for (const unread of [garbled, cut]) {
    expect(brokenWith(3, served(sha256), unread(sha512), served(blake3), refused(sha256))).toEqual(
      [],
    );
    expect(brokenWith(1, unread(sha256), refused(sha256))).toEqual([]);
    expect(brokenWith(3, unread(sha256), refused(sha256))).toEqual(['lookup/counts-once']);
  }
});

test('what the client repeated until it was served may have been counted each time', () => {
  const repeated = [toldWhen(sha512), again(limited(sha512)), again(served(sha512))];
  const both = [served(sha256), ...repeated];
  expect(brokenWith(4, ...both, refused(blake3))).toEqual([]);
  expect(brokenWith(3, ...both, refused(blake3))).toEqual([]);
  expect(brokenWith(2, ...both, refused(blake3))).toEqual([]);
  expect(brokenWith(5, ...both, refused(blake3))).toEqual(['lookup/counts-once']);
});

test('a refusal that lasts is none of a rate limit, unless others are throttled meanwhile', () => {
  const lasting = [askedToWait(sha512), again(refused(sha512))];
  expect(brokenWith(2, served(sha256), ...lasting)).toEqual(['lookup/counts-once']);
  const [first, last] = lasting as [Lookup, Lookup];
  expect(brokenWith(2, served(sha256), first, elsewhere, last)).toEqual([]);
  expect(brokenWith(3, served(sha256), first, elsewhere, last)).toEqual(['lookup/counts-once']);
  expect(brokenWith(2, served(sha256), ...lasting, elsewhere)).toEqual(['lookup/counts-once']);
});

test('of concurrent lookups, a refusal that may be a rate limit is none of the count', () => {
  const besides = (...others: readonly Lookup[]) => atOnce(served(sha512), ...others);
  const broken = ['lookup/counts-once'];
  expect(brokenWith(3, served(sha256), besides(toldWhen(blake3)))).toEqual([]);
  expect(brokenWith(3, served(sha256), besides(limited(blake3)))).toEqual([]);
  expect(brokenWith(3, served(sha256), besides(askedToWait(blake3), elsewhere))).toEqual([]);
  expect(brokenWith(3, served(sha256), besides(askedToWait(blake3)), elsewhere)).toEqual(broken);
  expect(brokenWith(3, served(sha256), besides(refused(blake3), elsewhere))).toEqual(broken);
  // It was served later: requests were left.
  expect(brokenWith(3, served(sha256), besides(askedToWait(blake3)), served(blake3))).toEqual([]);
});

test('a miss that may have been throttled may not have been counted', () => {
  const throttled = [toldWhen(unknown), again(toldWhen(unknown))];
  const uncounted = [served(sha256), ...throttled, served(sha512)];
  expect(brokenWith(3, ...uncounted, refused(blake3))).toEqual([]);
  expect(brokenWith(2, ...uncounted, refused(blake3))).toEqual([]);
  expect(
    brokenWith(4, served(sha256), ...throttled, toldWhen(blake3), again(refused(blake3))),
  ).toEqual([]);
  expect(
    brokenWith(3, served(sha256), toldWhen(unknown), again(refused(unknown)), served(sha512)),
  ).toEqual([]);
});

test('misses that ask to wait for ever, with no sign of a rate limit, are refusals of the count', () => {
  const lasting = (hash: string) => [askedToWait(hash), again(askedToWait(hash))];
  const misses = [...lasting(unknown), ...lasting(otherUnknown)];
  expect(brokenWith(8, served(sha256), ...misses, refused(sha512))).toEqual(['lookup/counts-once']);
});

const noneLeftSeen = [
  'lookup.status.no-requests-left: 403',
  'lookup.error-body.no-requests-left: error',
];

function observedIn({ observations }: Evidence): string[] {
  return observations.map(({ openPoint, value }) => `${openPoint}: ${value}`);
}

test('whether what is no hash is counted is observed, if everything else is certain', () => {
  const begun = [served(sha256), refused(noHash), served(sha256)];
  const observed = (...turns: readonly Turn[]) =>
    observedIn(judged(countsOf({ t: 3 }, [...begun, ...turns])));
  expect(observed(refused(sha256), refused(sha256))).toEqual([
    ...noneLeftSeen,
    'lookup.malformed: counted',
  ]);
  expect(observed(served(sha256), refused(sha256))).toEqual(['lookup.malformed: free']);
  const unclear = [served(sha256), refused(noHash), toldWhen(sha256), again(served(sha256))];
  const evidence = judged(countsOf({ t: 3 }, [...unclear, refused(sha256)]));
  expect(observedIn(evidence)).toEqual(noneLeftSeen);
});

test('a refusal at a moment when everybody is refused shows nothing', () => {
  const outage = 't: everybody was refused at the same moment';
  const other = (lookup: Lookup) => by('other', lookup);
  const reasons = (...turns: readonly Turn[]) =>
    judged(countsOf({ t: 1 }, turns)).reasons('lookup/counts-once');
  const known = other(served(sha256));
  expect(reasons(known, served(sha256), refused(sha256), other(refused(sha256)))).toEqual([outage]);
  expect(reasons(known, served(sha256), refused(sha256), other(refused(sha512)))).toEqual([]);
  expect(reasons(known, served(sha256), other(refused(sha256)), refused(sha256))).toEqual([]);
  // Who is never served is refused for other reasons.
  expect(reasons(served(sha256), refused(sha256), other(refused(sha256)))).toEqual([]);
});

test('a token that is refused at once was used up before, unless the others show that the file is right', () => {
  const both = (...turns: readonly Turn[]) => judged(countsOf({ t: 1, u: 3 }, turns));
  const right = [served(sha256), refused(sha256)];
  const accused = both(...right, by('u', refused(sha256)));
  expect(accused.findings('lookup/counts-once').map(({ title }) => title)).toEqual([
    'refused at its first lookup, with 3 left (u)',
  ]);
  const others = [sha256, sha512, blake3].map((hash) => by('analyst', served(hash)));
  const charged = both(...right, ...others, by('u', refused(sha256)));
  expect(charged.brokenIds).toEqual(['lookup/counts-per-caller']);
  for (const answer of [failed(sha256), limited(sha256)]) {
    const spared = both(...right, by('u', answer));
    expect(spared.brokenIds).toEqual([]);
    expect(spared.reasons('lookup/counts-once')).toEqual([noneLeft('u')]);
  }
  // What finds nothing is refused with any number left.
  const missed = judged(
    countsOf({ t: 1, u: 2 }, [
      ...right,
      ...[refused(unknown), served(sha256)].map((one) => by('u', one)),
    ]),
  );
  expect(missed.brokenIds).toEqual([]);
  const neither = both(refused(sha256), by('u', refused(sha256)));
  expect(neither.reasons('lookup/counts-once')).toEqual([noneLeft('t'), noneLeft('u')]);
});

const unclearCount =
  'a lookup of t got no response, or the server was restarted: nobody knows what was counted';

test('a lookup without a response, and a restart, leave a count unclear', () => {
  const right = [served(sha256), refused(sha256)];
  const withLost = countsOf({ t: 1 }, right);
  withLost.noteLost(someExchange({ operation: 'lookup', caller: 't', about: { hash: sha256 } }));
  const evidence = judged(withLost);
  expect(evidence.brokenIds).toEqual([]);
  expect(evidence.metCount('lookup/counts-once')).toBe(0);
  expect(evidence.reasons('lookup/counts-once')).toEqual([unclearCount]);
  const restarted = countsOf({ t: 4 }, right);
  restarted.noteRestart();
  expect(judged(restarted).brokenIds).toEqual([]);
});

test('what cannot be explained by a lost lookup is broken all the same', () => {
  const early = countsOf({ t: 4 }, [served(sha256), refused(sha256)]);
  early.noteLost(someExchange({ operation: 'lookup', caller: 't', about: { hash: sha256 } }));
  expect(judged(early).brokenIds).toEqual(['lookup/counts-once']);
});

test('a finding says how many were served, what would explain it, and that the file may be wrong', () => {
  const misses = [refused(unknown), refused(otherUnknown)];
  const hits = [served(sha512), served(blake3), served(another(sha256))];
  const turns = [served(sha256), ...misses, ...hits, refused(sha512), refused(sha256)];
  const evidence = judged(countsOf({ t: 4 }, turns));
  const [finding] = evidence.findings('lookup/misses-count');
  expect(finding?.title).toBe('6 lookups were served, 4 were left (t)');
  expect(finding?.actual).toBe(
    '6 lookups were served, 4 were left (t), as if lookups that find nothing took nothing; or the target file is out of date, and t had more left',
  );
});

test('tokens that all had fewer left are said to have been used before', () => {
  const other = (lookup: Lookup) => by('u', lookup);
  const turns = [
    served(sha256),
    refused(sha256),
    other(served(sha256)),
    other(served(sha512)),
    other(refused(sha256)),
  ];
  const [finding] = judged(countsOf({ t: 3, u: 4 }, turns)).findings('lookup/counts-once');
  expect(finding?.actual).toContain(
    'every limited token had lost 2 before, as by a run that was stopped',
  );
});
