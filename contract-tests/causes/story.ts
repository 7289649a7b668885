import { readAnswer } from '../talk/answer.ts';
import type { Exchange } from '../talk/exchange.ts';
import { createdId, inOrder, type Log } from './log.ts';

/** Clauses about what happens to one report because of another: the whole check tells the story. */
const aboutSeveral = new Set([
  'create/leaves-others-unchanged',
  'create/overwrites-nothing',
  'create/parallel-creates-are-all-kept',
  'create/repeats-make-new-reports',
  'delete/missing-id-is-refused',
  'delete/own-feed-only',
  'delete/removes-only-that-report',
  'delete/researchers-are-equal',
  'fetch/missing-id-is-refused',
  'fetch/own-feed-only',
  'fetch/unknown-id-is-refused',
  'report/reported-by-is-the-creator',
]);

/** That two looks differ is what shows these, however they do. */
export const isAboutAgreement = (clause: string): boolean =>
  /(-agree|same-by-every-hash)$/.test(clause);

/** That a call is answered at all is what shows these. */
export const isAboutRefusal = (clause: string): boolean =>
  /(-is-refused|-may-not|researchers-only|token-required|token-must-be-known)$/.test(clause);

/** Which calls were served is what shows these (8). */
export const isAboutCounting = (clause: string): boolean =>
  /^lookup\/(every-call-counts|counts-|misses-count|repeats-count|refused-at-zero|stays-refused)/.test(
    clause,
  );

/** Of the creates, and of the deletes, that may be why a report is gone. */
const mostActs = 6;

/** Longer stories are told of the report alone. */
const longest = 40;

/** Clauses about what an act has done, which only a look afterwards shows. */
const seenLater = new Set([
  'create/id-is-the-services',
  'create/lowers-the-hash',
  'create/reporter-is-the-services',
  'create/time-is-the-services',
  'delete/refused-means-unchanged',
]);

/** Clauses of a report that nobody finds: one look is enough. */
const lookedForOnce = new Set([
  'create/id-finds-the-report',
  'create/in-the-named-feed',
  'fetch/stored-report-is-found',
]);

/** Whether the check that made an exchange tells all that matters to it. */
export const isWholeStory = (clause: string, shown: Exchange, log: Log): boolean => {
  const { length } = log.before(shown);
  return !aboutSeveral.has(clause) || (length > 1 && length <= longest);
};

/** The exchanges that lead to what an exchange shows, which is the last of them. */
export const storyOf = (clause: string, shown: Exchange, log: Log): readonly Exchange[] => {
  const look = seenLater.has(clause) ? log.lookAfter(shown) : undefined;
  const story = storyUntil(clause, look ?? shown, log);
  return lookedForOnce.has(clause)
    ? story.filter((one) => one.operation !== 'fetch' || one === shown)
    : story;
};

const storyUntil = (clause: string, shown: Exchange, log: Log): readonly Exchange[] => {
  if (shown.operation === 'lookup') return lookups(clause, shown, log);
  const check = log.before(shown);
  if (clause === 'create/parallel-creates-are-all-kept')
    return check.filter((one) => createdId(one) !== undefined);
  if (aboutSeveral.has(clause) && isWholeStory(clause, shown, log)) return check;
  if (/report-stays$|removes-only-that-report$/.test(clause)) return vanishing(shown, log);
  const report = log.reportOf(shown);
  const isRefusedCreate = shown.operation === 'create' && report === undefined;
  if (report !== undefined && !isRefusedCreate) {
    const history = log.historyOf(report, shown);
    return shown.operation === 'create' ? [...refusedBefore(shown, log), ...history] : history;
  }
  return [shown];
};

/** A report that is gone: all that was done from when it was last seen until it was first missed may be why. */
const vanishing = (shown: Exchange, log: Log): readonly Exchange[] => {
  const history = log.historyOf(log.reportOf(shown) ?? '', shown);
  const looks = history.filter(({ operation }) => operation === 'fetch');
  const seen = looks.findLast((one) => readAnswer(one).outcome === 'success');
  if (!seen) return history;
  const missed = looks.find((one) => one.startedAt > seen.startedAt) ?? shown;
  const meanwhile = log.exchanges.filter(
    (one) => one.endedAt > seen.startedAt && one.startedAt < missed.endedAt,
  );
  const creates = meanwhile.filter((one) => createdId(one) !== undefined).slice(-mostActs);
  const deletes = likeliest(
    meanwhile.filter((one) => one.operation === 'delete' && one.caller.startsWith('tokens.')),
    shown,
  ).slice(-mostActs);
  // Of what was deleted, all that was done to it, from its creation on.
  const deleted = deletes
    .flatMap((one) => log.historyOf(one.about.report ?? '', one))
    .filter((one) => one.operation !== 'fetch');
  const until = history.slice(0, history.indexOf(seen) + 1);
  return inOrder([...new Set([...until, ...creates, ...deleted, shown])]);
};

/** Last come the deletions that succeeded, and of these the ones in the feed of the report that is gone. */
const likeliest = (deletes: readonly Exchange[], { about }: Exchange): Exchange[] => {
  const likelihood = (one: Exchange): number =>
    (readAnswer(one).outcome === 'success' ? 2 : 0) + (one.about.service === about.service ? 1 : 0);
  return [...deletes].sort((a, b) => likelihood(a) - likelihood(b));
};

/** A refusal that gives in at last shows only after the others. */
const refusedBefore = (shown: Exchange, log: Log): Exchange[] =>
  log
    .before(shown)
    .filter(
      (one) =>
        one !== shown &&
        one.operation === shown.operation &&
        one.caller === shown.caller &&
        one.request.url === shown.request.url &&
        readAnswer(one).outcome === 'refusal',
    )
    .slice(-longest);

const lookups = (clause: string, shown: Exchange, log: Log): readonly Exchange[] => {
  const earlier = log.exchanges.filter(
    (one) => one.operation === 'lookup' && one.startedAt < shown.startedAt && one !== shown,
  );
  if (isAboutCounting(clause)) {
    const own = earlier.filter(({ caller }) => caller === shown.caller);
    const [first] = own;
    // Others' calls matter only between the first call and the second.
    const others =
      clause === 'lookup/counts-per-caller'
        ? earlier
            .filter(
              (one) => one.caller === 'tokens.analyst' && first && one.startedAt > first.endedAt,
            )
            .slice(0, 12)
        : [];
    return [...own.slice(0, 1), ...others, ...own.slice(1), shown];
  }
  if (clause === 'lookup/same-by-every-hash') {
    const other = log.exchanges.find(
      (one) =>
        one.caller === shown.caller &&
        one.about.hash !== shown.about.hash &&
        readAnswer(one).outcome === 'success' &&
        one.response.body.includes(String(shown.about.hash)),
    );
    return other ? [other, shown] : [shown];
  }
  const same = earlier.filter(
    (one) => one.caller === shown.caller && one.about.hash === shown.about.hash,
  );
  return [...same.slice(-longest), shown];
};
