// @ts-check
// Runs before the page is painted, so that a chosen theme does not flash.
(() => {
  const key = 'abuse-feed-theme';
  const root = document.documentElement;
  const dark = matchMedia('(prefers-color-scheme: dark)');

  /** Storage may be unavailable in a file or a locked-down browser; the theme then follows the system. */
  const stored = (/** @type {string} */ theme = '') => {
    try {
      if (theme) localStorage.setItem(key, theme);
      return localStorage.getItem(key);
    } catch {
      return null;
    }
  };

  const show = () => {
    const theme = stored() ?? root.dataset.chosen ?? (dark.matches ? 'dark' : 'light');
    const other = theme === 'dark' ? 'light' : 'dark';
    root.dataset.theme = theme;
    for (const button of document.querySelectorAll('[data-theme-toggle]')) {
      button.textContent = other === 'dark' ? 'Dark' : 'Light';
      button.setAttribute('aria-label', `Switch to the ${other} theme`);
    }
  };

  // Reveals the parts that need a script.
  root.dataset.script = '';
  show();
  dark.addEventListener('change', show);
  document.addEventListener('DOMContentLoaded', show);
  document.addEventListener('click', ({ target }) => {
    if (!(target instanceof Element)) return;
    const menu = document.querySelector('[data-menu]');
    const isShut = menu?.getAttribute('aria-expanded') === 'false';
    // A chosen entry closes the menu, like a second click on its button.
    if (target.closest('[data-menu], [data-menu] + nav a'))
      menu?.setAttribute('aria-expanded', String(isShut && target.closest('[data-menu]') !== null));
    if (!target.closest('[data-theme-toggle]')) return;
    root.dataset.chosen = root.dataset.theme === 'dark' ? 'light' : 'dark';
    stored(root.dataset.chosen);
    show();
  });
})();
