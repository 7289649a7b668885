import type { Redactor } from '../../../src/traffic/redactor.ts';
import type { Exchange } from '../talk/exchange.ts';
import { Evidence, type Finding } from '../verdict/evidence.ts';

/** Per clause, and per answer to an open point. */
const most = { findings: 20, observations: 10 };

/** What is looked for. Beyond it, only what is met from then on. */
const mostSecrets = 40_000;

/** Evidence of long runs: bounded per clause, and without tokens. `redactor` makes one that knows those of the target. */
export class BoundedEvidence extends Evidence {
  readonly #onFinding: (finding: Finding) => void;
  readonly #seen = new Map<string, number>();
  readonly #redactor: () => Redactor;
  #hiding: Redactor;

  constructor(told: (finding: Finding) => void, redactor: () => Redactor) {
    super();
    this.#onFinding = told;
    this.#redactor = redactor;
    this.#hiding = redactor();
  }

  /** Tokens of clients, to be removed from everything from now on. */
  hide(tokens: readonly string[]): void {
    if (tokens.every((token) => this.#hiding.knows(token))) return;
    if (this.#hiding.size >= mostSecrets) this.#hiding = this.#redactor();
    this.#hiding.add(tokens);
  }

  override get hiding(): Redactor {
    return this.#hiding;
  }

  /** How often a clause was broken, including findings not kept. */
  brokenCount(clause: string): number {
    return this.#seen.get(clause) ?? 0;
  }

  override get brokenIds(): readonly string[] {
    return [...this.#seen.keys()];
  }

  override addFinding(finding: Finding): void {
    const count = this.brokenCount(finding.clause) + 1;
    this.#seen.set(finding.clause, count);
    if (count <= most.findings) super.addFinding(finding);
    this.#onFinding(this.withoutSecrets(finding));
  }

  override observe(openPoint: string, value: unknown, exchange?: Exchange): void {
    const seen = this.observations.filter((one) => one.openPoint === openPoint);
    if (seen.some((one) => one.value === value) || seen.length >= most.observations) return;
    super.observe(openPoint, value, exchange);
  }
}
