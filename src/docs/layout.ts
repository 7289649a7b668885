import { differencesOf } from '../dialects/dialect.ts';
import { html, type Markup } from '../pages/html.ts';
import { menu } from '../pages/report-page.ts';
import { plural } from '../values/listed.ts';
import type { ReferenceModel } from './reference.ts';

const pages = [
  ['index.html', 'API'],
  ['specification.html', 'Specification'],
  ['control.html', 'Control plane'],
] as const;

interface Page {
  readonly file: string;
  readonly title: string;
  readonly body: Markup;
  /** The menu of a narrow window lists them below their page. */
  readonly contents: readonly (readonly [id: string, title: string])[];
}

/** The layout of every page. All links are relative: it works under any path and from a file. */
export function pageFrame(
  reference: ReferenceModel,
  { file, title, body, contents }: Page,
): string {
  const { text } = html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title} · abuse-feed-kit</title>
<link rel="icon" href="data:,">
<link rel="alternate" type="application/yaml" href="openapi.yaml">
<link rel="stylesheet" href="design.css">
<link rel="stylesheet" href="docs.css">
<script src="theme.js"></script>
<script src="docs.js" defer></script>
</head>
<body>
<a class="skip" href="#main">Skip to the content</a>
<header class="bar">
<a class="name" href="index.html">abuse-feed-kit</a>
${menu(
  pages.map(
    ([href, name]) =>
      html`<a href="${href}"${href === file && html` aria-current="page"`}>${name}</a>${
        href === file &&
        contents.map(([id, title]) => html`<a class="within" href="#${id}">${title}</a>`)
      }`,
  ),
  'Pages',
)}
<span class="end">${reference.live && html`<a href="../__admin/console/">Console</a>`}<button type="button" class="button" data-theme-toggle>Theme</button></span>
</header>
<main id="main" tabindex="-1">
${body}
</main>
</body>
</html>
`;
  return text;
}

/** Hides the rows of the page that lack a word. */
export function filterField(placeholder: string): Markup {
  return html`<search class="filter"><label>Filter <input class="field" type="search" data-filter placeholder="${placeholder}" autocomplete="off" aria-keyshortcuts="/"></label> <span class="dim" role="status" data-filter-count></span></search>`;
}

/** The dialect that the page describes. */
export function dialectLine({ dialect, dialectLabel }: ReferenceModel): Markup {
  const count = Object.keys(differencesOf(dialect)).length;
  return html`Dialect <strong>${dialectLabel}</strong>: ${
    count === 0
      ? 'every answer as in openapi.yaml'
      : html`<a href="specification.html#changed">${plural(count, 'answer differs', 'answers differ')}</a> from openapi.yaml`
  }.`;
}
