import htm from 'htm';
import { type ComponentChildren, h, type VNode } from 'preact';
import { codeTokens } from '../code-tokens.ts';

export { render } from 'preact';
export type View = ComponentChildren;

/**
 * The only way a page makes elements. What is put in becomes text nodes, attributes and properties,
 * never markup: whatever a request brought along stays text.
 */
export const html = htm.bind(h) as (strings: TemplateStringsArray, ...parts: unknown[]) => VNode;

export const chip = (text: string | number, look = ''): View =>
  html`<span class="chip ${look}">${text}</span>`;

/** Some dialects refuse with a status of success. */
export function statusChip(status: number | undefined, isRefused = false): View {
  if (status === undefined) return chip('cut', 'bad');
  const look = status >= 500 ? 'bad' : status >= 400 || isRefused ? 'warn' : 'good';
  return html`<span class="chip ${look}" data-status=${status}>${status}</span>`;
}

/** As exact as it helps. */
export const shownMs = (ms: number): string =>
  `${ms >= 100 ? Math.round(ms) : ms >= 10 ? ms.toFixed(1) : ms.toFixed(2)} ms`;

/** JSON is laid out, everything else is shown as it came; in colours. */
export const codeView = (text: string): View =>
  codeTokens(pretty(text)).map(([part, kind]) =>
    kind ? html`<span class=${kind}>${part}</span>` : part,
  );

export function pretty(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text), null, 2);
  } catch {
    return text;
  }
}

/** What the header Abuse-Feed-Reason says; the clause or open point it names has its place in the docs. */
export function reasonView(reason: string, docs: string): View {
  const [, kind, id] = /\b(clause|open-point)="([\w./-]+)"$/.exec(reason) ?? [];
  if (kind === undefined || id === undefined) return html`<code>${reason}</code>`;
  const page = kind === 'clause' ? 'clauses.html' : 'open-points.html';
  const name = kind === 'clause' ? 'Clause' : 'Open point';
  return html`${name} <a href="${docs}${page}#${id}"><code>${id}</code></a>`;
}

/** Whether it could be done: without https or permission a browser refuses, a selection still works. */
export async function copied(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    const field = Object.assign(document.createElement('textarea'), { value: text });
    document.body.append(field);
    field.select();
    const done = document.execCommand('copy');
    field.remove();
    return done;
  }
}

/** The words that somebody has typed, as they are looked for. */
export const wordsOf = (text: string): string[] => text.toLowerCase().split(/\s+/).filter(Boolean);
