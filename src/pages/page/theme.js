// @ts-check
// Runs before the page is painted, so that a chosen theme does not flash. A classic script: modules
// do not load from file://.
(() => {
  const key = 'abuse-feed-theme';
  const root = document.documentElement;
  const dark = matchMedia('(prefers-color-scheme: dark)');

  /** A file or a locked-down browser may have no storage; the theme then follows the system. */
  const chosen = () => {
    try {
      return localStorage.getItem(key);
    } catch {
      return null;
    }
  };

  /** @param {string} theme */
  const remember = (theme) => {
    try {
      localStorage.setItem(key, theme);
    } catch {}
  };

  const show = () => {
    const theme = chosen() ?? root.dataset.chosen ?? (dark.matches ? 'dark' : 'light');
    root.dataset.theme = theme;
    for (const button of document.querySelectorAll('[data-theme-toggle]')) {
      button.textContent = theme === 'dark' ? 'Light' : 'Dark';
      button.setAttribute(
        'aria-label',
        `Switch to the ${theme === 'dark' ? 'light' : 'dark'} theme`,
      );
    }
  };

  // Parts that need a script are shown where there is one.
  root.dataset.script = '';
  show();
  dark.addEventListener('change', show);
  document.addEventListener('DOMContentLoaded', () => {
    show();
    for (const button of document.querySelectorAll('[data-theme-toggle]')) {
      button.addEventListener('click', () => {
        const theme = root.dataset.theme === 'dark' ? 'light' : 'dark';
        root.dataset.chosen = theme;
        remember(theme);
        show();
      });
    }
  });
})();
