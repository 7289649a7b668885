// @ts-check
/** Keeps the focus where it was when what has it is made anew. */

/** @param {Element} place @returns {HTMLElement[]} */
const focusables = (place) => [
  .../** @type {NodeListOf<HTMLElement>} */ (
    place.querySelectorAll('button, input, select, textarea, summary, a')
  ),
];

/** What people know it by. @param {HTMLElement} element */
function nameOf(element) {
  const [label] = 'labels' in element ? /** @type {NodeListOf<Element>} */ (element.labels) : [];
  const text = element.getAttribute('aria-label') ?? (label ?? element).textContent;
  return `${element.tagName} ${text}`;
}

/**
 * Notes what has the focus, and returns how to give it back: to what has the same name, or else to
 * what is in its place, so that keys go on from there.
 *
 * @param {HTMLElement} place
 */
export function focusIn(place) {
  const before = focusables(place);
  const at = before.indexOf(/** @type {HTMLElement} */ (document.activeElement));
  const had = before[at];
  const name = had && nameOf(had);
  const twin = had ? before.filter((one) => nameOf(one) === name).indexOf(had) : 0;
  return () => {
    if (!had) return;
    const now = focusables(place);
    const same = now.filter((one) => nameOf(one) === name)[twin];
    (same ?? now[at] ?? now.at(-1) ?? place).focus({ preventScroll: true });
  };
}
