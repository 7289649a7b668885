import { heardOf, type PassedOn } from './heard.ts';
import type { Listener, Verdict } from './listener.ts';

/** How much may wait to be judged; what comes beyond passes unjudged. */
const most = { exchanges: 2_000, bytes: 32 * 1024 * 1024 };

/** Milliseconds of judging between two looks at the connections. */
const slice = 4;

/** Judges what has been passed on, behind the backs of those who wait for answers. */
export class Hearing {
  readonly #listener: Listener;
  readonly #onVerdict: (passed: PassedOn, verdict: Verdict | undefined) => void;
  #waiting: PassedOn[] = [];
  #next = 0;
  #bytes = 0;
  #isBusy = false;

  constructor(
    listener: Listener,
    onVerdict: (passed: PassedOn, verdict: Verdict | undefined) => void = () => {},
  ) {
    this.#listener = listener;
    this.#onVerdict = onVerdict;
  }

  add(passed: PassedOn): void {
    const { tally } = this.#listener;
    const size = sizeOf(passed);
    const isFull =
      this.#waiting.length - this.#next >= most.exchanges || this.#bytes + size > most.bytes;
    if (isFull) {
      tally.next();
      tally.passedOver('too fast');
      return;
    }
    this.#waiting.push(passed);
    this.#bytes += size;
    if (!this.#isBusy) setImmediate(this.#work);
    this.#isBusy = true;
  }

  /** Judges all that waits, at once. */
  finish(): void {
    while (this.#next < this.#waiting.length) this.#judgeNext();
    this.#waiting = [];
    this.#next = 0;
  }

  readonly #work = (): void => {
    const until = performance.now() + slice;
    while (this.#next < this.#waiting.length && performance.now() < until) this.#judgeNext();
    if (this.#next < this.#waiting.length) {
      setImmediate(this.#work);
      return;
    }
    this.#isBusy = false;
    this.#waiting = [];
    this.#next = 0;
  };

  #judgeNext(): void {
    const passed = this.#waiting[this.#next] as PassedOn;
    this.#next += 1;
    this.#bytes -= sizeOf(passed);
    const { answer } = passed;
    const heard = heardOf(passed);
    if (heard) {
      this.#onVerdict(passed, this.#listener.hear(heard));
      return;
    }
    const { tally } = this.#listener;
    tally.next();
    if (!('failure' in answer)) tally.passedOver('too large');
    else tally.passedOver(answer.failure === 'no answer' ? 'ours' : 'unanswered');
    this.#onVerdict(passed, undefined);
  }
}

const sizeOf = ({ requestBody, answer }: PassedOn): number =>
  (requestBody?.length ?? 0) + ('failure' in answer ? 0 : (answer.body?.length ?? 0));
