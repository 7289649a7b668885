// @ts-check
/**
 * The only way this page makes elements. Children become text nodes and values become attributes or
 * properties, never markup: whatever a request brought along stays text.
 *
 * @typedef {Node | string | number | false | null | undefined} Child
 */

/**
 * @template {keyof HTMLElementTagNameMap} Tag
 * @param {Tag} tag
 * @param {{ [name: string]: unknown }} [props]
 * @param {...(Child | Child[])} children
 * @returns {HTMLElementTagNameMap[Tag]}
 */
export function h(tag, props = {}, ...children) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(props)) {
    if (value === undefined || value === null || value === false) continue;
    if (name.startsWith('on')) {
      element.addEventListener(name.slice(2), /** @type {EventListener} */ (value));
    } else if (name === 'value') Object.assign(element, { value });
    else element.setAttribute(name, value === true ? '' : String(value));
  }
  element.append(...nodes(children));
  return element;
}

/** @param {readonly (Child | Child[])[]} children @returns {(Node | string)[]} */
const nodes = (children) =>
  children.flat().flatMap((child) => {
    if (child === false || child === null || child === undefined) return [];
    return [child instanceof Node ? child : String(child)];
  });

/** @param {Element} parent @param {...(Child | Child[])} children */
export const fill = (parent, ...children) => parent.replaceChildren(...nodes(children));

/** @param {string} id @returns {HTMLElement} */
export function byId(id) {
  const element = document.getElementById(id);
  if (!element) throw new Error(`The page has no #${id}`);
  return element;
}

/** @param {string} text @param {string} [kind] */
export const chip = (text, kind = '') => h('span', { class: `chip ${kind}` }, text);

/** @param {string} label @param {(event: Event) => unknown} onclick @param {string} [look] */
export const button = (label, onclick, look = '') =>
  h('button', { type: 'button', class: `button ${look}`, onclick }, label);

/**
 * The same words stand in every row; a screen reader hears whose they are.
 *
 * @param {string} name @param {...(HTMLElement | false)} buttons
 */
export const actions = (name, ...buttons) => {
  for (const one of buttons) {
    if (one) one.setAttribute('aria-label', `${one.textContent} (${name})`);
  }
  return h('span', { class: 'row tight' }, ...buttons);
};

/** Without the parts of a second. @param {string} time */
export const shownTime = (time) =>
  h('span', { class: 'time' }, time.slice(0, 19).replace('T', ' '));

/** @param {string} title @param {string} text @param {...Child} more */
export const emptyState = (title, text, ...more) =>
  h('div', { class: 'empty' }, h('h3', {}, title), h('p', { class: 'dim' }, text), ...more);

/**
 * @param {string} caption
 * @param {readonly [label: string, kind?: string][]} columns
 * @param {readonly (readonly Child[] | HTMLTableRowElement)[]} rows
 * @param {string} [look]
 */
export function table(caption, columns, rows, look = '') {
  const head = columns.map(([label, kind]) => h('th', { scope: 'col', class: kind }, label));
  const body = rows.map((row) =>
    row instanceof HTMLTableRowElement
      ? row
      : h(
          'tr',
          {},
          row.map((cell, at) =>
            h('td', { class: columns[at]?.[1], 'data-label': at > 0 && columns[at]?.[0] }, cell),
          ),
        ),
  );
  return h(
    'table',
    { class: `table cards ${look}` },
    h('caption', { class: 'unseen' }, caption),
    h('thead', {}, h('tr', {}, head)),
    h('tbody', {}, body),
  );
}

/** @param {number | undefined} status */
export const statusChip = (status) => {
  if (status === undefined) return chip('cut', 'bad');
  const kind = status >= 500 ? 'bad' : status >= 400 ? 'warn' : 'good';
  return chip(String(status), kind);
};
