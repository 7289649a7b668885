import { designCss, pageAsset, themeJs } from './assets.ts';
import { html, Markup } from './html.ts';

/** A part of a report, with an entry in its menu. */
export interface ReportPart {
  readonly id: string;
  readonly title: string;
  /** Beside the title. */
  readonly note?: string;
  /** A part without content is left out. */
  readonly inner: Markup | undefined;
}

interface Report {
  /** The title of the window. */
  readonly title: string;
  /** The command that wrote it. */
  readonly name: string;
  /** What comes first: the verdict. */
  readonly top: Markup;
  readonly parts: readonly ReportPart[];
}

function withoutComments(css: string): string {
  return css
    .split('/*')
    .map((part, at) => (at === 0 ? part : part.slice(part.indexOf('*/') + 2)))
    .join('');
}

function short(css: string): string {
  return withoutComments(css).replace(/\s+/g, ' ');
}

/** A report in one file: it asks for nothing, and is readable without scripts, on a phone and on paper. */
export function standalonePage({ title, name, top, parts }: Report): string {
  const shown = parts.filter(({ inner }) => inner !== undefined);
  const style = new Markup(short(designCss() + pageAsset('pages', 'report.css')));
  const { text } = html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title}</title>
<style>${style}</style>
<script>${new Markup(themeJs())}</script>
</head>
<body>
<a class="skip" href="#main">Skip to the content</a>
<header class="bar">
<a class="name" href="#main">${name}</a>
${menu(shown.map(({ id, title }) => html`<a href="#${id}">${title}</a>`))}
<span class="end"><button type="button" class="button" data-theme-toggle>Theme</button></span>
</header>
<main id="main" class="report" tabindex="-1">
${top}
${shown.map(({ id, title, note, inner }) => html`<section><h2 id="${id}">${title}${note && html` <span class="dim">${note}</span>`}</h2>${inner}</section>\n`)}
</main>
<script>${new Markup(pageAsset('pages', 'report.js'))}</script>
</body>
</html>
`;
  return text;
}

/** The menu of every page: in a narrow window behind a button. */
export function menu(links: readonly Markup[], label = 'Contents'): Markup {
  return html`<button type="button" class="button menu" aria-expanded="false" aria-controls="menu" data-menu>Menu</button><nav id="menu" aria-label="${label}">${links}</nav>`;
}

/** A choice in the filter of a list; the address keeps it under its name. */
function choice(name: string, label: string, options: readonly (readonly [string, string])[]) {
  return html`<label>${label} <select class="field" name="${name}"><option value="">all</option>${options.map(([value, says]) => html`<option value="${value}">${says}</option>`)}</select></label>`;
}

interface Filter {
  /** The rows have `data-row` with this, `data-text`, and `data-NAME` for each choice. */
  readonly rows: string;
  readonly choices: readonly (readonly [
    name: string,
    label: string,
    values: readonly (readonly [value: string, says: string])[],
  ])[];
}

/** Filters the rows of a list by their words and by choices, which are kept in the address. */
export function rowFilter({ rows, choices }: Filter): Markup {
  return html`<form class="filter" role="search" aria-label="Find a ${rows}" data-filter="${rows}"><label><span class="unseen">Find</span><input class="field" type="search" name="text" placeholder="Find by words or id" autocomplete="off"></label>${choices
    .filter(([, , values]) => values.length > 1)
    .map(([name, label, values]) =>
      choice(name, label, values),
    )}<span class="dim" role="status"></span></form>`;
}

/** Text in tabs, with one button that copies what is shown; the first is open. */
export function tabs(
  name: string,
  parts: readonly (readonly [title: string, inner: Markup])[],
): Markup {
  return html`<div class="code-tabs">${parts.map(
    ([title, inner], at) =>
      html`<details name="${name}"${at === 0 && html` open`}><summary>${title}</summary><pre class="code" tabindex="0">${inner}</pre></details>`,
  )}</div>`;
}
