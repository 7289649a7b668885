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
  readonly #onVerdict: (passed: HttpExchange<Buffer>, verdict: Verdict | undefined) => void;
  readonly #onBug: (problem: unknown) => void;
  #waiting: HttpExchange<Buffer>[] = [];
  #next = 0;
  #bytes = 0;
  #isBusy = false;
  #restsUntil = 0;

  constructor(
    listener: Listener,
    onVerdict: (passed: HttpExchange<Buffer>, verdict: Verdict | undefined) => void = () => {},
    onBug: (problem: unknown) => void = () => {},
  ) {
    this.#listener = listener;
    this.#onVerdict = onVerdict;
    this.#onBug = onBug;
  }

  add(passed: HttpExchange<Buffer>): void {
    const { tally } = this.#listener;
    const size = sizeOf(passed);
    const isFull =
      this.#waiting.length - this.#next >= most.exchanges || this.#bytes + size > most.bytes;
    if (isFull) {
      tally.next();
      tally.addUnjudged('too fast');
      return;
    }
    this.#waiting.push(passed);
    this.#bytes += size;
    if (!this.#isBusy) this.#workLater();
  }

  /** Judges the whole queue at once. */
  finish(): void {
    while (this.#next < this.#waiting.length) this.#judgeNext();
    this.#waiting = [];
    this.#next = 0;
  }

  #workLater(): void {
    this.#isBusy = true;
    const rest = this.#restsUntil - performance.now();
    if (rest > 0) setTimeout(this.#work, rest);
    else setImmediate(this.#work);
  }

  readonly #work = (): void => {
    const began = performance.now();
    let now = began;
    while (this.#next < this.#waiting.length && now < began + slice) {
      this.#judgeNext();
      now = performance.now();
    }
    this.#restsUntil = now + (now - began) * restPerWork;
    this.#waiting = this.#waiting.slice(this.#next);
    this.#next = 0;
    this.#isBusy = false;
    if (this.#waiting.length > 0) this.#workLater();
  };

  #judgeNext(): void {
    const passed = this.#waiting[this.#next] as HttpExchange<Buffer>;
    this.#next += 1;
    this.#bytes -= sizeOf(passed);
    try {
      this.#judge(passed);
    } catch (problem) {
      // An internal error: it must not affect clients or the report.
      this.#listener.tally.addUnjudged('bug');
      this.#onBug(problem);
    }
  }

  #judge(passed: HttpExchange<Buffer>): void {
    const { failure } = passed;
    if (failure === undefined) {
      this.#onVerdict(passed, this.#listener.observe(passed));
      return;
    }
    const { tally } = this.#listener;
    tally.next();
    tally.addUnjudged(unjudged[failure]);
    this.#onVerdict(passed, undefined);
  }
}

const unjudged = {
  'no response': 'ours',
  'client hung up': 'unanswered',
  'too large': 'too large',
} as const;

function sizeOf({ request, response }: HttpExchange<Buffer>): number {
  return (request.body?.length ?? 0) + response.body.length;
}
