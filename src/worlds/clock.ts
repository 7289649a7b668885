/** `real`: the machine's clock; `running`: the same with an offset; `frozen`: stopped. */
export type ClockMode = 'real' | 'running' | 'frozen';

export interface ClockSetting {
  readonly mode: ClockMode;
  /** The start of `running`, or the time of `frozen`. Default: the current time. */
  readonly at?: number;
}

/** The clock of one world. Everything that depends on time uses it. */
export class Clock {
  readonly #real: () => number;
  #mode: ClockMode = 'real';
  /** Frozen: the time. Running: the offset. */
  #value = 0;

  constructor(first: ClockSetting = { mode: 'real' }, real: () => number = Date.now) {
    this.#real = real;
    this.set(first);
  }

  readonly now = (): number => {
    if (this.#mode === 'frozen') return this.#value;
    return this.#mode === 'running' ? this.#real() + this.#value : this.#real();
  };

  /** Milliseconds that it is ahead of the machine's clock. */
  get ahead(): number {
    if (this.#mode === 'real') return 0;
    return this.#mode === 'running' ? this.#value : this.#value - this.#real();
  }

  get mode(): ClockMode {
    return this.#mode;
  }

  set({ mode, at = this.now() }: ClockSetting): void {
    this.#mode = mode;
    this.#value = mode === 'frozen' ? at : at - this.#real();
  }

  /** Moving a real clock makes it a running one. */
  advance(ms: number): void {
    const mode = this.#mode === 'real' ? 'running' : this.#mode;
    this.set({ mode, at: this.now() + ms });
  }
}
