import { plural } from '../../../src/values/listed.ts';
import { version } from '../../../src/values/package-root.ts';
import { sectionsIn } from '../clause.ts';
import type { ListenResult } from '../listen/conclude.ts';
import type { Leftover } from '../run/cleanup.ts';
import type { TargetSummary, TargetUrl } from '../run/conclusions.ts';
import type { RunResult } from '../run/result.ts';
import { exchangeCurl } from '../talk/exchange.ts';
import { outageLines } from '../talk/outage.ts';
import { partLines, untestedBy } from '../verdict/tally.ts';
import type { ClauseResult } from '../verdict/verdict.ts';
import { safeCopy } from './safe-copy.ts';

/** A result of a run, or of listening. */
export type Shown = RunResult & Partial<Pick<ListenResult, 'clients' | 'heard'>>;

/** Open points are never judged: without evidence they were not seen. */
export type End = ClauseResult['verdict'] | 'not-seen';

/** How clauses end, in the order in which every report has them. */
export const ends: { readonly [end in End]: { readonly mark: string; readonly says: string } } = {
  broken: { mark: '✘', says: 'broken' },
  met: { mark: '✔', says: 'met' },
  'not-testable': { mark: '◌', says: 'not testable' },
  waived: { mark: '~', says: 'waived' },
  observed: { mark: '·', says: 'observed' },
  'not-seen': { mark: '◌', says: 'open and not seen' },
  'not-applicable': { mark: '–', says: 'not asked for' },
};

/** A line of a list. */
export interface Item {
  readonly text: string;
  readonly end?: End;
  /** The clauses that it counts. */
  readonly clauses?: readonly string[];
  /** The clause that it is about. */
  readonly about?: string | undefined;
  /** A request that shows it. */
  readonly curl?: string | undefined;
}

/** What every report lists beside causes and clauses. */
export interface List {
  readonly id: string;
  readonly title: string;
  readonly items: readonly Item[];
}

/** A section of the specification with its clauses, what is broken first. */
export interface Section {
  readonly section: string;
  readonly heading: string;
  readonly counts: readonly (readonly [end: End, count: number])[];
  readonly clauses: readonly ClauseResult[];
}

/** What every report says of a result. Renderers give it a form, and nothing else. */
export interface View {
  readonly result: Shown;
  /** `VIOLATES (cut short)`. */
  readonly verdict: string;
  /** The kit, the target and where its URLs come from. */
  readonly heading: string;
  /** How the server stopped answering for good. */
  readonly ending: readonly string[];
  /** `2026-01-02 03:04:05 UTC, 12.3 s`. */
  readonly when: string;
  readonly counts: readonly (readonly [end: End, says: string])[];
  /** `1940 requests in 4.8 s, 106 of them to clean up`. */
  readonly requests: string;
  /** `2 causes behind 5 broken clauses`. */
  readonly causes: string;
  readonly sections: readonly Section[];
  /** Without those that have nothing to say. */
  readonly lists: readonly List[];
}

export function viewOf(result: Shown): View {
  const {
    verdict,
    counts,
    clauses,
    causes,
    startedAt,
    durationMs,
    cleaning,
    outages = [],
  } = result;
  const cut = result.aborted ? ' (cut short)' : '';
  const seconds = `${(durationMs / 1000).toFixed(1)} s`;
  const open = clauses.filter(({ kind }) => kind === 'open').length;
  return {
    result,
    verdict: verdict.toUpperCase() + cut,
    heading: heading(result.target),
    ending: outages.filter(({ hasComeBack }) => !hasComeBack).flatMap(outageLines),
    when: `${startedAt.slice(0, 19).replace('T', ' ')} UTC, ${seconds}`,
    counts: [
      ['met', `${counts.met} met`],
      ['broken', `${counts.broken} broken${cut}`],
      ['not-testable', `${counts.untested} not testable`],
      ['waived', `${counts.waived} waived`],
      ['observed', `${counts.openObserved} of ${open} open points that a run can see`],
    ],
    requests: `${result.requests} ${result.requests === 1 ? 'request' : 'requests'} in ${seconds}${cleaning > 0 ? `, ${cleaning} of them to clean up` : ''}`,
    causes: `${plural(causes.length, 'cause')} behind ${plural(counts.broken, 'broken clause')}${cut}`,
    sections: sectionsOf(clauses),
    lists: listsOf(result).filter(({ items }) => items.length > 0),
  };
}

/** The first line of every report: the kit, the target, and the origin of its URLs. */
export function heading(target: TargetSummary): string {
  const [first, ...others] = safeCopy(target).urls;
  const told = ({ url, from }: TargetUrl): string =>
    from === undefined ? url : `${url} (${from})`;
  const all = [
    ...(first ? [told(first)] : []),
    ...others.map((one) => `${one.area} at ${told(one)}`),
  ];
  return `abuse-feed-kit ${version()} judges ${all.join(', ')}`;
}

export function endOf({ kind, verdict }: Pick<ClauseResult, 'kind' | 'verdict'>): End {
  return kind === 'open' && verdict === 'not-testable' ? 'not-seen' : verdict;
}

/** The place of the cause behind a broken clause among all; -1 where none is known. */
export function causeBehind({ id }: Pick<ClauseResult, 'id'>, causes: Shown['causes']): number {
  const own = causes.findIndex(({ clause }) => clause === id);
  return own >= 0
    ? own
    : causes.findIndex(({ alike, follows }) => [...alike, ...follows].includes(id));
}

/** The answers to an open point that were seen. */
export function seenIn({ observations }: ClauseResult): string {
  return observations.map(({ value }) => String(value)).join(', ');
}

export function countsIn(clauses: readonly ClauseResult[]): Section['counts'] {
  return (Object.keys(ends) as End[])
    .map((end) => [end, clauses.filter((one) => endOf(one) === end).length] as const)
    .filter(([, count]) => count > 0);
}

function sectionsOf(clauses: readonly ClauseResult[]): Section[] {
  return sectionsIn(clauses).map(({ section, heading }) => {
    const own = clauses.filter((one) => one.section === section);
    const counts = countsIn(own);
    const inOrder = counts.flatMap(([end]) => own.filter((one) => endOf(one) === end));
    return { section, heading, counts, clauses: inOrder };
  });
}

function plainList(id: string, title: string, lines: readonly string[]): List {
  return { id, title, items: lines.map((text) => ({ text })) };
}

function listsOf(result: Shown): List[] {
  const { clauses, unlocks, problems, target, remarks = [] } = result;
  const file = target.file ?? 'the target';
  return [
    {
      id: 'untested',
      title: 'Not testable',
      items: untestedBy(clauses).map(({ reason, clauses: ids }) => ({
        text: `${ids.length} × ${reason}`,
        end: 'not-testable',
        clauses: ids,
      })),
    },
    plainList('not-tried', 'Not tried, since the target file does not say who is what', unlocks),
    plainList('in-part', 'Met in part', partLines(clauses)),
    plainList(
      'target-file',
      'Look at the target file',
      problems.map(
        ({ key, message, line }) => `${file}${line ? `:${line}` : ''}: ${key}: ${message}`,
      ),
    ),
    plainList('left-behind', 'Left behind, since it could not be deleted', leftoverLines(result)),
    expectedList(result),
    plainList(
      'remarks',
      'Remarks, no part of the verdict',
      remarks.map(({ says }) => says),
    ),
    plainList('course', 'How it went', result.conditions ?? []),
    ...heardLists(result),
  ];
}

/** Of more with the same reason, one is named. */
const mostListed = 20;

/** One line for each, but one for many with the same reason: all ids are in the JSON report. */
function leftoverLines({ leftovers, words }: Pick<RunResult, 'leftovers' | 'words'>): string[] {
  const groups = new Map<string, Leftover[]>();
  for (const one of leftovers) {
    const key = one.isUnanswered ? 'unanswered' : `${placeOf(one)} ${one.why}`;
    groups.set(key, [...(groups.get(key) ?? []), one]);
  }
  return [...groups.values()].flatMap((group) => {
    const [first] = group;
    if (!first?.isUnanswered && group.length <= mostListed)
      return group.map((one) => `${placeOf(one)} ${one.id}: ${one.why}`);
    const places = [...new Set(group.map(placeOf))].join(', ');
    const such = first?.isUnanswered ? '' : `, such as ${first?.id}`;
    return [`${plural(group.length, ...words.created)} in ${places}${such}: ${first?.why ?? ''}`];
  });
}

/** The parameters of a request for it, besides its id. */
function placeOf({ id, about }: Leftover): string {
  return Object.values(about)
    .filter((value) => value !== id)
    .join(' ');
}

/** Expected answers to open points, which are no part of conformance. */
function expectedList({ expectations, clauses }: RunResult): List {
  const { file, results = [], summary = '', strict = false } = expectations ?? {};
  const differs = results.some(({ verdict }) => verdict === 'differs');
  const effect = strict
    ? '; with --strict, that ends with 1'
    : '; without --strict, that changes no exit code';
  const items = results.map(({ openPoint, expected, verdict, actual, exchange }): Item => {
    const about = clauses.find((one) => one.openPoint === openPoint)?.id;
    const wants = `${openPoint}: ${expected}`;
    if (verdict === 'as-expected') return { text: wants, end: 'met', about };
    return verdict === 'not-seen'
      ? { text: `${wants} expected, ${actual ?? 'not seen'}`, end: 'not-testable', about }
      : {
          text: `${wants} expected, ${actual} seen`,
          end: 'broken',
          about,
          curl: exchange && exchangeCurl(exchange),
        };
  });
  if (results.length > 0) items.push({ text: summary + (differs ? effect : '') });
  return { id: 'expected', title: `Expected answers (${file}), apart from conformance`, items };
}

const whyUnjudged: { readonly [reason: string]: string } = {
  'of another API': 'not of this API',
  unreadable: 'with a body that could not be unpacked, or not within 1 MiB',
  'too large': 'with a body over 1 MiB',
  'too fast': 'faster than they could be judged',
  unanswered: 'cut short by the client',
  bug: 'which this program failed at; its log says where',
  ours: 'given a 502 here, since the target did not respond',
};

/** The findings of a clause that a listener keeps. */
const mostKept = 20;

/** What listening has besides a verdict: what clients did wrong, and what was skipped or evicted. */
function heardLists({ clients = [], heard }: Shown): List[] {
  const { unjudged = {}, forgotten = [], broken = {} } = heard ?? {};
  const of = (kind: (typeof clients)[number]['kind']): string[] =>
    clients
      .filter((one) => one.kind === kind)
      .map(({ sentence, caller, times, first, id }) => {
        const often = times === 1 ? 'once' : `${times} times`;
        const status = first.status === undefined ? '' : `: ${first.status}`;
        return `${sentence} ${caller}, ${often}; first ${first.method} ${first.path}${status} ${id}`;
      });
  return [
    plainList('clients', 'Clients sent what the specification has not', of('breaks')),
    plainList('relied-on', 'Clients rely on what the specification leaves open', of('relies-on')),
    plainList(
      'unjudged',
      'Passed on and not judged',
      Object.entries(unjudged).map(
        ([reason, count]) => `${plural(count, 'exchange')} ${whyUnjudged[reason] ?? reason}`,
      ),
    ),
    plainList(
      'evicted',
      'Evicted because of memory limits',
      forgotten.map(({ count, words }) => `${plural(count, ...words)}, the longest unused first`),
    ),
    plainList(
      'often',
      'Broken more often than is kept',
      Object.entries(broken)
        .filter(([, count]) => count > mostKept)
        .map(([id, count]) => `${id}: ${count} times`),
    ),
  ];
}
