import { keepsClause } from '../../../src/spec/clauses/field-clauses.ts';
import { coveringRows, type Row } from '../../../src/values/covering.ts';
import type { Caller } from '../../judging/caller.ts';
import type { Callers } from '../requests/callers.ts';
import type { KnownCallers } from '../requests/known-callers.ts';
import type { Target } from '../target/target.ts';
import { type Feature, hashes, hosts, links, ports, scores } from './features.ts';
import { numbers, rareNumbers, type TagChoice } from './tags.ts';
import { type Alphabet, alphabets, type Length, lengths } from './texts.ts';

/** What happens around a deletion. */
const moments = ['seen', 'unseen', 'newer', 'at once', 'elsewhere'] as const;
/** swept: only created, fetched and deleted. */
export type Moment = (typeof moments)[number] | 'swept';

/** One report, from its creation to its deletion, and the requests in between. */
export interface Case {
  readonly number: number;
  readonly tags: TagChoice;
  /** For each feature a class of values, and which of them is wanted: usually the first. */
  readonly classes: readonly {
    readonly of: Feature;
    readonly name: string;
    readonly nth: number;
  }[];
  readonly creator: Caller;
  readonly service: string;
  /** A caller with a token that may not delete the report; absent if none is known. */
  readonly stranger?: Caller;
  /** A caller without a valid token. */
  readonly nobody: Caller;
  /** A caller that may not create reports. */
  readonly nonResearcher: Caller;
  readonly deleter: Caller;
  readonly attempts: number;
  readonly moment: Moment;
}

export interface CaseOptions {
  readonly seed: number;
  /** Cover triples instead of pairs. */
  readonly thorough: boolean;
  /** The clauses to judge; default: all that cases show. */
  readonly only?: readonly string[];
}

const reportFeatures = { hosts, ports, links, scores, hashes };

/** Everything that varies, with its values for this target. */
function factorsOf(target: Target, callers: Callers, knownCallers: KnownCallers) {
  return {
    number: numbers,
    length: Object.keys(lengths) as Length[],
    alphabet: Object.keys(alphabets) as Alphabet[],
    hosts: Object.keys(hosts),
    ports: Object.keys(ports),
    links: Object.keys(links),
    scores: Object.keys(scores),
    hashes: Object.keys(hashes),
    creator: knownCallers.researchers,
    service: [target.service, target.otherService].filter((feed) => feed !== undefined),
    stranger: knownCallers.known,
    nobody: [callers.nobody, callers.unknown, callers.blank],
    nonResearcher: [...knownCallers.nonResearchers, callers.nobody, callers.unknown],
    isByOwner: [false, true],
    attempts: [1, 2],
    moment: target.otherService === undefined ? moments.slice(0, -1) : moments,
  };
}

type Factors = ReturnType<typeof factorsOf>;

const deletion = ['isByOwner', 'moment'];
/** What matters to a clause beside creator and feed; all, where it is not listed. */
const factorsBy: { readonly [clause: string]: readonly string[] } = {
  [keepsClause('tags')]: ['number', 'length', 'alphabet'],
  [keepsClause('c2Address')]: ['hosts', 'ports'],
  [keepsClause('referenceLink')]: ['links'],
  [keepsClause('confidenceScore')]: ['scores'],
  [keepsClause('file256Hash')]: ['hashes'],
  'delete/creator-may-delete': deletion,
  'delete/success-means-gone': deletion,
  'delete/refused-means-unchanged': ['stranger', 'nobody', 'attempts', 'moment'],
};

/** Only what matters to these clauses varies. */
function neededBy(only: readonly string[] | undefined, all: Factors) {
  const needs = (name: string): boolean =>
    !only || only.some((id) => factorsBy[id]?.includes(name) ?? true);
  const usual = { stranger: [undefined], moment: ['swept'] } as const;
  const one = ([name, values]: [string, readonly unknown[]]) => [
    name,
    needs(name) || ['creator', 'service'].includes(name)
      ? values
      : (usual[name as keyof typeof usual] ?? values.slice(0, 1)),
  ];
  return { needs, factors: Object.fromEntries(Object.entries(all).map(one)) as Factors };
}

type Picked = Omit<{ readonly [name in keyof Factors]: Factors[name][number] }, 'moment'> & {
  readonly moment: Moment;
};

function pickedBy(factors: Factors, row: readonly number[]) {
  return Object.fromEntries(
    Object.entries(factors).map(([name, values], at) => [name, values[row[at] ?? 0]]),
  ) as Picked;
}

/** The same target and seed give the same cases. */
export function casesOf(
  target: Target,
  callers: Callers,
  knownCallers: KnownCallers,
  options: CaseOptions,
): readonly Case[] {
  const { factors, needs } = neededBy(options.only, factorsOf(target, callers, knownCallers));
  const rows = coveredRows(factors, knownCallers, options);
  const planned = rows.map((row, number) => caseOf(number, pickedBy(factors, row), knownCallers));
  return [...planned, ...sweeps(planned, knownCallers, target, needs)];
}

const remembered = new Map<string, readonly (readonly number[])[]>();

function coveredRows(
  factors: Factors,
  knownCallers: KnownCallers,
  { seed, thorough }: CaseOptions,
): readonly (readonly number[])[] {
  const sizes = Object.values(factors).map(({ length }) => length);
  // Cached: many runs in one process, as in the self-test, have the same plan.
  const who = knownCallers.known.map((one) => [
    one.key,
    ...factors.service.map((feed) => knownCallers.owns(one, feed)),
  ]);
  const key = JSON.stringify([sizes, seed, thorough, who]);
  const names = Object.keys(factors);
  const strangerAt = names.indexOf('stranger');
  const creatorAt = names.indexOf('creator');
  const serviceAt = names.indexOf('service');
  const allows = (row: Row): boolean =>
    areStrange(knownCallers, {
      stranger: factors.stranger[row[strangerAt] ?? -1],
      creator: factors.creator[row[creatorAt] ?? -1],
      service: factors.service[row[serviceAt] ?? -1],
    });
  const rows =
    remembered.get(key) ?? coveringRows(sizes, { strength: thorough ? 3 : 2, seed, allows });
  remembered.set(key, rows);
  return rows;
}

interface Meeting {
  readonly stranger: Caller | undefined;
  readonly creator: Caller | undefined;
  readonly service: string | undefined;
}

/** Whether the stranger, if there is one, is neither the creator nor the owner. */
function areStrange(knownCallers: KnownCallers, { stranger, creator, service }: Meeting): boolean {
  if (!stranger) return true;
  if (creator?.key === stranger.key) return false;
  return service === undefined || knownCallers.owns(stranger, service) === false;
}

function caseOf(number: number, picked: Picked, knownCallers: KnownCallers): Case {
  const { creator, service, nobody, nonResearcher, attempts, moment } = picked;
  const about = { creator: creator.key, service };
  const stranger = firstFrom(knownCallers.known, picked.stranger, (one) => {
    return knownCallers.may('delete', one, about) === false;
  });
  const owner = picked.isByOwner
    ? knownCallers.known.find((one) => knownCallers.owns(one, service) === true)
    : undefined;
  return {
    number,
    tags: { number: picked.number, alphabet: picked.alphabet, length: picked.length },
    classes: Object.entries(reportFeatures).map(([feature, of]) => {
      return { of, name: picked[feature as keyof typeof reportFeatures], nth: 0 };
    }),
    creator,
    service,
    nobody,
    nonResearcher,
    attempts,
    moment,
    ...(stranger && { stranger }),
    deleter: owner ?? creator,
  };
}

/** Every value that is not the first of its class, once: several features at a time. */
function sweeps(
  planned: readonly Case[],
  { researchers }: KnownCallers,
  { service }: Target,
  needs: (factor: string) => boolean,
): Case[] {
  const [model] = planned;
  if (!model) return [];
  const needed = Object.entries(reportFeatures).filter(([feature]) => needs(feature));
  const others = needed.map(([, of]) =>
    Object.entries<Feature[string]>(of).flatMap(([name, values]) =>
      values.slice(1).map((_, index) => ({ of, name, nth: index + 1 })),
    ),
  );
  const rare = needs('number') ? rareNumbers : [];
  const length = Math.max(rare.length, ...others.map((list) => list.length));
  return Array.from({ length }, (_, index) => {
    const creator = researchers[index % researchers.length] ?? model.creator;
    return {
      ...model,
      number: planned.length + index,
      tags: { number: rare[index] ?? 'several', alphabet: 'plain', length: 'short' },
      classes: others.flatMap((list) => list[index] ?? []),
      creator,
      service,
      deleter: creator,
      moment: 'swept',
    };
  });
}

/** The first element that qualifies, starting at a given one. */
function firstFrom<T>(all: readonly T[], start: T, willDo: (one: T) => boolean): T | undefined {
  const at = Math.max(0, all.indexOf(start));
  return [...all.slice(at), ...all.slice(0, at)].find(willDo);
}
