import { hashKinds, hashLengths } from '../../../src/spec/file-hashes.ts';
import { dice } from '../../../src/values/dice.ts';
import type { Caller } from '../../judging/caller.ts';
import type { Explored } from '../../judging/run/conclusions.ts';
import type { Answer } from '../../judging/talk/answer.ts';
import type { Ask } from '../../judging/talk/ask.ts';
import { NotTestable } from '../../judging/talk/not-testable.ts';
import { isDeleted, type KnownReport } from '../model/known/known-report.ts';
import { madeUpHash } from '../requests/made-up.ts';
import type { Context } from './context.ts';
import { browser } from './media-types.ts';

export interface ExploreOptions {
  readonly seed: number;
  /** Ends after this many requests or milliseconds, whichever comes first. */
  readonly requests?: number;
  readonly ms?: number;
}

/** The progress of a walk. */
const relations = ['creator', 'owner', 'other', 'nobody', 'unknown'] as const;
const states = ['there', 'deleted', 'elsewhere', 'nothing'] as const;
const ways = [
  'plain',
  'kept',
  'any-type',
  'no-type',
  'browser',
  'gzip',
  'br',
  'charset',
  'at-once',
  'later',
] as const;
const operations = ['create', 'fetch', 'delete', 'lookup'] as const;

/** A call that the walk may make next. */
interface Move {
  readonly operation: string;
  readonly relation: (typeof relations)[number];
  readonly state: (typeof states)[number];
  readonly way: (typeof ways)[number];
}

function nameOf({ operation, relation, state, way }: Move): string {
  return [operation, relation, operation === 'create' ? 'there' : state, way].join(' ');
}

/** A create is not about an existing report, and a lookup about none. */
const allMoves: readonly Move[] = operations.flatMap((operation) =>
  relations.flatMap((relation) =>
    states.flatMap((state) => ways.map((way) => ({ operation, relation, state, way }))),
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
    const possible = moves.filter(({ way }) => way !== 'later' || ms > 10_000);
    const move = possible.find(isNew) ?? possible[0];
    if (!move) continue;
    let name = nameOf(move);
    try {
      const way = await walk.make(move);
      if (!way) continue;
      name = nameOf({ ...move, way });
    } catch (error) {
      // A report that is not found or a throttled request ends the move, not the walk.
      if (!(error instanceof NotTestable)) throw error;
      if (context.reports.strays.length > 0) break;
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
  /** What was asked last. */
  #before: Ask | undefined;

  constructor(context: Context, pick: <T>(list: readonly T[]) => T | undefined) {
    this.#context = context;
    this.#pick = pick;
  }

  /** The way it was made in the end; undefined if no caller can make this move here. */
  async make(move: Move): Promise<Move['way'] | undefined> {
    const { api, pause } = this.#context;
    if (move.way === 'later') await pause(this.#pick([50, 300, 1100, 3000]) ?? 0);
    const asks = this.#asksFor(move);
    if (!asks) return undefined;
    const answers = await this.#answersTo(asks, move.way);
    this.#before = asks.at(-1);
    for (const { exchange, outcome, body } of answers) {
      const { service = '' } = exchange.about;
      const stored =
        exchange.operation === 'create' && outcome === 'success' && typeof body.id === 'string'
          ? this.#context.reports.find(service, body.id)
          : undefined;
      if (stored) this.#reports = [stored, ...this.#reports].slice(0, mostReports);
    }
    // A change to one report may show in another.
    const live = this.#reports.filter((one) => !isDeleted(one));
    const looked = move.operation === 'fetch' ? undefined : this.#pick(live);
    if (looked) await api.fetchKnown(looked);
    return wayTaken(move.way, answers);
  }

  async #answersTo(asks: readonly Ask[], way: Move['way']): Promise<readonly Answer[]> {
    const { api } = this.#context;
    if (way === 'at-once') return Promise.all([...asks, ...asks].map((ask) => api.send(ask)));
    if (way !== 'kept') return Promise.all(asks.map((ask) => api.send(ask)));
    // A connection has a past if what was asked last is asked again there.
    const before = this.#before ? [this.#before] : [];
    return api.overOneConnection(async (shared) => {
      const answers: Answer[] = [];
      for (const ask of [...before, ...asks]) answers.push(await shared.send(ask));
      return answers;
    });
  }

  #asksFor({ operation, relation, state, way }: Move): readonly Ask[] | undefined {
    const how = howOf(way, operation);
    if (operation === 'lookup') return this.#lookup(relation, state, how);
    const report = this.#pick(
      this.#reports.filter((one) => (state === 'deleted') === isDeleted(one)),
    );
    if (operation === 'create') return this.#create(relation, report, how);
    const { feeds } = this.#context;
    const caller = this.#caller(relation, report);
    if (!caller || (state !== 'nothing' && !report)) return undefined;
    const service =
      state === 'elsewhere'
        ? feeds.find((feed) => feed !== report?.service)
        : (report?.service ?? feeds[0]);
    if (service === undefined) return undefined;
    const named = state === 'nothing' ? {} : { report: report?.id ?? '' };
    return [{ operation, caller, about: { service, ...named }, ...how }];
  }

  #create(relation: Move['relation'], like: KnownReport | undefined, how: Partial<Ask>) {
    const { callers, draft, feeds, knownCallers } = this.#context;
    const caller =
      relation === 'creator' || relation === 'owner'
        ? this.#pick(knownCallers.researchers)
        : relation === 'other'
          ? this.#pick(knownCallers.nonResearchers)
          : callers[relation];
    if (!caller) return undefined;
    const known = (like?.sent ?? {}) as { readonly file256Hash?: string };
    // The same file again, the same report again, or boundary values.
    const sent = this.#pick([
      draft(),
      draft(known.file256Hash ? { file256Hash: known.file256Hash } : {}),
      like?.sent ?? draft(),
      draft({ tags: [] }),
      draft({ tags: ['k'.repeat(64), 'ü', '🐀'] }),
    ]);
    const service = this.#pick(feeds) ?? '';
    const body = JSON.stringify(sent);
    const contentType = 'application/json';
    return [
      { operation: 'create', caller, about: { service }, sent, body, contentType, ...how },
    ] as const;
  }

  #lookup(relation: Move['relation'], state: Move['state'], how: Partial<Ask>) {
    const { callers, target } = this.#context;
    if (!target.areas.includes('lookup') || target.tokens.analyst === undefined) return undefined;
    const caller =
      relation === 'nobody' || relation === 'unknown' ? callers[relation] : callers.analyst;
    const file = this.#pick(target.analyses);
    const known = hashKinds.flatMap((kind) => file?.[kind] ?? []);
    const hash =
      state === 'nothing'
        ? (this.#pick(hashLengths.map(madeUpHash)) ?? '')
        : (this.#pick(known) ?? '');
    const asked = state === 'elsewhere' ? hash.toUpperCase() : hash;
    return [{ operation: 'lookup', caller, about: { hash: asked }, ...how }] as const;
  }

  #caller(relation: Move['relation'], report: KnownReport | undefined): Caller | undefined {
    const { callers, knownCallers, feeds } = this.#context;
    if (relation === 'nobody' || relation === 'unknown') return callers[relation];
    const about = { creator: report?.creator ?? '', service: report?.service ?? feeds[0] ?? '' };
    if (relation === 'other') return this.#pick(knownCallers.strangersTo(about));
    const fits = (one: Caller): boolean =>
      relation === 'creator'
        ? one.key === about.creator
        : knownCallers.owns(one, about.service) === true;
    return this.#pick(knownCallers.known.filter(fits));
  }
}

/** What was meant for a connection that is kept, but had a new one, is a plain request. */
export function wayTaken(
  way: Move['way'],
  answers: readonly Pick<Answer, 'exchange'>[],
): Move['way'] {
  return way === 'kept' && !isShared(answers) ? 'plain' : way;
}

/** Whether there were several, all over one connection. */
function isShared(answers: readonly Pick<Answer, 'exchange'>[]): boolean {
  const used = new Set(answers.map(({ exchange }) => exchange.connection));
  return answers.length > 1 && used.size === 1 && !used.has(undefined);
}

function howOf(way: Move['way'], operation: string): Partial<Ask> {
  if (way === 'any-type') return { accept: '*/*' };
  if (way === 'no-type') return { accept: '' };
  if (way === 'browser') return { accept: browser };
  if (way === 'gzip' || way === 'br') return { encoding: way };
  const isCharset = way === 'charset' && operation === 'create';
  return isCharset ? { contentType: 'application/json; charset=utf-8' } : {};
}
