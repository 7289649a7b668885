import { Evidence, type Finding } from '../model/evidence.ts';
import type { Exchange } from '../talk/exchange.ts';
import { redacted, secretForms } from '../talk/secrets.ts';

/** Of each clause, and of the answers to each open point. */
const most = { findings: 20, observations: 10 };

/** Evidence of days: what is kept of each clause has a bound, and no token is in it. */
export class BoundedEvidence extends Evidence {
  readonly #told: (finding: Finding) => void;
  readonly #seen = new Map<string, number>();
  #token: string | undefined;

  constructor(told: (finding: Finding) => void) {
    super();
    this.#told = told;
  }

  /** The token that must not be kept of the exchange that is judged next. */
  hide(token: string | undefined): void {
    this.#token = token;
  }

  /** How often a clause was broken, kept or not. */
  brokenCount(clause: string): number {
    return this.#seen.get(clause) ?? 0;
  }

  override get brokenIds(): readonly string[] {
    return [...this.#seen.keys()];
  }

  override broken(finding: Finding): void {
    const count = this.brokenCount(finding.clause) + 1;
    this.#seen.set(finding.clause, count);
    const safe = this.#safe(finding);
    if (count <= most.findings) super.broken(safe);
    this.#told(safe);
  }

  override observe(openPoint: string, value: unknown, exchange?: Exchange): void {
    const seen = this.observations.filter((one) => one.openPoint === openPoint);
    if (seen.some((one) => one.value === value) || seen.length >= most.observations) return;
    super.observe(openPoint, value, exchange && this.#safe(exchange));
  }

  #safe<T>(value: T): T {
    return this.#token === undefined ? value : redacted(value, secretForms(this.#token));
  }
}
