/** The requests of one scenario, which wait for its turn; turns of other scenarios may come in between. */
export class TurnQueue {
  #left = 0;
  #underWay = 0;
  #isOver = false;
  #rest: (() => void) | undefined;
  readonly #waiting: (() => void)[] = [];

  async through<T>(send: () => Promise<T>): Promise<T> {
    if (this.#left > 0) {
      this.#left -= 1;
      this.#underWay += 1;
    } else
      await new Promise<void>((go) => {
        this.#waiting.push(go);
        this.#look();
      });
    try {
      return await send();
    } finally {
      this.#underWay -= 1;
      this.#look();
    }
  }

  /** Resolves when this many more requests were sent and another is waiting, or when the scenario has ended. */
  async grant(requests: number): Promise<void> {
    if (this.#isOver) return;
    const rested = new Promise<void>((rest) => {
      this.#rest = rest;
    });
    const going = this.#waiting.splice(0, requests);
    this.#left = requests - going.length;
    this.#underWay += going.length;
    for (const go of going) go();
    await rested;
  }

  over(): void {
    this.#isOver = true;
    this.#rest?.();
  }

  #look(): void {
    if (this.#left === 0 && this.#underWay === 0 && this.#waiting.length > 0) this.#rest?.();
  }
}
