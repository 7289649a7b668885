import type { HttpExchange } from '../../../src/traffic/exchange.ts';
import type { Listener, Verdict } from './listener.ts';

/** The maximum queue length; exchanges beyond it are not judged. */
const most = { exchanges: 2_000, bytes: 32 * 1024 * 1024 };

/** Milliseconds of judging before yielding to the connections. */
const slice = 4;

/** Clients come first: judging takes a tenth of the time, however long the queue. */
const restPerWork = 9;

/** Judges forwarded exchanges in the background. */
export class JudgingQueue {
  readonly #listener: Listener;
  readonly #onVerdict: (passed: HttpExchange<Buffer>, verdict: Verdict) => void;
  readonly #onBug: (problem: unknown) => void;
  readonly #waiting: HttpExchange<Buffer>[] = [];
  #bytes = 0;
  #isBusy = false;
  #restsUntil = 0;

  constructor(
    listener: Listener,
    onVerdict: (passed: HttpExchange<Buffer>, verdict: Verdict) => void = () => {},
    onBug: (problem: unknown) => void = () => {},
  ) {
    this.#listener = listener;
    this.#onVerdict = onVerdict;
    this.#onBug = onBug;
  }

  add(passed: HttpExchange<Buffer>): void {
    const bytes = this.#bytes + sizeOf(passed);
    if (this.#waiting.length >= most.exchanges || bytes > most.bytes) {
      this.#listener.drop();
      return;
    }
    this.#waiting.push(passed);
    this.#bytes = bytes;
    if (!this.#isBusy) this.#workLater();
  }

  /** Judges the whole queue at once. */
  finish(): void {
    this.#judgeUntil(Number.POSITIVE_INFINITY);
  }

  #workLater(): void {
    this.#isBusy = true;
    const rest = this.#restsUntil - performance.now();
    if (rest > 0) setTimeout(this.#work, rest);
    else setImmediate(this.#work);
  }

  readonly #work = (): void => {
    const began = performance.now();
    this.#judgeUntil(began + slice);
    const now = performance.now();
    this.#restsUntil = now + (now - began) * restPerWork;
    this.#isBusy = false;
    if (this.#waiting.length > 0) this.#workLater();
  };

  #judgeUntil(end: number): void {
    while (this.#waiting.length > 0 && performance.now() < end) {
      const [passed] = this.#waiting.splice(0, 1) as [HttpExchange<Buffer>];
      this.#bytes -= sizeOf(passed);
      try {
        this.#onVerdict(passed, this.#listener.observe(passed));
      } catch (problem) {
        // An internal error: it must not affect clients or the report.
        this.#listener.addUnjudged('bug');
        this.#onBug(problem);
      }
    }
  }
}

function sizeOf({ request, response }: HttpExchange<Buffer>): number {
  return (request.body?.length ?? 0) + response.body.length;
}
