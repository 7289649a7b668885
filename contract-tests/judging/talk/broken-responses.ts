import { canonical } from './canonical.ts';
import type { Exchange } from './exchange.ts';

/** The responses to requests of one kind, and how many of them ended early. */
interface Share {
  readonly operation: string;
  readonly caller?: string;
  all: number;
  broken: number;
  /** The last one that ended early. */
  last?: Exchange;
}

/** Responses to an operation that end early more often than others: to all callers, or to one. */
export interface BrokenShare {
  readonly operation: string;
  readonly caller?: string;
  readonly broken: number;
  readonly all: number;
}

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
  #all = 0;
  #broken = 0;

  get count(): number {
    return this.#broken;
  }

  get responses(): number {
    return this.#all;
  }

  add(exchange: Exchange): void {
    const { operation, caller, about } = exchange;
    const isBroken = exchange.response.cut === true;
    this.#all += 1;
    if (isBroken) this.#broken += 1;
    const request = canonical([operation, caller, about]);
    count(this.#byOperation, operation, { operation }, exchange);
    count(this.#byCaller, canonical([operation, caller]), { operation, caller }, exchange);
    count(this.#byRequest, request, { operation, caller }, exchange);
  }

  /** Operations that end early more often than the link explains; if none does, callers of one. */
  unexplained(): readonly BrokenShare[] {
    const operations = this.#unlikely(this.#byOperation);
    const shares = operations.length > 0 ? operations : this.#unlikely(this.#byCaller);
    return shares.map(({ operation, caller, broken, all }) => ({
      operation,
      ...(caller !== undefined && { caller }),
      broken,
      all,
    }));
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
    return [...shares.values()].filter(({ all, broken }) => {
      if (broken === 0 || all === this.#all) return false;
      const chance = chanceOf(broken, this.#broken, all / this.#all);
      return chance * shares.size < mostChance;
    });
  }
}

function count(
  shares: Map<string, Share>,
  key: string,
  named: Pick<Share, 'operation' | 'caller'>,
  exchange: Exchange,
): void {
  const share: Share = shares.get(key) ?? { ...named, all: 0, broken: 0 };
  shares.set(key, share);
  share.all += 1;
  if (!exchange.response.cut) return;
  share.broken += 1;
  share.last = exchange;
}
