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

/**
 * A modal question. Esc and Cancel say no; the browser gives the focus back.
 *
 * @param {{ title: string, text?: string, action: string, danger?: boolean, fields?: HTMLElement }} question
 * @returns {Promise<boolean>}
 */
export function ask({ title, text, action, danger = false, fields }) {
  const dialog = /** @type {HTMLDialogElement} */ (byId('dialog'));
  dialog.setAttribute('aria-labelledby', 'dialog-title');
  fill(
    dialog,
    h(
      'form',
      {
        class: 'dialog',
        onsubmit: (/** @type {Event} */ event) => {
          event.preventDefault();
          dialog.close('yes');
        },
      },
      h('h2', { id: 'dialog-title' }, title),
      text && h('p', {}, text),
      fields,
      h(
        'div',
        { class: 'row end' },
        button('Cancel', () => dialog.close('no')),
        h('button', { type: 'submit', class: `button ${danger ? 'danger' : 'main'}` }, action),
      ),
    ),
  );
  dialog.returnValue = 'no';
  dialog.showModal();
  return new Promise((resolve) => {
    dialog.addEventListener('close', () => resolve(dialog.returnValue === 'yes'), { once: true });
  });
}
