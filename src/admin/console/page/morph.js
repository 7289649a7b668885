// @ts-check
import { nodes } from './dom.js';
/** @typedef {import('./dom.js').Child} Child */

/**
 * Brings what a place shows in line with what it is to show, by changing only what differs. What is
 * the same stays the same element, with its focus, its selection, its scroll and what was typed.
 *
 * @param {Element} place @param {...(Child | Child[])} children
 */
export function morph(place, ...children) {
  sync(place, nodes(children));
}

const handlers = /** @type {const} */ (['onclick', 'onchange', 'oninput', 'onsubmit', 'onkeydown']);

/** Rows are known by their key, whatever comes before them. @param {Node | string | null} node */
const keyOf = (node) => (node instanceof HTMLElement ? node.dataset.key : undefined);

/** @param {Node} parent @param {readonly (Node | string)[]} wanted */
function sync(parent, wanted) {
  const before = new Set(parent.childNodes);
  const asked = new Set(wanted);
  const others = [...before].filter((node) => !asked.has(node));
  const keyed = new Map(others.map((node) => [keyOf(node), node]));
  const free = others.filter((node) => keyOf(node) === undefined);
  const now = wanted.map((one) => {
    if (typeof one !== 'string' && before.has(/** @type {ChildNode} */ (one))) return one;
    const node = typeof one === 'string' ? document.createTextNode(one) : one;
    const old = keyOf(node) === undefined ? nextAlike(free, node) : keyed.get(keyOf(node));
    if (!old || !alike(old, node)) return node;
    patch(old, node);
    return old;
  });
  const staying = new Set(now);
  for (const node of before) if (!staying.has(node)) node.remove();
  // What is in its place is not moved: moving takes the focus away.
  let at = parent.firstChild;
  for (const node of now) {
    if (node === at) at = at.nextSibling;
    else parent.insertBefore(node, at);
  }
}

/** Takes it, and what stands before it, off the list. @param {ChildNode[]} free @param {Node} node */
function nextAlike(free, node) {
  const at = free.findIndex((old) => alike(old, node));
  return at < 0 ? undefined : free.splice(0, at + 1).at(-1);
}

/** @param {Node} old @param {Node} node */
const alike = (old, node) => old.nodeName === node.nodeName && keyOf(old) === keyOf(node);

/** @param {Node} old @param {Node} node */
function patch(old, node) {
  if (!(old instanceof HTMLElement && node instanceof HTMLElement)) {
    if (old.textContent !== node.textContent) old.textContent = node.textContent;
    return;
  }
  for (const { name } of [...old.attributes]) {
    // What somebody has folded open stays open.
    if (!node.hasAttribute(name) && name !== 'open') old.removeAttribute(name);
  }
  for (const { name, value } of node.attributes) {
    if (old.getAttribute(name) !== value) old.setAttribute(name, value);
  }
  for (const name of handlers) {
    if (old[name] !== node[name]) Object.assign(old, { [name]: node[name] });
  }
  sync(old, [...node.childNodes]);
  if (old !== document.activeElement && 'value' in old && 'value' in node) {
    if (old.value !== node.value) old.value = node.value;
  }
}
