import { wordsOf } from '../../pages/page/view.ts';

/** Hides table rows that do not contain every word. */
export function filterRows(field: HTMLInputElement): void {
  const count = document.querySelector('[data-filter-count]');
  const rows = [...document.querySelectorAll<HTMLElement>('[data-filter-row]')];
  const groups = [...document.querySelectorAll<HTMLElement>('[data-filter-group]')];
  const texts = new Map(rows.map((row) => [row, row.textContent?.toLowerCase() ?? '']));

  const filter = () => {
    const words = wordsOf(field.value);
    for (const row of rows) row.hidden = !words.every((word) => texts.get(row)?.includes(word));
    for (const group of groups) {
      group.hidden = !group.querySelector('[data-filter-row]:not([hidden])');
    }
    const left = rows.filter((row) => !row.hidden).length;
    const found = left === 0 ? 'Nothing found.' : `${left} of ${rows.length}`;
    if (count) count.textContent = words.length === 0 ? '' : found;
  };
  field.addEventListener('input', filter);
  // Browsers may restore the input.
  filter();
}
