// @ts-check
import { byId, h } from './dom.js';
import { morph } from './morph.js';

/** @typedef {import('./types.d.ts').SeenRequest} SeenRequest */

/** What can be chosen from; the choices are what was seen. */
const parts = /** @type {const} */ (['operation', 'outcome', 'caller']);

/** Which requests somebody wants to see. @param {() => void} changed */
export function requestFilter(changed) {
  const find = /** @type {HTMLInputElement} */ (byId('request-find'));
  const selects = parts.map((name) => ({
    name,
    select: /** @type {HTMLSelectElement} */ (byId(`request-${name}`)),
  }));
  find.addEventListener('input', changed);
  for (const { select } of selects) select.addEventListener('change', changed);

  return {
    /** @param {SeenRequest} request */
    matches(request) {
      for (const { name, select } of selects) {
        if (select.value !== '' && partOf(request, name) !== select.value) return false;
      }
      if (find.value === '') return true;
      const { method, url, status, outcome, caller } = request;
      const text = `${method} ${url} ${status} ${outcome} ${caller}`.toLowerCase();
      return find.value
        .toLowerCase()
        .split(/\s+/)
        .every((word) => text.includes(word));
    },
    /** Offers what there is. What was chosen stays chosen. @param {readonly SeenRequest[]} seen */
    offer(seen) {
      for (const { name, select } of selects) {
        const chosen = select.value;
        const values = new Set(seen.map((request) => partOf(request, name)));
        if (chosen !== '') values.add(chosen);
        const first = select.options[0];
        morph(
          select,
          h('option', { value: '' }, first?.textContent ?? ''),
          ...[...values].sort().map((value) => h('option', { value }, value)),
        );
        select.value = chosen;
      }
    },
  };
}

/** @param {SeenRequest} request @param {(typeof parts)[number]} name */
const partOf = (request, name) => request[name] ?? 'none';
