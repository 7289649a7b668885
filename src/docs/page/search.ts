import MiniSearch, { type SearchResult } from 'minisearch';
import { html, showIn, type View, wordsOf } from '../../pages/page/view.ts';
import type { SearchEntry } from '../search-entry.ts';
import { synonymsOf } from './synonyms.ts';

declare global {
  interface Window {
    abuseFeedIndex?: readonly SearchEntry[];
  }
}

type Found = SearchEntry & SearchResult;

/** The most results per kind. */
const mostOfKind = 6;

/** Splits camelCase names too. */
const tokenize = (text: string): string[] =>
  parts(text).flatMap((word) => [word, ...word.split(/(?<=[a-z])(?=[A-Z])/).slice(1)]);
const parts = (text: string): string[] => text.split(/[^\p{L}\p{N}]+/u).filter(Boolean);

let loading: Promise<MiniSearch<SearchEntry>> | undefined;

/** Loaded on the first search; a script works from a server and from a file. */
function loadIndex(): Promise<MiniSearch<SearchEntry>> {
  loading ??= new Promise((resolve, reject) => {
    const script = document.createElement('script');
    script.src = 'search-index.js';
    script.onload = () => {
      const fields = ['name', 'says', 'kind'];
      const index = new MiniSearch<SearchEntry>({
        fields,
        storeFields: [...fields, 'href'],
        tokenize,
      });
      index.addAll(window.abuseFeedIndex ?? []);
      resolve(index);
    };
    script.onerror = () => {
      loading = undefined;
      reject(new Error('The search index could not be loaded.'));
    };
    document.head.append(script);
  });
  return loading;
}

/** Whole pages rank first, those for contributors last; pages about one way of use rank lower. */
const boostDocument = (_: unknown, __: string, entry?: Record<string, unknown>): number =>
  weights.find(([page]) => page.test(String(entry?.href)))?.[1] ?? 1;
const weights = [
  [/html$/, 4],
  [/^(working-on-it|contributing)\./, 0.05],
  [/^(matrix|own-suite|go|python)\./, 0.5],
] as const;

/** Matches every word or a synonym, which scores less. */
function search(index: MiniSearch<SearchEntry>, text: string): Found[] {
  const boost = { name: 4, kind: 2 };
  const less = { name: 0.6, says: 0.2, kind: 0.2 };
  const queries = parts(text).map((word) => ({
    combineWith: 'OR' as const,
    queries: [
      { queries: [word], boost, prefix: word.length > 2, tokenize: parts },
      ...synonymsOf(word).map((other) => ({ queries: [other], boost: less })),
    ],
  }));
  return index.search({ combineWith: 'AND', queries }, { boostDocument }) as Found[];
}

/** Suggests similar words if nothing matches. */
const nearWords = (index: MiniSearch<SearchEntry>, text: string): string[] => [
  ...new Set(
    index
      .search(text, { fuzzy: 0.34, prefix: true, combineWith: 'OR', tokenize: parts })
      .flatMap(({ terms }) => terms),
  ),
];

/** An excerpt of whole words around the first match, with all matches highlighted. */
function marked(text: string, terms: readonly string[], room: number): View {
  const any = new RegExp(`(${terms.map((term) => term.replace(/\W/g, '\\$&')).join('|')})`, 'i');
  const at = Math.max((any.exec(text)?.index ?? 0) - room / 3, 0);
  const begin = at === 0 ? 0 : text.indexOf(' ', at) + 1;
  const end = text.length - begin > room ? text.lastIndexOf(' ', begin + room) : text.length;
  const cut = `${begin > 0 ? '… ' : ''}${text.slice(begin, end)}${end < text.length ? ' …' : ''}`;
  return cut
    .split(new RegExp(any, 'gi'))
    .map((part, n) => (n % 2 ? html`<mark>${part}</mark>` : part));
}

function groups(found: readonly Found[]): View {
  const kinds = [...new Set(found.map(({ kind }) => kind))];
  return kinds.map((kind) => {
    const all = found.filter((one) => one.kind === kind);
    return html`<section aria-label=${kind}>
      <h2>${kind} <span class="chip">${all.length}</span></h2>
      <ul class="plain">${all
        .slice(0, mostOfKind)
        .map(
          ({ name, says, href, terms }) =>
            html`<li><a href=${href}><strong>${marked(name, terms, 90)}</strong><span class="dim">${marked(says, terms, 130)}</span></a></li>`,
        )}</ul>
    </section>`;
  });
}

/** The search field; `/` and Ctrl-K focus it, arrows move through the results. */
export function searchField(field: HTMLInputElement, place: HTMLElement): void {
  const around = field.parentElement as HTMLElement;
  const show = showIn(place);
  const close = () => {
    place.hidden = true;
  };

  async function look(): Promise<void> {
    const text = field.value;
    if (wordsOf(text).length === 0) return close();
    try {
      const index = await loadIndex();
      if (text !== field.value) return;
      const found = search(index, text);
      if (found.length > 0) {
        return show([html`<p class="dim" role="status">${found.length} found</p>`, groups(found)]);
      }
      const near = nearWords(index, text).slice(0, 5);
      const word = (one: string) =>
        html`<button type="button" class="button" onClick=${() => lookFor(one)}>${one}</button>`;
      show(
        html`<p role="status">Nothing found for “${text}”.</p>${near.length > 0 && html`<p class="near">Did you mean ${near.map(word)}?</p>`}<p class="dim">Look around instead: <a href="guide.html">Guide</a><a href="index.html">API</a><a href="open-points.html">Open points</a><a href="clauses.html">Clauses</a></p>`,
      );
    } catch (error) {
      show(html`<p role="status">${String(error)}</p>`);
    }
  }

  function lookFor(word: string): void {
    field.value = word;
    field.focus();
    void look();
  }

  function move(step: number): void {
    const links = [...place.querySelectorAll<HTMLElement>('a, button')];
    const next = links.indexOf(document.activeElement as HTMLElement) + step;
    if (next < 0) field.focus();
    else links[Math.min(next, links.length - 1)]?.focus();
  }

  field.addEventListener('input', look);
  field.addEventListener('focus', look);
  around.addEventListener('keydown', (event) => {
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
  // A result on this page would be hidden by the list.
  place.addEventListener('click', (event) => {
    if ((event.target as HTMLElement).closest('a')) close();
  });
  for (const kind of ['pointerdown', 'focusin']) {
    document.addEventListener(kind, ({ target }) => {
      if (!around.contains(target as Node)) close();
    });
  }
  document.addEventListener('keydown', (event) => {
    const isTyping = (event.target as HTMLElement).matches('input, textarea, select');
    const isAsked =
      (event.key === '/' && !isTyping) || (event.key === 'k' && (event.ctrlKey || event.metaKey));
    if (!isAsked) return;
    event.preventDefault();
    field.select();
    field.focus();
  });
}
