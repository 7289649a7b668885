import { canonical } from './canonical.ts';
import type { Exchange } from './exchange.ts';

/** Responses to an operation, to all callers or to one, and how many of them ended early. */
export interface BrokenShare {
  readonly operation: string;
  readonly caller?: string;
  readonly broken: number;
  readonly all: number;
}

/** With the last one that ended early. */
type Share = { -readonly [key in keyof BrokenShare]: BrokenShare[key] } & { last?: Exchange };

/** How often chance may name a share that the link explains. */
const mostChance = 0.01;

/** The probability of at least so many hits, if each of some trials is one with this chance. */
function chanceOf(hits: number, trials: number, chance: number): number {
  let term = (1 - chance) ** trials;
  let less = 0;
  for (let nth = 0; nth < hits; nth += 1) {
    less += term;
    term *= ((trials - nth) / (nth + 1)) * (chance / (1 - chance));
  }
  return Math.max(0, 1 - less);
}

/**
 * Responses that end before their announced length. Requests that change nothing are sent again, so that
 * nothing else shows them. A link that loses some loses them alike, whatever was asked and by whom.
 */
export class BrokenResponses {
  readonly #byOperation = new Map<string, Share>();
  readonly #byCaller = new Map<string, Share>();
  readonly #byRequest = new Map<string, Share>();
  readonly #total: Share = { operation: 'all', all: 0, broken: 0 };

  get count(): number {
    return this.#total.broken;
  }

  get responses(): number {
    return this.#total.all;
  }

  add(exchange: Exchange): void {
    const { operation, caller, about } = exchange;
    const shareOf = (shares: Map<string, Share>, named: object, key: unknown = named): Share => {
      const text = canonical(key);
      const share = shares.get(text) ?? { operation, ...named, all: 0, broken: 0 };
      shares.set(text, share);
      return share;
    };
    for (const share of [
      this.#total,
      shareOf(this.#byOperation, { operation }),
      shareOf(this.#byCaller, { operation, caller }),
      shareOf(this.#byRequest, { operation, caller }, { operation, caller, about }),
    ]) {
      share.all += 1;
      if (!exchange.response.cut) continue;
      share.broken += 1;
      share.last = exchange;
    }
  }

  /** Operations that end early more often than the link explains; if none does, callers of one. */
  unexplained(): readonly BrokenShare[] {
    const operations = this.#unlikely(this.#byOperation);
    const shares = operations.length > 0 ? operations : this.#unlikely(this.#byCaller);
    return shares.map(({ last: _, ...share }) => share);
  }

  /** Of each request whose responses end early again and again, while those to others do not, the last one. */
  returning(): readonly Exchange[] {
    const shares = this.#unlikely(this.#byRequest).filter(({ broken }) => broken > 1);
    return shares.flatMap(({ last }) => last ?? []);
  }

  /** One of each request of which responses ended early, most first: asked again, it shows whether by chance. */
  suspects(): readonly Exchange[] {
    return [...this.#byRequest.values()]
      .sort((one, other) => other.broken - one.broken)
      .flatMap(({ last }) => last ?? []);
  }

  #unlikely(shares: ReadonlyMap<string, Share>): Share[] {
    const { all, broken } = this.#total;
    return [...shares.values()].filter((share) => {
      if (share.broken === 0 || share.all === all) return false;
      return chanceOf(share.broken, broken, share.all / all) * shares.size < mostChance;
    });
  }
}
