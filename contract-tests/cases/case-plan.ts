import type { Caller, Callers } from '../talk/callers.ts';
import type { People } from '../talk/people.ts';
import type { Target } from '../target/target.ts';
import { coveringRows, dice, type Row } from './covering.ts';
import { type Feature, hashes, hosts, links, ports, scores } from './features.ts';
import { numbers, type TagChoice } from './tags.ts';
import { type Alphabet, alphabets, type Length, lengths } from './texts.ts';

/** What happens around a deletion. */
const moments = ['seen', 'unseen', 'newer', 'at once', 'elsewhere'] as const;
/** Swept: only created, fetched and deleted. */
export type Moment = (typeof moments)[number] | 'swept';

/** One report, from its creation to its deletion, and who tries what in between. */
export interface Case {
  readonly number: number;
  readonly tags: TagChoice;
  /** A class of values for each feature, and which of them is wanted: mostly the first. */
  readonly classes: readonly {
    readonly of: Feature;
    readonly name: string;
    readonly nth: number;
  }[];
  readonly creator: Caller;
  readonly service: string;
  /** Somebody with a token who may not delete the report; absent where nobody is known to be that. */
  readonly stranger?: Caller;
  /** Somebody without a token that counts. */
  readonly nobody: Caller;
  /** Somebody who may not create reports. */
  readonly layman: Caller;
  readonly deleter: Caller;
  readonly attempts: number;
  readonly moment: Moment;
}

export interface CaseOptions {
  readonly seed: number;
  /** Whether triples are covered, instead of pairs. */
  readonly thorough: boolean;
  /** As many cases, but each of a usual report; who does what is drawn by dice. */
  readonly unplanned?: boolean;
}

const reportFeatures = { hosts, ports, links, scores, hashes };
const remembered = new Map<string, readonly (readonly number[])[]>();

/** The same target and the same seed give the same cases. */
export const casesOf = (
  target: Target,
  callers: Callers,
  people: People,
  { seed, thorough, unplanned = false }: CaseOptions,
): readonly Case[] => {
  const feeds = [target.service, target.otherService].filter((feed) => feed !== undefined);
  const nameless = [callers.nobody, callers.unknown, callers.blank];
  const factors = {
    number: numbers,
    length: Object.keys(lengths),
    alphabet: Object.keys(alphabets),
    ...Object.fromEntries(
      Object.entries(reportFeatures).map(([name, feature]) => [name, Object.keys(feature)]),
    ),
    creator: people.researchers,
    service: feeds,
    stranger: people.known,
    nobody: nameless,
    layman: [...people.laymen, callers.nobody, callers.unknown],
    byOwner: [false, true],
    attempts: [1, 2],
    moment: moments,
  };
  const names = Object.keys(factors);
  const values: readonly (readonly unknown[])[] = Object.values(factors);
  const [creatorAt, serviceAt, strangerAt] = ['creator', 'service', 'stranger'].map((name) =>
    names.indexOf(name),
  ) as [number, number, number];
  const allows = (row: Row): boolean => {
    const stranger = people.known[row[strangerAt] ?? -1];
    const creator = people.researchers[row[creatorAt] ?? -1];
    const service = feeds[row[serviceAt] ?? -1];
    if (!stranger) return true;
    if (creator?.key === stranger.key) return false;
    return service === undefined || people.owns(stranger, service) === false;
  };
  const sizes = values.map(({ length }) => length);
  // Many runs of one process, as the self-test makes them, plan the same.
  const who = people.known.map((one) => [one.key, ...feeds.map((feed) => people.owns(one, feed))]);
  const key = JSON.stringify([sizes, seed, thorough, who]);
  const rows =
    remembered.get(key) ?? coveringRows(sizes, { strength: thorough ? 3 : 2, seed, allows });
  remembered.set(key, rows);
  const next = dice(seed);
  const usual = new Set(['number', 'length', 'alphabet', ...Object.keys(reportFeatures)]);
  const planned = rows.map((row, number): Case => {
    const value = <T>(name: string): T => {
      const at = names.indexOf(name);
      const drawn = usual.has(name)
        ? usualAt(name)
        : Math.floor(next() * (values[at]?.length ?? 0));
      return values[at]?.[unplanned ? drawn : (row[at] ?? 0)] as T;
    };
    const creator = value<Caller>('creator');
    const service = value<string>('service');
    const about = { creator: creator.key, service };
    const stranger = firstFrom(people.known, value<Caller>('stranger'), (one) => {
      return people.mayDelete(one, about) === false;
    });
    const owner = value<boolean>('byOwner')
      ? people.known.find((one) => people.owns(one, service) === true)
      : undefined;
    return {
      number,
      tags: {
        number: value('number'),
        alphabet: value<Alphabet>('alphabet'),
        length: value<Length>('length'),
      },
      classes: Object.entries(reportFeatures).map(([feature, of]) => {
        return { of, name: value<string>(feature), nth: 0 };
      }),
      creator,
      service,
      ...(stranger && { stranger }),
      nobody: value('nobody'),
      layman: value('layman'),
      deleter: owner ?? creator,
      attempts: value('attempts'),
      moment:
        target.otherService === undefined && value('moment') === 'elsewhere'
          ? 'seen'
          : value('moment'),
    };
  });
  return unplanned ? planned : [...planned, ...sweeps(planned, people, target)];
};

/** Every value that is not the first of its class, once: several features at a time. */
const sweeps = (planned: readonly Case[], { researchers }: People, { service }: Target): Case[] => {
  const [model] = planned;
  if (!model) return [];
  const others = Object.values(reportFeatures).map((of) =>
    Object.entries(of).flatMap(([name, values]) =>
      values.slice(1).map((_, index) => ({ of, name, nth: index + 1 })),
    ),
  );
  const length = Math.max(...others.map((list) => list.length));
  return Array.from({ length }, (_, index) => {
    const creator = researchers[index % researchers.length] ?? model.creator;
    return {
      ...model,
      number: planned.length + index,
      tags: { number: 'several', alphabet: 'plain', length: 'short' },
      classes: others.flatMap((list) => list[index] ?? []),
      creator,
      service,
      deleter: creator,
      moment: 'swept',
    };
  });
};

/** One short tag is usual, and the first class of all other features. */
const usualAt = (name: string): number => (name === 'number' ? 1 : 0);

/** The first that will do, beginning with a given one. */
const firstFrom = <T>(all: readonly T[], start: T, willDo: (one: T) => boolean): T | undefined => {
  const at = Math.max(0, all.indexOf(start));
  return [...all.slice(at), ...all.slice(0, at)].find(willDo);
};
