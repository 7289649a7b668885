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
    // As a property, so that it can be handed on to an element that stays.
    if (name.startsWith('on')) Object.assign(element, { [name]: value });
    else if (name === 'value') continue;
    else element.setAttribute(name, value === true ? '' : String(value));
  }
  element.append(...nodes(children));
  // After its options, where it has any.
  if (props.value !== undefined) Object.assign(element, { value: props.value });
  return element;
}

/** @param {readonly (Child | Child[])[]} children @returns {(Node | string)[]} */
export const nodes = (children) =>
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

/** As much as there is room for; the whole is shown on hover, and copied. @param {string} text @param {string} [look] */
export const cut = (text, look = '') => h('span', { class: `cut ${look}`, title: text }, text);

/** A name that opens what it names. @param {string} text @param {() => unknown} onclick */
export const opener = (text, onclick) =>
  h(
    'button',
    { type: 'button', class: 'cut link mono', title: text, 'aria-haspopup': 'dialog', onclick },
    text,
  );

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

/** As exact as it helps. @param {number} ms */
export const shownMs = (ms) =>
  `${ms >= 100 ? Math.round(ms) : ms >= 10 ? ms.toFixed(1) : ms.toFixed(2)} ms`;

/** @param {string} title @param {string} text @param {...Child} more */
export const emptyState = (title, text, ...more) =>
  h('div', { class: 'empty' }, h('h3', {}, title), h('p', { class: 'dim' }, text), ...more);

/**
 * Rows are known by their key when the table is shown anew.
 *
 * @param {string} caption
 * @param {readonly [label: string, kind?: string][]} columns
 * @param {readonly { key: string | number, cells: readonly Child[] }[]} rows
 * @param {string} [look]
 */
export function table(caption, columns, rows, look = '') {
  const head = columns.map(([label, kind]) =>
    label === '' ? h('td', {}) : h('th', { scope: 'col', class: kind }, label),
  );
  const body = rows.map(({ key, cells }) =>
    h(
      'tr',
      { 'data-key': key },
      cells.map((cell, at) =>
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
