import { copied } from '../../pages/page/view.ts';
import { filterRows } from './filter.ts';
import { searchField } from './search.ts';
import { tryForm } from './try.ts';

const find = <T extends HTMLElement>(what: string): T | null => document.querySelector<T>(what);

const search = find<HTMLInputElement>('#search');
const found = find('#found');
if (search && found) searchField(search, found);

const filter = find<HTMLInputElement>('[data-filter]');
if (filter) filterRows(filter);

for (const form of document.querySelectorAll<HTMLFormElement>('[data-try]')) tryForm(form);

/** Every piece of code can be copied. */
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
