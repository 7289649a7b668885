// @ts-check
// Hides the rows of tables that do not hold every word typed.
(() => {
  const field = /** @type {HTMLInputElement | null} */ (document.querySelector('[data-filter]'));
  const count = document.querySelector('[data-filter-count]');
  const rows = /** @type {HTMLElement[]} */ ([...document.querySelectorAll('[data-filter-row]')]);
  const groups = /** @type {HTMLElement[]} */ ([
    ...document.querySelectorAll('[data-filter-group]'),
  ]);
  const texts = new Map(rows.map((row) => [row, (row.textContent ?? '').toLowerCase()]));

  const filter = () => {
    const words = (field?.value ?? '').toLowerCase().split(/\s+/).filter(Boolean);
    for (const row of rows) {
      row.hidden = !words.every((word) => texts.get(row)?.includes(word));
    }
    for (const group of groups) {
      group.hidden = !group.querySelector('[data-filter-row]:not([hidden])');
    }
    const left = rows.filter((row) => !row.hidden).length;
    if (!count) return;
    if (words.length === 0) count.textContent = '';
    else count.textContent = left === 0 ? 'Nothing found.' : `${left} of ${rows.length}`;
  };

  field?.addEventListener('input', filter);
  // A browser may bring typed text back with the page.
  filter();
})();
