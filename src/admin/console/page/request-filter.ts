import { html, type View, wordsOf } from '../../../pages/page/view.ts';
import type { SeenRequest } from '../../../spec/traffic/seen-request.ts';
import { button, select, typed } from './parts.ts';

/** Filters; the options are the values seen. */
const parts = ['operation', 'outcome', 'caller'] as const;
const partOf = (request: SeenRequest, name: (typeof parts)[number]): string =>
  request[name] ?? 'none';

/** Filters the list of requests. */
export function requestFilter(draw: () => void) {
  const all = { find: '', operation: '', outcome: '', caller: '' };
  let chosen = { ...all };

  const choose = (name: keyof typeof all) =>
    typed((value) => {
      chosen[name] = value;
      draw();
    });
  function widen(): void {
    chosen = { ...all };
    draw();
  }
  const choice = (name: (typeof parts)[number], seen: readonly SeenRequest[]): View => {
    const values = new Set([...seen.map((one) => partOf(one, name)), chosen[name]]);
    values.delete('');
    return select(
      { id: `request-${name}`, 'aria-label': name, value: chosen[name], onChange: choose(name) },
      [['', name], ...[...values].sort()],
    );
  };

  return {
    widen,
    matches(request: SeenRequest): boolean {
      const { method, url, status, outcome, caller } = request;
      const text = `${method} ${url} ${status} ${outcome} ${caller}`.toLowerCase();
      return (
        parts.every((name) => chosen[name] === '' || partOf(request, name) === chosen[name]) &&
        wordsOf(chosen.find).every((word) => text.includes(word))
      );
    },
    view(seen: readonly SeenRequest[]): View {
      const isNarrowed = Object.values(chosen).some(Boolean);
      return html`<input class="field" type="search" id="request-find" placeholder="Find by path, status, outcome, caller" aria-label="Find requests" autocomplete="off" value=${chosen.find} onInput=${choose('find')} />
        ${parts.map((name) => choice(name, seen))}
        ${isNarrowed && button('Show all', widen, '', { id: 'requests-all' })}`;
    },
  };
}
