import { chip, html, type View } from '../../../pages/page/view.ts';

/** Truncated to the available width; the title has the full text, and it is copied in full. */
export function cut(text: string, look = ''): View {
  return html`<span class="cut ${look}" title=${text}>${text}</span>`;
}

export function button(label: string, onClick: () => unknown, look = '', more: object = {}): View {
  return html`<button type="button" class="button ${look}" onClick=${onClick} ...${more}>${label}</button>`;
}

/** Every row has the same labels; the accessible name says which row it is. */
export function action(label: string, name: string, onClick: () => unknown, look = ''): View {
  return button(label, onClick, look, { 'aria-label': `${label} (${name})` });
}

export function actions(...buttons: View[]): View {
  return html`<span class="row tight">${buttons}</span>`;
}

/** A link-like button that opens a dialog. */
export function opener(text: string, onClick: () => unknown): View {
  return html`<button type="button" class="cut link mono" title=${text} aria-haspopup="dialog" onClick=${onClick}>${text}</button>`;
}

/** Without fractions of a second. */
export function timeOf(time: string): View {
  return html`<span class="time">${time.slice(0, 19).replace('T', ' ')}</span>`;
}

const none: View = html`<span class="dim">–</span>`;

export function chips(texts: readonly (readonly [text: string, look?: string])[]): View {
  return html`<span class="chips">${texts.length === 0 ? none : texts.map(([text, look]) => chip(text, look))}</span>`;
}

export function count(number: number): string {
  return number.toLocaleString('en');
}

/** Why a panel is empty, and what to do about it. */
export function emptyState(title: string, text: string, more: View = undefined): View {
  return html`<div class="empty"><h2>${title}</h2><p class="dim">${text}</p>${more}</div>`;
}

/** Column names are separated by bars; # marks numeric columns. `empty` replaces a table without rows. */
export function table(
  caption: string,
  columns: string,
  rows: readonly { readonly key: string; readonly cells: readonly View[] }[],
  empty: View,
): View {
  if (rows.length === 0) return empty;
  const heads = columns.split('|').map((name) => ({
    label: name.replace('#', ''),
    kind: name.startsWith('#') ? 'number' : undefined,
  }));
  return html`<table class="table cards">
    <caption class="unseen">${caption}</caption>
    <thead><tr>${heads.map(({ label, kind }) => (label === '' ? html`<td></td>` : html`<th scope="col" class=${kind}>${label}</th>`))}</tr></thead>
    <tbody>${rows.map(
      ({ key, cells }) =>
        html`<tr key=${key} data-key=${key}>${cells.map((cell, at) => html`<td class=${heads[at]?.kind} data-label=${at > 0 ? heads[at]?.label : undefined}>${cell}</td>`)}</tr>`,
    )}</tbody>
  </table>`;
}

/** Buttons for the previous and next page, if there is more than one. */
export function pager(
  newer: (() => unknown) | undefined,
  older: (() => unknown) | undefined,
): View {
  return (
    (newer || older) &&
    html`<p class="row">${button('Newer', () => newer?.(), '', { disabled: !newer })}${button('Older', () => older?.(), '', { disabled: !older })}</p>`
  );
}

/** A value, with a label if they differ. */
type Option = string | readonly [value: string, label: string];

export function select(props: object, options: readonly Option[]): View {
  return html`<select class="field" ...${props}>${options.map((one) => {
    const [value, label] = typeof one === 'string' ? [one, one] : one;
    return html`<option key=${value} value=${value}>${label}</option>`;
  })}</select>`;
}

/** An event handler that gets the input's value. */
export function typed(use: (value: string) => unknown) {
  return ({ target }: Event): unknown => use((target as HTMLInputElement).value);
}

export function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

/** The ARIA tabs pattern: arrows move, Home and End jump. */
export function tabAfter(key: string, names: readonly string[], current: string) {
  const at = names.indexOf(current);
  const next = { ArrowRight: at + 1, ArrowLeft: at - 1, Home: 0, End: -1 }[key];
  return next === undefined ? undefined : names.at(next % names.length);
}

/** If the focused element disappears, the element in its place takes the focus. */
export function keepFocus(change: () => void): void {
  const all = () => [
    ...document.querySelectorAll<HTMLElement>(
      '[role=tabpanel]:not([hidden]) :is(button, input, select, textarea, summary, a)',
    ),
  ];
  const had = document.activeElement;
  const at = all().indexOf(had as HTMLElement);
  change();
  if (at < 0 || had?.isConnected) return;
  (all()[at] ?? all().at(-1))?.focus({ preventScroll: true });
}
