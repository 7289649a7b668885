/** `real` is the machine's clock, `running` the same with another time on it, `frozen` stands still. */
export type ClockMode = 'real' | 'running' | 'frozen';

export interface ClockSetting {
  readonly mode: ClockMode;
  /** Where `running` starts and `frozen` stands; the time now shown where it is absent. */
  readonly at?: number;
}

/** The time of one world. Everything that depends on time in it follows this clock. */
export class Clock {
  readonly #real: () => number;
  #first: ClockSetting;
  #mode: ClockMode = 'real';
  /** Frozen: the time itself. Running: what is added to the machine's. */
  #value = 0;

  constructor(first: ClockSetting = { mode: 'real' }, real: () => number = Date.now) {
    this.#real = real;
    this.#first = first;
    this.set(first);
  }

  readonly now = (): number => {
    if (this.#mode === 'frozen') return this.#value;
    return this.#mode === 'running' ? this.#real() + this.#value : this.#real();
  };

  get mode(): ClockMode {
    return this.#mode;
  }

  set({ mode, at = this.now() }: ClockSetting): void {
    this.#mode = mode;
    this.#value = mode === 'frozen' ? at : at - this.#real();
  }

  /** A real clock that is moved is real no longer; it runs on from the new time. */
  advance(ms: number): void {
    const mode = this.#mode === 'real' ? 'running' : this.#mode;
    this.set({ mode, at: this.now() + ms });
  }

  /** What a reset goes back to from now on. */
  setInitial(first: ClockSetting = { mode: 'real' }): void {
    this.#first = first;
  }

  /** As it was in the beginning. */
  reset(): void {
    this.#mode = 'real';
    this.set(this.#first);
  }
}
