import { html, type View } from '../../../pages/page/view.ts';
import type { Control } from './control.ts';

/** What every panel receives. */
export interface Console {
  readonly control: Control;
  /** Does what a user asked for, says so, and shows what is then; or says, and resolves with, why it failed. */
  act(what: string, action: () => Promise<unknown>): Promise<string | undefined>;
  copy(text: string, what: string): Promise<void>;
  openTab(name: string): void;
  /** Loads what is shown. */
  refresh(): Promise<void>;
  /** Renders without loading. */
  draw(): void;
}

export interface Panel {
  /** What its tab counts. */
  readonly count?: number;
  load(): Promise<void>;
  view(): View;
}

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
        html`<tr key=${key}>${cells.map((cell, at) => html`<td class=${heads[at]?.kind} data-label=${at > 0 ? heads[at]?.label : undefined}>${cell}</td>`)}</tr>`,
    )}</tbody>
  </table>`;
}

export function select(
  props: object,
  options: readonly (readonly [value: string, label: string])[],
): View {
  return html`<select class="field" ...${props}>${options.map(
    ([value, label]) => html`<option key=${value} value=${value}>${label}</option>`,
  )}</select>`;
}

/** An event handler that gets the input's value. */
export function typed(use: (value: string) => unknown) {
  return ({ target }: Event): unknown => use((target as HTMLInputElement).value);
}

export function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
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
