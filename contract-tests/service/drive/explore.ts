import { hashKinds, hashLengths } from '../../../src/spec/file-hashes.ts';
import { dice } from '../../../src/values/dice.ts';
import type { Explored } from '../../judging/run/conclusions.ts';
import { NotTestable } from '../../judging/talk/not-testable.ts';
import { isDeleted, type KnownReport } from '../model/known/known-report.ts';
import { madeUpHash } from '../requests/made-up.ts';
import {
  type Act,
  analyst,
  atOnce,
  by,
  elsewhere,
  known,
  type Manner,
  nobody,
  nonResearchers,
  overOneConnection,
  owner,
  play,
  researchers,
  Stage,
  type Step,
  strangers,
  unknown,
  type Who,
} from './acts.ts';
import type { Context } from './context.ts';
import { manners } from './media-types.ts';

export interface ExploreOptions {
  readonly seed: number;
  /** Ends after this many requests or milliseconds, whichever comes first. */
  readonly requests?: number;
  readonly ms?: number;
}

const relations = ['creator', 'owner', 'other', 'nobody', 'unknown'] as const;
const states = ['there', 'deleted', 'elsewhere', 'nothing'] as const;
const { identity: _, ...accepting } = manners;
const charset: Manner = { contentType: 'application/json; charset=utf-8' };

/** How an act is done, and what was done before it. */
const ways: { readonly [way: string]: (act: Act, before: readonly Act[]) => Step } = {
  plain: (act) => act,
  // A connection has a past if what was asked last is asked again there.
  kept: (act, before) => overOneConnection(...before, act),
  ...Object.fromEntries(
    Object.entries(accepting).map(([way, manner]) => [way, (act: Act) => ({ ...act, manner })]),
  ),
  charset: (act) => (act.does === 'create' ? { ...act, manner: charset } : act),
  'at-once': (act) => atOnce(act, act),
  later: (act) => act,
};

const itsCreator: Who = (stage) => known(stage).filter(({ key }) => key === stage.it.creator);
const about = { creator: itsCreator, owner, other: strangers, nobody, unknown };
/** Who acts, by what they are to the report; to create one, by what they are to others. */
const movers = {
  create: { ...about, creator: researchers, owner: researchers, other: nonResearchers },
  fetch: about,
  delete: about,
  lookup: { ...about, creator: analyst, owner: analyst, other: analyst },
};

/** An act that the walk may make next. */
interface Move {
  readonly operation: keyof typeof movers;
  readonly relation: (typeof relations)[number];
  readonly state: (typeof states)[number];
  readonly way: string;
}

function nameOf({ operation, relation, state, way }: Move): string {
  return [operation, relation, operation === 'create' ? 'there' : state, way].join(' ');
}

/** A create is not about an existing report, and a lookup about none. */
const allMoves: readonly Move[] = (Object.keys(movers) as Move['operation'][]).flatMap(
  (operation) =>
    relations.flatMap((relation) =>
      states.flatMap((state) =>
        Object.keys(ways).map((way) => ({ operation, relation, state, way })),
      ),
    ),
);
const situations = new Set(allMoves.map(nameOf));

/** Small, so that calls hit the same reports. */
const mostReports = 6;
/** Draws this many moves and makes one that leads to a new pair, if there is one. */
const movesDrawn = 12;

/** Random walk with few reports, all callers and every way to ask. The model judges. */
export async function explore(context: Context, options: ExploreOptions): Promise<Explored> {
  const { seed, requests = Infinity, ms = Infinity } = options;
  const next = dice(seed);
  const pick = <T>(list: readonly T[]): T | undefined => list[Math.floor(next() * list.length)];
  const until = performance.now() + ms;
  const from = context.exchanges().length;
  const made = (): number => context.exchanges().length - from;
  const visited = new Set<string>();
  const pairs = new Set<string>();
  const walk = new Walk(context, pick);
  let before = '';
  const isOver = (): boolean => made() >= requests || performance.now() >= until;
  while (!isOver() && !context.signal?.aborted) {
    const moves = Array.from({ length: movesDrawn }, () => pick(allMoves) as Move);
    const isNew = (move: Move): boolean => !pairs.has(`${before} > ${nameOf(move)}`);
    // Pauses are only for long walks.
    const possible = moves.filter(
      ({ way, operation }) =>
        (way !== 'later' || ms > 10_000) &&
        (operation !== 'lookup' || context.target.areas.includes('lookup')),
    );
    const move = possible.find(isNew) ?? possible[0];
    if (!move) continue;
    const name = nameOf(move);
    const asked = made();
    try {
      if (!(await walk.make(move))) continue;
    } catch (error) {
      // A report that is not found or a throttled request ends the move, not the walk.
      if (!(error instanceof NotTestable)) throw error;
      if (context.reports.strays.length > 0) break;
      if (made() === asked) continue;
    }
    visited.add(name);
    pairs.add(`${before} > ${name}`);
    before = name;
  }
  return {
    seed,
    requests: made(),
    situations: { visited: visited.size, of: situations.size },
    pairs: pairs.size,
  };
}

class Walk {
  readonly #context: Context;
  readonly #pick: <T>(list: readonly T[]) => T | undefined;
  #reports: KnownReport[] = [];
  /** What was done last. */
  #before: readonly Act[] = [];

  constructor(context: Context, pick: <T>(list: readonly T[]) => T | undefined) {
    this.#context = context;
    this.#pick = pick;
  }

  /** Whether a caller can make this move here. */
  async make(move: Move): Promise<boolean> {
    const { api, pause } = this.#context;
    if (move.way === 'later') await pause(this.#pick([50, 300, 1100, 3000]) ?? 0);
    const act = this.#actOf(move);
    if (!act) return false;
    const stage = new Stage(this.#context);
    const before = this.#before;
    this.#before = [act];
    await play(stage, [ways[move.way]?.(act, before) ?? act]);
    this.#reports = [...stage.reports.values(), ...this.#reports].slice(0, mostReports);
    // A change to one report may show in another.
    const live = this.#reports.filter((one) => !isDeleted(one));
    const looked = move.operation === 'fetch' ? undefined : this.#pick(live);
    if (looked) await api.fetchKnown(looked);
    return true;
  }

  /** An act of one caller, as in a story. */
  #actOf({ operation, relation, state }: Move): Act | undefined {
    const { feeds } = this.#context;
    const isAbout = operation === 'fetch' || operation === 'delete';
    const found = this.#reports.filter((one) => (state === 'deleted') === isDeleted(one));
    const like = this.#pick(found);
    if (isAbout && state !== 'nothing' && !like) return undefined;
    const service = (isAbout ? like?.service : undefined) ?? this.#pick(feeds) ?? '';
    const reports = new Map(like ? [['it', like]] : []);
    const stage = new Stage(this.#context, { service, reports });
    const caller = this.#pick(movers[operation][relation](stage));
    if (!caller) return undefined;
    const act = { does: operation, who: by(caller), in: () => service };
    if (operation === 'create') {
      const sent = { ...this.#context.draft(), ...this.#pick(this.#reportsLike(like)) };
      return { ...act, sent: () => sent, keeps: 'made' };
    }
    if (operation === 'lookup') {
      const hash = this.#hash(state);
      return { ...act, hash: () => hash };
    }
    const feed = state === 'elsewhere' ? elsewhere(stage) : service;
    return { ...act, in: () => feed, id: () => (state === 'nothing' ? undefined : like?.id) };
  }

  /** The same file again, the same report again, or boundary values. */
  #reportsLike(like: KnownReport | undefined): readonly object[] {
    const { draft } = this.#context;
    const sent = (like?.sent ?? {}) as { readonly file256Hash?: string };
    const { file256Hash } = sent;
    return [
      {},
      file256Hash ? draft({ file256Hash }) : {},
      sent,
      { tags: [] },
      { tags: ['k'.repeat(64), 'ü', '🐀'] },
    ];
  }

  #hash(state: Move['state']): string {
    if (state === 'nothing') return this.#pick(hashLengths.map(madeUpHash)) ?? '';
    const file = this.#pick(this.#context.target.analyses);
    const hash = this.#pick(hashKinds.flatMap((kind) => file?.[kind] ?? [])) ?? '';
    return state === 'elsewhere' ? hash.toUpperCase() : hash;
  }
}
