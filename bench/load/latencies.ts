/** Counts latencies in steps of about 2 %, so that millions of them cost nothing. */
export class Latencies {
  readonly #counts = new Uint32Array(1024);
  #total = 0;

  add(ms: number): void {
    const step = Math.max(0, Math.min(1023, Math.round(Math.log(ms * 1000 + 1) / stepSize)));
    this.#counts[step] = (this.#counts[step] as number) + 1;
    this.#total += 1;
  }

  /** Milliseconds that the given share of all calls did not exceed. */
  at(share: number): number {
    let seen = 0;
    for (const [step, count] of this.#counts.entries()) {
      seen += count;
      if (count > 0 && seen >= share * this.#total) return (Math.exp(step * stepSize) - 1) / 1000;
    }
    return 0;
  }
}

const stepSize = 0.02;
