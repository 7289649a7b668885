import { copied, wordsOf } from '../../pages/page/view.ts';
import { tryForm } from './try.ts';

/** The contents of the page, and what each of its links leads to. */
const links = [...document.querySelectorAll<HTMLAnchorElement>('.toc a[href^="#"]')];
const headings = links.map((link) => document.getElementById(link.hash.slice(1)));

const filter = document.querySelector<HTMLInputElement>('[data-filter]');
if (filter) filterRows(filter);

for (const form of document.querySelectorAll<HTMLFormElement>('[data-try]')) tryForm(form);

/** A button beside each code block, or one for several in tabs, which copies what is shown. */
for (const place of document.querySelectorAll<HTMLElement>('.code-tabs, .copyable')) {
  const button = Object.assign(document.createElement('button'), {
    type: 'button',
    className: 'button copy',
    textContent: 'Copy',
  });
  button.addEventListener('click', async () => {
    const shown = place.querySelector('details[open] > pre, :scope > pre')?.textContent ?? '';
    button.textContent = (await copied(shown)) ? 'Copied' : 'Not allowed';
  });
  place.append(button);
}

/** Expands the target of a link. */
function unfold(): void {
  const target =
    location.hash.length > 1 && document.getElementById(decodeURIComponent(location.hash.slice(1)));
  if (!target) return;
  if (filter && target.closest('[hidden]')) {
    filter.value = '';
    filter.dispatchEvent(new Event('input'));
  }
  for (const fold of [target.querySelector(':scope > details'), target.closest('details')]) {
    if (fold instanceof HTMLDetailsElement) fold.open = true;
  }
  target.scrollIntoView();
}

addEventListener('hashchange', unfold);
unfold();

/** Marks the current heading in the contents: the last one above the middle of the window. */
function markPlace(): void {
  const at = headings.findLastIndex((heading) => {
    const box = heading?.getBoundingClientRect();
    return box !== undefined && box.height > 0 && box.top < innerHeight / 3;
  });
  for (const [index, link] of links.entries()) link.ariaCurrent = index === at ? 'true' : null;
}

if (links.length > 0) {
  addEventListener('scroll', () => requestAnimationFrame(markPlace), { passive: true });
  markPlace();
}

/** Whether a filter has hidden a heading; one that is not there is not hidden. */
function isHidden(heading: Element | null | undefined): boolean {
  return heading?.closest('[hidden]') != null;
}

/** Hides rows that do not contain every word, in themselves or in the heading of their group. */
function filterRows(field: HTMLInputElement): void {
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
    for (const part of document.querySelectorAll<HTMLElement>('[data-filter-part]')) {
      const heading = part.closest('[data-filter-group]')?.querySelector('h2')?.textContent ?? '';
      const isMeant = words.every((word) => heading.toLowerCase().includes(word));
      part.hidden = isFiltered && !isMeant && !hasFound(part);
    }
    for (const fold of folds) fold.open = isFiltered && hasFound(fold) !== null;
    for (const [index, link] of links.entries())
      link.closest('li')?.toggleAttribute('hidden', isHidden(headings[index]));
    const left = rows.filter((row) => !row.hidden).length;
    const found = left === 0 ? 'Nothing found.' : `${left} of ${rows.length}`;
    if (count) count.textContent = isFiltered ? found : '';
    // The field stays in sight above it.
    if (isFiltered) rows.find((row) => !row.hidden)?.scrollIntoView({ block: 'center' });
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
