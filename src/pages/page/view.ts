import htm from 'htm';
import { type ComponentChildren, h, render, type VNode } from 'preact';
import { codeTokens } from '../code-tokens.ts';

export { render };
export type View = ComponentChildren;

/**
 * The only way a page creates elements. Values become text nodes, attributes and properties, never markup:
 * content from requests stays text.
 */
export const html = htm.bind(h) as (strings: TemplateStringsArray, ...parts: unknown[]) => VNode;

export function chip(text: string | number, look = ''): View {
  return html`<span class="chip ${look}">${text}</span>`;
}

/** A description of the contract, with code between its backticks. */
export function inlineCode(text: string): View {
  return text.split('`').map((part, at) => (at % 2 === 1 ? html`<code>${part}</code>` : part));
}

/** Some dialects refuse with a 2xx status; 0 is none. */
export function statusChip(status: number, isRefused = false): View {
  if (status === 0) return chip('cut', 'bad');
  const look = status >= 500 ? 'bad' : status >= 400 || isRefused ? 'warn' : 'good';
  return html`<span class="chip ${look}" data-status=${status}>${status}</span>`;
}

/** Rounded to useful precision. */
export function shownMs(ms: number): string {
  return `${ms >= 100 ? Math.round(ms) : ms >= 10 ? ms.toFixed(1) : ms.toFixed(2)} ms`;
}

/** JSON is pretty-printed, other text is unchanged; with syntax highlighting. */
export function codeView(text: string): View {
  return codeTokens(pretty(text)).map(([part, kind]) =>
    kind ? html`<span class=${kind}>${part}</span>` : part,
  );
}

function pretty(text: string): string {
  const json = jsonIn(text);
  return json === undefined ? text : JSON.stringify(json, null, 2);
}

/** Undefined if the text is not JSON. */
function jsonIn(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** The value of Abuse-Feed-Reason, with a link from the clause or open point to the docs. */
export function reasonView(reason: string, docs: string): View {
  const [, kind, id] = /\b(clause|open-point)="([\w./-]+)"$/.exec(reason) ?? [];
  if (kind === undefined || id === undefined) return html`<code>${reason}</code>`;
  const name = kind === 'clause' ? 'Clause' : 'Open point';
  return html`${name} <a href="${docs}specification.html#${id}"><code>${id}</code></a>`;
}

/** Whether copying succeeded: without https or permission a browser refuses; a selection still works. */
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

/** Renders into an element that is hidden until then. */
export function showIn(place: HTMLElement) {
  return (view: View) => {
    render(html`<div>${view}</div>`, place);
    place.hidden = false;
  };
}

/** Search words in lower case. */
export function wordsOf(text: string): string[] {
  return text.toLowerCase().split(/\s+/).filter(Boolean);
}
