// @ts-check
// Finds operations, fields, answers, open points, clauses and pages by words. What it looks through is
// loaded when somebody first types, from a server or from a file.
(() => {
  const field = /** @type {HTMLInputElement | null} */ (document.querySelector('[data-search]'));
  const place = document.getElementById('found');
  if (!field || !place) return;
  const most = 40;
  /** @typedef {[kind: string, name: string, says: string, href: string]} Entry */
  /** @type {Promise<Entry[]> | undefined} */
  let loading;

  function index() {
    loading ??= new Promise((resolve, reject) => {
      const script = document.createElement('script');
      script.src = 'search-index.js';
      script.onload = () => resolve(/** @type {any} */ (window).abuseFeedIndex);
      script.onerror = () => {
        loading = undefined;
        reject(new Error('The index could not be loaded.'));
      };
      document.head.append(script);
    });
    return loading;
  }

  /** Names that hold every word come before texts that do. @param {Entry[]} entries @param {string[]} words */
  function ranked(entries, words) {
    const has = (/** @type {string} */ text) => {
      const lower = text.toLowerCase();
      return words.every((word) => lower.includes(word));
    };
    const named = entries.filter(([, name]) => has(name));
    const told = entries.filter(
      ([kind, name, says]) => !has(name) && has(`${kind} ${name} ${says}`),
    );
    return [...named, ...told];
  }

  /** @param {string} tag @param {string} look @param {...(Node | string)} children */
  function element(tag, look, ...children) {
    const made = document.createElement(tag);
    if (look) made.className = look;
    made.append(...children);
    return made;
  }

  async function look() {
    const words = field?.value.toLowerCase().split(/\s+/).filter(Boolean) ?? [];
    if (words.length === 0) {
      close();
      return;
    }
    try {
      const entries = ranked(await index(), words);
      const list = element('ul', '');
      for (const [kind, name, says, href] of entries.slice(0, most)) {
        const link = /** @type {HTMLAnchorElement} */ (
          element(
            'a',
            '',
            element('span', 'chip', kind),
            ' ',
            element('strong', '', name),
            ' ',
            element('span', 'dim', says),
          )
        );
        link.href = href;
        list.append(element('li', '', link));
      }
      const count =
        entries.length > most ? `${most} of ${entries.length} shown` : `${entries.length} found`;
      const told = element('p', 'dim', entries.length === 0 ? 'Nothing has these words.' : count);
      told.setAttribute('role', 'status');
      place?.replaceChildren(told, list);
    } catch (error) {
      place?.replaceChildren(element('p', 'dim', String(error)));
    }
    if (place) place.hidden = false;
  }

  function close() {
    if (place) place.hidden = true;
  }

  /** @param {number} step */
  function move(step) {
    const links = [...(place?.querySelectorAll('a') ?? [])];
    const at = links.indexOf(/** @type {HTMLAnchorElement} */ (document.activeElement));
    const next = at + step;
    if (next < 0) field?.focus();
    else links[Math.min(next, links.length - 1)]?.focus();
  }

  field.addEventListener('input', look);
  field.addEventListener('click', look);
  field.parentElement?.addEventListener('keydown', (event) => {
    if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
      event.preventDefault();
      move(event.key === 'ArrowDown' ? 1 : -1);
    } else if (event.key === 'Escape') {
      field.focus();
      close();
    } else if (event.key === 'Enter' && event.target === field) {
      event.preventDefault();
      place.querySelector('a')?.click();
    }
  });
  // What is found on this page is behind the list.
  place.addEventListener('click', (event) => {
    if (/** @type {HTMLElement} */ (event.target).closest('a')) close();
  });
  document.addEventListener('pointerdown', (event) => {
    if (!field.parentElement?.contains(/** @type {Node} */ (event.target))) close();
  });
  document.addEventListener('focusin', (event) => {
    if (!field.parentElement?.contains(/** @type {Node} */ (event.target))) close();
  });
})();
