// @ts-check
/** Tabs as the ARIA practices describe them: arrows move, Home and End jump, one tab stop. */

/** @param {HTMLElement} list @param {(name: string) => void} shown */
export function tabs(list, shown) {
  const all = /** @type {HTMLElement[]} */ ([...list.querySelectorAll('[role="tab"]')]);
  const nameOf = (/** @type {HTMLElement} */ tab) => tab.id.replace(/^tab-/, '');

  /** @param {HTMLElement} tab */
  function select(tab) {
    for (const one of all) {
      const selected = one === tab;
      one.setAttribute('aria-selected', String(selected));
      one.tabIndex = selected ? 0 : -1;
      const panel = document.getElementById(one.getAttribute('aria-controls') ?? '');
      if (!panel) continue;
      panel.hidden = !selected;
      // A panel may hold nothing else that takes the focus, and is to be scrolled by keys too.
      panel.tabIndex = 0;
    }
    tab.scrollIntoView({ block: 'nearest', inline: 'nearest' });
    shown(nameOf(tab));
  }

  /** @param {KeyboardEvent} event */
  function move(event) {
    const at = all.indexOf(/** @type {HTMLElement} */ (event.target));
    const to = {
      ArrowRight: (at + 1) % all.length,
      ArrowLeft: (at - 1 + all.length) % all.length,
      Home: 0,
      End: all.length - 1,
    }[event.key];
    const tab = to === undefined ? undefined : all[to];
    if (!tab) return;
    event.preventDefault();
    tab.focus();
    open(tab);
  }

  /** The address names the tab, so that it can be linked and survives a reload. @param {HTMLElement} tab */
  function open(tab) {
    history.replaceState(null, '', `#${nameOf(tab)}`);
    select(tab);
  }

  for (const tab of all) tab.addEventListener('click', () => open(tab));
  list.addEventListener('keydown', move);
  const wanted = () => all.find((tab) => nameOf(tab) === location.hash.slice(1));
  // Other places on the page have names as well.
  window.addEventListener('hashchange', () => {
    const tab = wanted();
    if (tab) select(tab);
  });
  const first = wanted() ?? all[0];
  if (first) select(first);
}
