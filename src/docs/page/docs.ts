import { copied } from '../../pages/page/view.ts';
import { filterRows } from './filter.ts';
import { tryForm } from './try.ts';

const filter = document.querySelector<HTMLInputElement>('[data-filter]');
if (filter) filterRows(filter);

for (const form of document.querySelectorAll<HTMLFormElement>('[data-try]')) tryForm(form);

/** Adds a copy button to every code block. */
for (const pre of document.querySelectorAll<HTMLElement>('pre:has(> code)')) {
  const button = Object.assign(document.createElement('button'), {
    type: 'button',
    className: 'button copy',
    textContent: 'Copy',
  });
  button.addEventListener('click', async () => {
    button.textContent = (await copied(pre.textContent ?? '')) ? 'Copied' : 'Not allowed';
  });
  pre.before(button);
}

/** Expands the target of a link. */
function unfold(): void {
  const target =
    location.hash.length > 1 && document.getElementById(decodeURIComponent(location.hash.slice(1)));
  if (!target) return;
  for (const fold of [target.querySelector(':scope > details'), target.closest('details')]) {
    if (fold instanceof HTMLDetailsElement) fold.open = true;
  }
  target.scrollIntoView();
}
addEventListener('hashchange', unfold);
unfold();

/** Marks the current heading in the contents: the last one above the middle of the window. */
const links = [...document.querySelectorAll<HTMLAnchorElement>('.toc a[href^="#"]')];
const headings = links.map((link) => document.getElementById(link.hash.slice(1)));
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
