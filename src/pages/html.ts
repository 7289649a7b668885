import { codeTokens } from './code-tokens.ts';

/** Text that is already markup. */
export class Markup {
  readonly text: string;
  constructor(text: string) {
    this.text = text;
  }
}

type Part = string | number | boolean | undefined | Markup | readonly Part[];

const entities: { readonly [character: string]: string } = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

function escaped(text: string): string {
  return text.replace(/[&<>"']/g, (c) => entities[c] ?? c);
}

function partText(part: Part): string {
  if (part === undefined || part === false) return '';
  if (part instanceof Markup) return part.text;
  if (Array.isArray(part)) return part.map(partText).join('');
  return escaped(String(part));
}

/** All interpolated values are escaped, except markup made by this function. */
export function html(strings: TemplateStringsArray, ...parts: Part[]): Markup {
  return new Markup(strings.map((text, at) => text + partText(parts[at])).join(''));
}

/** The Markdown of descriptions in openapi.yaml: code and strong words, nothing else. */
export function inlineMarkup(text: string): Markup {
  return html`${text.split(/(`[^`]+`|\*\*[^*]+\*\*)/).map((part) => {
    if (part.startsWith('`')) return html`<code>${part.slice(1, -1)}</code>`;
    return part.startsWith('**') ? html`<strong>${part.slice(2, -2)}</strong>` : part;
  })}`;
}

/** Syntax highlighting. */
export function codeMarkup(code: string): Markup {
  return html`${codeTokens(code).map(([text, kind]) => (kind ? html`<span class="${kind}">${text}</span>` : text))}`;
}
