import { html, type View, wordsOf } from '../../../pages/page/view.ts';
import type { SeenExchange } from '../../../traffic/exchange.ts';
import { inAddress, keepInAddress } from './address.ts';
import { button, select, typed } from './parts.ts';

/** Filters; the options are the values seen. */
const parts = ['operation', 'outcome', 'caller'] as const;

function partOf(one: SeenExchange, name: (typeof parts)[number]): string {
  return one[name] ?? 'none';
}

/** What is asked of the requests; empty where nothing is. */
const everything = { find: '', operation: '', outcome: '', caller: '' };
type Name = keyof typeof everything;
const names = Object.keys(everything) as Name[];

/** Filters the list of requests; the address has the filters. */
export class RequestFilter {
  readonly #draw: () => void;
  #chosen = { ...everything };
  #only: ReadonlySet<number> | undefined;

  constructor(draw: () => void) {
    this.#draw = draw;
    this.restore();
  }

  /** As the address has them. */
  restore(): void {
    for (const name of names) this.#chosen[name] = inAddress(name);
    const ids = inAddress('only').split(',').filter(Boolean).map(Number);
    this.#only = ids.length > 0 ? new Set(ids) : undefined;
  }

  setOnly(ids: readonly number[]): void {
    this.#only = new Set(ids);
    keepInAddress({ only: ids.join() }, { isStep: true });
    this.#draw();
  }

  widen(): void {
    this.#chosen = { ...everything };
    this.#only = undefined;
    keepInAddress({ ...everything, only: '' });
    this.#draw();
  }

  matches(one: SeenExchange): boolean {
    const { id, request, response, outcome, caller } = one;
    const chosen = this.#chosen;
    if (this.#only && !this.#only.has(id)) return false;
    const { method, url } = request;
    const text = `${method} ${url} ${response.status} ${outcome} ${caller}`.toLowerCase();
    return (
      parts.every((name) => chosen[name] === '' || partOf(one, name) === chosen[name]) &&
      wordsOf(chosen.find).every((word) => text.includes(word))
    );
  }

  view(seen: readonly SeenExchange[]): View {
    const isNarrowed = this.#only || Object.values(this.#chosen).some(Boolean);
    return html`<input class="field" type="search" id="request-find" placeholder="Find by path, status, outcome, caller" aria-label="Find requests" autocomplete="off" value=${this.#chosen.find} onInput=${this.#chooses('find')} />
        ${parts.map((name) => this.#choice(name, seen))}
        ${isNarrowed && button('Show all', () => this.widen(), '', { id: 'requests-all' })}`;
  }

  #choice(name: (typeof parts)[number], seen: readonly SeenExchange[]): View {
    const chosen = this.#chosen[name];
    const values = new Set([...seen.map((one) => partOf(one, name)), chosen]);
    values.delete('');
    return select(
      {
        id: `request-${name}`,
        'aria-label': name,
        value: chosen,
        onChange: this.#chooses(name),
      },
      [['', name], ...[...values].sort()],
    );
  }

  /** A listener that takes what is typed or chosen. */
  #chooses(name: Name) {
    return typed((value) => {
      this.#chosen[name] = value;
      keepInAddress({ [name]: value });
      this.#draw();
    });
  }
}
