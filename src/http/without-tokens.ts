import { hasToken } from '../domain/caller.ts';
import type { HttpExchange } from '../traffic/exchange.ts';
import { Redactor } from '../traffic/redactor.ts';
import { secretsIn, withoutTokensIn } from '../traffic/secrets.ts';
import { RecentlyUsed } from '../values/recently-used.ts';
import type { World } from '../worlds/world.ts';
import type { Worlds } from '../worlds/worlds.ts';

const mostRecent = 200;
/** In characters. */
const longestRecent = 200;

/** The tokens that a world has or had: a revoked one is hidden as well. */
class KnownTokens {
  readonly redactor = new Redactor();
  /** Most texts of a log are short, and come again. */
  #recent = new RecentlyUsed<string>({ entries: mostRecent });
  /** Those that were added. */
  #callers: readonly unknown[] | undefined;
  #count = 0;

  /** Has to be called before the others. */
  update({ store: { state } }: World): void {
    const { callers } = state.data;
    if (callers === this.#callers && callers.length === this.#count) return;
    this.redactor.add(callers.filter(hasToken).map(({ token }) => token));
    this.#recent = new RecentlyUsed({ entries: mostRecent });
    this.#callers = callers;
    this.#count = callers.length;
  }

  without(text: string): string {
    if (text.length > longestRecent) return this.redactor.theirs(text);
    return this.#recent.getOrMake(text, () => this.redactor.theirs(text));
  }
}

const known = new WeakMap<World, KnownTokens>();

function tokensOf(world: World): KnownTokens {
  const tokens = known.get(world) ?? new KnownTokens();
  known.set(world, tokens);
  tokens.update(world);
  return tokens;
}

/** A text of or about a request, without the tokens of its world and those that were sent with it. */
export function withoutTokens(
  text: string,
  world: World,
  request?: Pick<HttpExchange['request'], 'url' | 'headers'>,
): string {
  const { state } = world.store;
  const parts = withoutTokensIn(text, (part) => state.callerByToken(part) !== undefined);
  const tokens = tokensOf(world);
  const sent = request ? secretsIn({ method: '', ...request }) : [];
  const others = sent.filter((one) => !tokens.redactor.knows(one));
  const safe = tokens.without(parts);
  return others.length === 0 ? safe : new Redactor(others).theirs(safe);
}

/** A text that is about no single request, without the tokens of any world. */
export function withoutTokensOfAll(text: string, worlds: Pick<Worlds, 'first' | 'list'>): string {
  const all = [worlds.first, ...worlds.list().map(({ world }) => world)];
  return all.reduce((safe, world) => withoutTokens(safe, world), text);
}
