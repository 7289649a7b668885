import type { Service } from '../service.ts';
import type { Exchange } from '../talk/exchange.ts';
import type { Finding } from '../verdict/evidence.ts';
import type { ClauseResult } from '../verdict/verdict.ts';
import { atTheSameTime, usedConnection } from './circumstances.ts';
import { type Confirmation, triesOf } from './confirm.ts';
import { curlLines } from './curl-lines.ts';
import { restsOn } from './story.ts';
import { titleOf } from './title.ts';

/** One fault of a server: its root clause, the evidence, and the clauses that follow from it. */
export interface Cause {
  readonly clause: string;
  readonly section: string;
  /** Number and title of the section. */
  readonly heading: string;
  readonly kind: ClauseResult['kind'];
  readonly sentence: string;
  /** A one-line summary. */
  readonly title: string;
  readonly expected: string;
  readonly actual: string;
  /** The operation that it is about. */
  readonly operation: string;
  /** The exchange that shows it, and what in the response does. */
  readonly exchange?: Exchange;
  readonly sign?: Finding['sign'];
  /** How often it was seen. */
  readonly times: number;
  /** Clauses broken as a consequence. */
  readonly follows: readonly string[];
  /** The same clauses of other operations, also broken. */
  readonly alike: readonly string[];
  /** What of the target file it rests on: `tokens.reader is as the target file says`. */
  readonly doubts: readonly string[];
  /** How often a replay repeats its calls. */
  readonly tries: number;
  /** How it was reproduced; absent where that was not tried. */
  readonly confirmation?: Confirmation;
  /** The calls that reproduce it, as curl commands; empty where none are known. */
  readonly curl: readonly string[];
}

/** Findings that one fault explains, and how they were reproduced. */
export interface FoundCause {
  readonly root: ClauseResult;
  /** Consequences of the root. */
  readonly follows: ClauseResult[];
  /** The same for other operations. */
  readonly alike: ClauseResult[];
  /** Absent where that was not tried. */
  confirmation?: Confirmation;
}

/** One wrong kind of response breaks several clauses about its form. */
function isInSameResponses(a: ClauseResult, b: ClauseResult): boolean {
  const inA = numbersIn(a);
  const inB = numbersIn(b);
  return inA.size === inB.size && [...inA].every((one) => one !== undefined && inB.has(one));
}

function numbersIn({ findings }: ClauseResult): ReadonlySet<number | undefined> {
  return new Set(findings.map(({ exchange }) => exchange?.number));
}

/** What explains the broken clauses. An unexplained clause is its own cause: nothing is hidden. */
export function foundCauses(
  service: Pick<Service, 'clauses'>,
  clauses: readonly ClauseResult[],
): FoundCause[] {
  const broken = clauses.filter(({ verdict }) => verdict === 'broken');
  const familyOf = (id: string): string | undefined => service.clauses.familyOf?.(id);
  const behind = causesBehind(broken);
  const found: FoundCause[] = [];
  for (const root of broken.filter((one) => behind.get(one) === one)) {
    const follows = broken.filter((one) => one !== root && behind.get(one) === root);
    const family = familyOf(root.id);
    const isLike = (other: ClauseResult): boolean => {
      const of = familyOf(other.id);
      return of !== undefined && (of === family || isInSameResponses(other, root));
    };
    const first = family ? found.find((one) => [one.root, ...one.alike].some(isLike)) : undefined;
    if (first) takeAlike(first, { root, follows, alike: [] });
    else found.push({ root, follows, alike: [] });
  }
  return found;
}

function takeAlike(cause: FoundCause, { root, follows, alike }: FoundCause): void {
  cause.alike.push(root, ...alike);
  cause.follows.push(...follows);
}

/** Faults that have one of these in common are one. */
const shared: readonly (readonly string[])[] = [Object.values(usedConnection), [atTheSameTime]];

function needsOf({ confirmation }: FoundCause): readonly string[] {
  return confirmation?.only ?? [];
}

/** Whether requests at the same time showed it now and then: too seldom to tell whether it needs that. */
function isSometimesAtOnce({ confirmation }: FoundCause): boolean {
  const { shown = 0, of = 0, calls = [] } = confirmation ?? {};
  return shown > 0 && shown < of && calls.some(({ atOnce }) => atOnce !== undefined);
}

/**
 * Reproduced findings come first, and explain those that were not reproduced and depend on them, as one that
 * needs concurrent requests explains all that single ones did not show. All that happens only on a
 * connection that was used before is one fault, and all that happens only at the same time.
 */
export function foldedCauses(found: readonly FoundCause[]): FoundCause[] {
  const isShown = ({ confirmation }: FoundCause): boolean => (confirmation?.shown ?? 0) > 0;
  let shown = found.filter(isShown);
  for (const circumstances of shared) {
    const isRace = circumstances.includes(atTheSameTime);
    const needing = shown.filter((one) =>
      circumstances.some((each) => needsOf(one).includes(each)),
    );
    const [first] = needing.toSorted((a, b) => needsOf(a).length - needsOf(b).length);
    if (!first) continue;
    const same = shown.filter(
      (one) => one !== first && (needing.includes(one) || (isRace && isSometimesAtOnce(one))),
    );
    for (const other of same) takeAlike(first, other);
    shown = shown.filter((one) => !same.includes(one));
  }
  const race = shown.find((one) => needsOf(one).includes(atTheSameTime));
  const kept = found.filter((one) => {
    if (isShown(one)) return false;
    const { root, follows, alike, confirmation } = one;
    const reasons = new Set(root.findings.flatMap(({ rests }) => rests ?? []));
    const isTried = (confirmation?.of ?? 0) > 1;
    const by = shown.find((each) => reasons.has(each.root.id)) ?? (isTried ? race : undefined);
    by?.follows.push(root, ...follows, ...alike);
    return by === undefined;
  });
  return [...shown, ...kept];
}

/** The causes of broken clauses, in words; `history` is what was exchanged with the server. */
export function causesOf(
  service: Service,
  found: readonly FoundCause[],
  history: readonly Exchange[] = [],
): Cause[] {
  return foldedCauses(found).map((one) => ({
    ...causeOf(service, one),
    doubts: restsOn({ service, history }, one.root).map(
      (key) => `${key} is as the target file says`,
    ),
  }));
}

/**
 * For each broken clause the one that explains it, possibly itself. Among clauses that explain each other,
 * such as all that may have changed a report, it is the one that was seen most and explains the most: some
 * are possible whatever happened.
 */
function causesBehind(broken: readonly ClauseResult[]): ReadonlyMap<ClauseResult, ClauseResult> {
  const reasons = new Map(
    broken.map((clause) => {
      const ids = reasonsFor(clause);
      const isReason = (one: ClauseResult): boolean =>
        one !== clause && ids.includes(one.id) && !isOfOtherFields(one, clause);
      return [clause, broken.filter(isReason)];
    }),
  );
  const explained = broken.flatMap(({ findings }) => findings.flatMap(({ rests = [] }) => rests));
  const weight = new Map(
    broken.map((one) => [
      one,
      one.findings.length + explained.filter((id) => id === one.id).length,
    ]),
  );
  const heavier = (a: ClauseResult, b: ClauseResult): number =>
    (weight.get(b) ?? 0) - (weight.get(a) ?? 0) || broken.indexOf(a) - broken.indexOf(b);
  const behind = (clause: ClauseResult, seen = new Set([clause])): Set<ClauseResult> => {
    for (const one of reasons.get(clause) ?? []) if (!seen.has(one)) behind(one, seen.add(one));
    return seen;
  };
  const explainsAll = (one: ClauseResult): boolean =>
    [...behind(one)].every((other) => behind(other).has(one));
  const rootOf = (clause: ClauseResult): ClauseResult =>
    [...behind(clause)].filter(explainsAll).sort(heavier)[0] ?? clause;
  return new Map(broken.map((clause) => [clause, rootOf(clause)]));
}

/**
 * Whether a clause was broken by the values of fields, its reason by those of others or by refusals, and nowhere both
 * in the same response.
 */
function isOfOtherFields(reason: ClauseResult, clause: ClauseResult): boolean {
  const fields = new Set(clause.findings.map(fieldOf));
  const isOther = reason.findings.every((one) => {
    const field = fieldOf(one);
    return field === undefined ? isRefusal(one) : !fields.has(field);
  });
  if (!isOther || fields.has(undefined)) return false;
  const exchanges = numbersIn(clause);
  return ![...numbersIn(reason)].some((one) => one === undefined || exchanges.has(one));
}

/** The field that a finding names, if it names one. */
function fieldOf({ sign, expected, actual }: Finding): string | undefined {
  if (sign) return 'field' in sign ? sign.field : undefined;
  const [name] = /^\w+: /.exec(actual) ?? [];
  return name !== undefined && expected.startsWith(name) ? name.slice(0, -2) : undefined;
}

function isRefusal({ sign }: Finding): boolean {
  return sign !== undefined && 'shows' in sign && sign.shows === 'refusal';
}

/** The clauses that explain every finding of a clause. */
function reasonsFor({ findings }: ClauseResult): readonly string[] {
  const [first, ...others] = findings;
  return (first?.rests ?? []).filter((id) => others.every(({ rests }) => rests?.includes(id)));
}

/** The operation that a clause is about, by the beginning of its id. */
function operationOf({ operations }: Pick<Service, 'operations'>, clause: string): string {
  const [prefix = ''] = clause.split('/');
  return operations.all.find(({ prefixes }) => prefixes.includes(prefix))?.name ?? prefix;
}

/** Prefers the act itself to a later observation of its effect. */
function bestShown({ operations }: Service, { id, findings }: ClauseResult): Finding | undefined {
  const act = operationOf({ operations }, id);
  return findings.find(({ exchange }) => exchange?.operation === act) ?? findings[0];
}

/**
 * Whether a few calls accuse the value that the run took for the right one: of two that differ they know only which
 * came first, and the run knows which is the odd one.
 */
function isReversed({ actual }: Finding, { findings }: ClauseResult): boolean {
  const reversed = findings.filter(
    ({ expected, actual: odd }) =>
      odd !== actual && [' ', ','].some((end) => expected.startsWith(actual + end)),
  );
  return reversed.length > findings.length / 2;
}

/** The finding is the cause's own. */
function proofOf({ finding: _, ...proof }: Confirmation): Confirmation {
  return proof;
}

function causeOf(
  service: Service,
  { root, follows, alike, confirmation }: FoundCause,
): Omit<Cause, 'doubts'> {
  const { id: clause, section, heading, kind, sentence, findings } = root;
  // What is shown is what the calls below it show.
  const replayed = confirmation?.finding;
  const best = replayed && !isReversed(replayed, root) ? replayed : bestShown(service, root);
  const { expected = '', actual = '', title, exchange, sign } = best ?? {};
  const { calls = [], shown = 0, of = 0, only = [], isLater } = confirmation ?? {};
  const often = shown > 0 && shown < of ? [`reproduced ${shown} of ${of} times`] : [];
  const told = titleOf(service.operations, {
    clause,
    expected,
    actual,
    ...(title && { title }),
    exchange,
    sign,
  });
  return {
    clause,
    section,
    heading,
    kind,
    sentence,
    expected,
    actual,
    title: [told, ...only, ...(isLater ? ['not at first'] : []), ...often].join(', '),
    operation: exchange?.operation ?? operationOf(service, clause),
    ...(exchange && { exchange }),
    ...(sign && { sign }),
    times: findings.length,
    follows: follows.map(({ id }) => id),
    alike: alike.map(({ id }) => id),
    tries: confirmation ? triesOf(service, confirmation) : 0,
    ...(confirmation && { confirmation: proofOf(confirmation) }),
    curl: curlLines(service, calls),
  };
}
