import { wordsOf } from '../../pages/page/view.ts';

/** Hides rows that do not contain every word, in themselves or in the heading of their group. */
export function filterRows(field: HTMLInputElement): void {
  const count = document.querySelector('[data-filter-count]');
  const groups = [...document.querySelectorAll<HTMLElement>('[data-filter-group]')];
  const texts = new Map<HTMLElement, string>();
  for (const group of groups) {
    const heading = group.querySelector('h2')?.textContent ?? '';
    for (const row of group.querySelectorAll<HTMLElement>('[data-filter-row]')) {
      texts.set(row, `${heading} ${row.textContent}`.toLowerCase());
    }
  }
  const rows = [...texts.keys()];
  /** Folds around rows; what is found in them is shown. */
  const folds = new Set(rows.flatMap((row) => row.parentElement?.closest('details') ?? []));

  let isFiltered = false;
  const filter = () => {
    const words = wordsOf(field.value);
    // Folds that the reader has opened stay so, until there is something to look for.
    if (words.length === 0 && !isFiltered) return;
    isFiltered = words.length > 0;
    for (const row of rows) row.hidden = !words.every((word) => texts.get(row)?.includes(word));
    const hasFound = (part: Element) => part.querySelector('[data-filter-row]:not([hidden])');
    for (const group of groups) group.hidden = !hasFound(group);
    for (const fold of folds) fold.open = isFiltered && hasFound(fold) !== null;
    const left = rows.filter((row) => !row.hidden).length;
    const found = left === 0 ? 'Nothing found.' : `${left} of ${rows.length}`;
    if (count) count.textContent = isFiltered ? found : '';
  };
  field.addEventListener('input', filter);
  document.addEventListener('keydown', (event) => {
    if (event.key !== '/' || (event.target as HTMLElement).matches('input, textarea, select'))
      return;
    event.preventDefault();
    field.focus();
  });
  // Browsers may restore the input.
  filter();
}
