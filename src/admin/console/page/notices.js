// @ts-check
import { button, byId, fill, h } from './dom.js';

/** @type {number | undefined} */
let hiding;

/** Says what was done, to eyes and screen readers alike. @param {string} text */
export function notice(text) {
  const place = byId('notice');
  place.textContent = text;
  place.hidden = false;
  clearTimeout(hiding);
  hiding = setTimeout(() => {
    place.hidden = true;
  }, 4000);
}

/** @param {string} text @param {string} what */
export async function copy(text, what) {
  try {
    await navigator.clipboard.writeText(text);
    notice(`${what} copied.`);
  } catch {
    // Without https or permission a browser refuses; a selection still works.
    const field = h('textarea', { class: 'unseen', 'aria-hidden': 'true' });
    field.value = text;
    document.body.append(field);
    field.select();
    const done = document.execCommand('copy');
    field.remove();
    notice(done ? `${what} copied.` : 'The browser does not allow copying.');
  }
}

/** @param {unknown} error */
export const messageOf = (error) => (error instanceof Error ? error.message : String(error));

/**
 * A modal question. Esc and Cancel say no; the browser gives the focus back. What is refused is said
 * in it, and what was typed stays.
 *
 * @param {{
 *   title: string, text?: string, action: string, danger?: boolean, fields?: HTMLElement,
 *   submit?: () => Promise<unknown>,
 * }} question
 * @returns {Promise<boolean>}
 */
export function ask({ title, text, action, danger = false, fields, submit = async () => {} }) {
  const dialog = /** @type {HTMLDialogElement} */ (byId('dialog'));
  const problem = h('p', { class: 'problem', role: 'alert', hidden: true });
  const go = h('button', { type: 'submit', class: `button ${danger ? 'danger' : 'main'}` }, action);
  dialog.setAttribute('aria-labelledby', 'dialog-title');
  fill(
    dialog,
    h(
      'form',
      { class: 'dialog', onsubmit: send },
      h('h2', { id: 'dialog-title' }, title),
      text && h('p', {}, text),
      fields,
      problem,
      h(
        'div',
        { class: 'row end' },
        button('Cancel', () => dialog.close('no')),
        go,
      ),
    ),
  );
  dialog.returnValue = 'no';
  dialog.showModal();
  return new Promise((resolve) => {
    dialog.addEventListener('close', () => resolve(dialog.returnValue === 'yes'), { once: true });
  });

  /** @param {Event} event */
  async function send(event) {
    event.preventDefault();
    go.disabled = true;
    try {
      await submit();
      dialog.close('yes');
    } catch (error) {
      problem.textContent = messageOf(error);
      problem.hidden = false;
    }
    go.disabled = false;
  }
}

/**
 * Everything there is of one thing, over the page. Esc and Close leave it.
 *
 * @param {string} title @param {{ [name: string]: unknown }} thing @param {...HTMLElement} buttons
 */
export function view(title, thing, ...buttons) {
  const dialog = /** @type {HTMLDialogElement} */ (byId('dialog'));
  dialog.setAttribute('aria-labelledby', 'dialog-title');
  fill(
    dialog,
    h('h2', { id: 'dialog-title', class: 'mono' }, title),
    h(
      'dl',
      { class: 'headers mono' },
      ...Object.entries(thing).flatMap(([name, value]) => [
        h('dt', {}, name),
        h('dd', {}, typeof value === 'object' ? JSON.stringify(value) : String(value)),
      ]),
    ),
    h(
      'div',
      { class: 'row end wrap' },
      ...buttons,
      button('Copy as JSON', () => copy(JSON.stringify(thing, null, 2), title)),
      button('Close', () => dialog.close('no'), 'main'),
    ),
  );
  dialog.showModal();
}
