import { asciiLink, isAscii, isUri } from '../domain/link.ts';
import { type OperationName, operationNames } from '../domain/operation.ts';
import type { ReportDraft } from '../domain/report.ts';
import { isAmong, type Rules, type SentReport } from '../domain/rules.ts';
import { type Normalisation, normalisations, normalised } from '../spec/normalisations.ts';
import { type WhoMay, whoMay } from '../spec/who-may.ts';
import { isUrl } from '../values/url.ts';
import { tokenReaders } from './authorization.ts';
import { answerTo, type Dialect } from './dialect.ts';
import { idMaker } from './report-id.ts';

/** Who may call an operation that the contract does not have. */
const nobody: WhoMay = { any: [], except: [] };

/** The rules of the service, with the open ones answered by a dialect. */
export function rulesOf(dialect: Dialect): Rules {
  const callers = new Map(operationNames.map((name) => [name, whoMay(name, dialect)]));
  const callersOf = (operation: OperationName): WhoMay => callers.get(operation) ?? nobody;
  return {
    tokenIn: tokenReaders[dialect['auth.prefix']],
    tokenExpiry: tokenExpiry(dialect['auth.lifetime']),
    authenticatesFirst: dialect['auth.order'] === 'first',
    may: (operation, caller, subject) => isAmong(callersOf(operation), caller, subject),
    isPublic: (operation) => callersOf(operation).any.includes('anybody'),
    sameId: dialect['feed.id-case'] === 'found' ? () => true : (stored, asked) => stored === asked,
    repeatedParameter: dialect['feed.repeated-parameters'],
    opensFeeds: dialect['feed.unknown-service'] === 'created',
    duplicates: dialect['create.duplicates'],
    deletesAbsent: dialect['delete.absent'] === 'accepted',
    remembersDeleted: dialect['delete.afterwards'] === 'remembered',
    problemWith: (draft) =>
      urlProblem(dialect, draft.referenceLink) ??
      hashProblem(dialect, draft) ??
      scoreProblem(draft),
    asStored: (draft) => asStored(dialect, draft),
    newId: idMaker(dialect['report.id.version'], dialect['report.id.case']),
    nameOf: naming(dialect['report.name']),
    firstSeen: dialect['report.first-seen'],
    hashKey:
      dialect['lookup.hash-case'] === 'ignored' ? (hash) => hash.toLowerCase() : (hash) => hash,
    countsMalformedHash: dialect['lookup.malformed'] === 'counted',
    requestsOf: (caller) => caller.requests ?? dialect['lookup.initial-requests'],
    cost: 1,
    quotaPeriod:
      dialect['lookup.reset'] === 'never'
        ? () => ''
        : (now) => new Date(now).toISOString().slice(0, periods[dialect['lookup.reset']]),
    refillIn: (now) => refillIn(dialect['lookup.reset'], now),
    rateLimit: dialect['any.rate-limit'] === 'none' ? undefined : dialect['any.rate-limit'],
  };
}

function tokenExpiry(lifetime: Dialect['auth.lifetime']) {
  return (since: number) => (lifetime === 'unlimited' ? Infinity : since + lifetime * 1000);
}

const names = new Map<Dialect['report.name'], Rules['nameOf']>([
  ['first-tag', (draft) => draft.tags[0] ?? 'untagged'],
  ['address', (draft) => draft.c2Address],
  ['file', (draft) => draft.file256Hash],
  ['service', (_draft, service) => service],
]);

function naming(by: Dialect['report.name']): Rules['nameOf'] {
  const always = by.replace(/^always /, '');
  return names.get(by) ?? (() => always);
}

function urlProblem(dialect: Dialect, link: string | undefined): string | undefined {
  if (link === undefined) return undefined;
  // Only what is not ASCII is encoded: the rest has to be right as it is.
  const isUnfit =
    dialect['create.link.international'] === 'encoded' && isAscii(link) && !isUri(link);
  return isUnfit || !isUrl(link) ? 'body.referenceLink is not a URL.' : undefined;
}

function hashProblem(dialect: Dialect, draft: SentReport): string | undefined {
  if (dialect['create.link.names-hash'] === 'not-needed' || !draft.referenceLink) return undefined;
  return draft.referenceLink.toLowerCase().includes(draft.file256Hash.toLowerCase())
    ? undefined
    : 'body.referenceLink must name the hash in body.file256Hash.';
}

/** A number beyond these has been rounded when it was read: it could not be returned as it was sent. */
function scoreProblem({ confidenceScore = 0 }: SentReport): string | undefined {
  return Number.isSafeInteger(confidenceScore)
    ? undefined
    : `body.confidenceScore must be from ${Number.MIN_SAFE_INTEGER} to ${Number.MAX_SAFE_INTEGER}.`;
}

function asStored(dialect: Dialect, draft: SentReport): ReportDraft {
  const hash = draft.file256Hash.toLowerCase();
  const link = linkAsStored(dialect, draft.referenceLink ?? `https://results.example/${hash}`);
  const isDone = ({ point, answers }: Pick<Normalisation<unknown>, 'point' | 'answers'>): boolean =>
    answers.some((answer) => answer === answerTo(dialect, point));
  return {
    ...draft,
    tags: normalised(normalisations.tags, draft.tags ?? [], isDone),
    c2Address: normalised(normalisations.c2Address, draft.c2Address, isDone),
    file256Hash: hash,
    referenceLink: normalised(normalisations.referenceLink, link, isDone),
    confidenceScore: draft.confidenceScore ?? usualScore(dialect),
  };
}

function linkAsStored(dialect: Dialect, link: string): string {
  return dialect['create.link.international'] === 'encoded' ? asciiLink(link) : link;
}

/** What a report without a score gets: 0, or the allowed score that is nearest to it. */
function usualScore(dialect: Dialect): number {
  const lowest = dialect['create.score.minimum'];
  const highest = dialect['create.score.maximum'];
  const atMost = highest === 'unbounded' ? 0 : Math.min(0, highest);
  return lowest === 'unbounded' ? atMost : Math.max(atMost, lowest);
}

/** How much of an ISO timestamp names a period: nothing, month, day, hour. */
const periods = { never: 0, monthly: 7, daily: 10, hourly: 13 } as const;

function refillIn(reset: Dialect['lookup.reset'], now: number): number | undefined {
  if (reset === 'never') return undefined;
  const at = new Date(now);
  const year = at.getUTCFullYear();
  const month = at.getUTCMonth();
  const day = at.getUTCDate();
  const hour = at.getUTCHours();
  const next = {
    monthly: Date.UTC(year, month + 1),
    daily: Date.UTC(year, month, day + 1),
    hourly: Date.UTC(year, month, day, hour + 1),
  }[reset];
  return Math.ceil((next - now) / 1000);
}
