import { chip, html, type View } from '../../../pages/page/view.ts';
import type { ClientFinding } from '../../control/findings.ts';
import { button, count, cut, emptyState, table } from './parts.ts';
import type { Console, Panel } from './types.ts';

/** What clients did that the specification rules out or leaves open. */
export class FindingsPanel implements Panel {
  readonly #console: Console;
  #found: readonly ClientFinding[] = [];

  constructor(console: Console) {
    this.#console = console;
  }

  /** For the tab. */
  get count(): number {
    return this.#found.length;
  }

  /** Counts them. */
  async look(): Promise<void> {
    const { control, draw } = this.#console;
    this.#found = await control.findings().catch(() => []);
    draw();
  }

  isTouchedBy(): boolean {
    return true;
  }

  async show(): Promise<() => View> {
    this.#found = await this.#console.control.findings();
    return () => this.#view();
  }

  #view(): View {
    return [
      this.#found.length > 0 &&
        html`<p class="dim"><strong>breaks</strong>: the specification rules it out. <strong>relies on</strong>: the specification leaves it open, and another server may do otherwise.</p>`,
      table(
        'Findings about clients',
        'Kind|What|Caller|#Times|Requests',
        this.#found
          .toSorted((a, b) => a.kind.localeCompare(b.kind))
          .map((finding) => this.#rowOf(finding)),
        emptyState(
          'No findings',
          'Every request so far is one the specification allows. Point your client at this server: what it does beyond that is listed here.',
        ),
      ),
    ];
  }

  #rowOf(finding: ClientFinding) {
    const { id, kind, sentence, caller, times, openPoint } = finding;
    const point = `${this.#console.control.baseUrl}/docs/specification.html#${openPoint}`;
    return {
      key: `${id} ${caller}`,
      cells: [
        kind === 'breaks' ? chip('breaks', 'bad') : chip('relies on', 'warn'),
        html`<span>${sentence} ${openPoint === undefined ? html`<code class="dim">${id}</code>` : html`<a href=${point}><code>${openPoint}</code></a>`}</span>`,
        cut(caller),
        count(times),
        this.#requestsOf(finding),
      ],
    };
  }

  /** Leads to the requests of a finding that are kept. */
  #requestsOf({ times, requests = [] }: ClientFinding): View {
    const { showRequests } = this.#console;
    const most = times > requests.length ? 'Latest' : 'All';
    const one = (id: number): View =>
      button(`#${id}`, () => showRequests([id]), '', { 'aria-label': `Request ${id}` });
    return html`<span class="row tight">${requests.slice(-3).map(one)}${requests.length > 3 && button(`${most} ${requests.length}`, () => showRequests(requests))}</span>`;
  }
}
