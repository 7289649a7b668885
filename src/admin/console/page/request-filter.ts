import { html, type View, wordsOf } from '../../../pages/page/view.ts';
import type { SeenExchange } from '../../../traffic/exchange.ts';
import { inAddress, keepInAddress } from './address.ts';
import { button, select, typed } from './parts.ts';

/** Filters; the options are the values seen. */
const parts = ['operation', 'outcome', 'caller'] as const;

function partOf(one: SeenExchange, name: (typeof parts)[number]): string {
  return one[name] ?? 'none';
}

/** Filters the list of requests; the address has the filters. */
export function requestFilter(draw: () => void) {
  const all = { find: '', operation: '', outcome: '', caller: '' };
  let chosen = { ...all };
  let only: ReadonlySet<number> | undefined;
  const names = Object.keys(all) as (keyof typeof all)[];
  function restore(): void {
    for (const name of names) chosen[name] = inAddress(name);
    const ids = inAddress('only').split(',').filter(Boolean).map(Number);
    only = ids.length > 0 ? new Set(ids) : undefined;
  }
  restore();

  const choose = (name: keyof typeof all) =>
    typed((value) => {
      chosen[name] = value;
      keepInAddress({ [name]: value });
      draw();
    });
  function widen(): void {
    chosen = { ...all };
    only = undefined;
    keepInAddress({ ...all, only: '' });
    draw();
  }
  const choice = (name: (typeof parts)[number], seen: readonly SeenExchange[]): View => {
    const values = new Set([...seen.map((one) => partOf(one, name)), chosen[name]]);
    values.delete('');
    return select(
      { id: `request-${name}`, 'aria-label': name, value: chosen[name], onChange: choose(name) },
      [['', name], ...[...values].sort()],
    );
  };

  return {
    setOnly(ids: readonly number[]): void {
      only = new Set(ids);
      keepInAddress({ only: ids.join() }, { isStep: true });
      draw();
    },
    widen,
    restore,
    matches(one: SeenExchange): boolean {
      const { id, request, response, outcome, caller } = one;
      if (only && !only.has(id)) return false;
      const { method, url } = request;
      const text = `${method} ${url} ${response.status} ${outcome} ${caller}`.toLowerCase();
      return (
        parts.every((name) => chosen[name] === '' || partOf(one, name) === chosen[name]) &&
        wordsOf(chosen.find).every((word) => text.includes(word))
      );
    },
    view(seen: readonly SeenExchange[]): View {
      const isNarrowed = only || Object.values(chosen).some(Boolean);
      return html`<input class="field" type="search" id="request-find" placeholder="Find by path, status, outcome, caller" aria-label="Find requests" autocomplete="off" value=${chosen.find} onInput=${choose('find')} />
        ${parts.map((name) => choice(name, seen))}
        ${isNarrowed && button('Show all', widen, '', { id: 'requests-all' })}`;
    },
  };
}
