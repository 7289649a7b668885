import type { Exchange } from '../../../judging/talk/exchange.ts';

/** So many that showed at once, for each that did not yet, show how it is there: that one is asked for at the end. */
const enough = { ever: 5, each: 9 };
/** By then, what shows at once has shown, be the server busy. */
const atOnce = 1_000;
/** How soon it is worth while to look again. */
const soon = 200;
/** After so many futile waits there is no more waiting; if nothing was ever seen, after the first. */
const mostInVain = 3;
/** A timer may be early. */
const spare = 5;

/** When somebody looked. */
export type Look = Pick<Exchange, 'startedAt' | 'endedAt'>;

/** Time decides nothing: how long after a response its effect shows, as far as fetches have told. */
export class Lateness {
  readonly #longest: number;
  #seenAtOnce = 0;
  #seenLate = 0;
  /** The longest time after which it did not show yet, and the shortest after which it did. */
  #notYet = 0;
  #already = Number.POSITIVE_INFINITY;
  #inVain = 0;
  /** Those that did not show at first. */
  readonly #missing = new Set<string>();

  constructor(longest: number) {
    this.#longest = longest;
  }

  /** An effect that showed after some time, and after what time it did not, if that was seen. */
  note(already: number, notYet?: number): void {
    if (notYet === undefined) {
      this.#seenAtOnce += 1;
      return;
    }
    this.#seenLate += 1;
    this.#notYet = Math.max(this.#notYet, notYet);
    this.#already = Math.min(this.#already, already);
  }

  /** Called when it has not shown yet to somebody to whom others did. */
  noteMissing(id: string): void {
    this.#missing.add(id);
  }

  /** Called when it has not shown within the grace. */
  noteInVain(): void {
    this.#inVain += 1;
  }

  get late(): number {
    return this.#seenLate;
  }

  /** When it is expected to show, from the shortest time to the longest. */
  get about(): readonly [from: number, to: number] {
    if (this.#seenLate === 0) return [0, 0];
    const middle = (this.#notYet + this.#already) / 2;
    return this.#notYet < this.#already ? [middle, middle] : [this.#already, this.#notYet];
  }

  /** How long it may take. */
  get grace(): number {
    const seen = this.#seenAtOnce + this.#seenLate;
    return this.#inVain < (seen > 0 ? mostInVain : 1) ? this.#longest : 2 * this.about[1];
  }

  /** How long it takes here, where a few requests are repeated many times. */
  get usual(): number {
    const [, to] = this.about;
    const isKnown = this.#seenLate > 0 || this.showsAtOnce;
    return Math.min(this.grace, isKnown ? 2 * to + atOnce : this.#longest);
  }

  /** Whether it shows at once here, as far as was seen; or is known to, where no more time is given. */
  get showsAtOnce(): boolean {
    return !this.mayBeLate && (this.#longest <= atOnce || this.#seenAtOnce >= enough.ever);
  }

  /** Whether some were seen to be late, or are missing by now. */
  get mayBeLate(): boolean {
    return this.#seenLate > 0 || this.#seenAtOnce < enough.each * this.#missing.size;
  }

  /**
   * Milliseconds from a look that did not show it until the next one is worth while; undefined if that was the
   * last. Where all others show at once, only who is patient waits until it must show.
   */
  untilNextLook(
    since: number,
    { startedAt, endedAt }: Look,
    isPatient: boolean,
  ): number | undefined {
    const limit = isPatient || !this.showsAtOnce ? this.grace : Math.min(atOnce, this.grace);
    if (startedAt > since + limit) return undefined;
    const age = endedAt - since;
    return Math.max(0, Math.ceil(Math.min(this.#nextAge(age), limit + spare) - age));
  }

  /** When it may show next: where all others show at once, soon or never. */
  #nextAge(age: number): number {
    const [expected] = this.about;
    if (age < Math.max(expected, soon)) return Math.max(expected, soon);
    return this.showsAtOnce ? Number.POSITIVE_INFINITY : age * 1.5;
  }
}
