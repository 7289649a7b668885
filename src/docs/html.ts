import { codeTokens } from '../pages/code-tokens.ts';

/** Text that is markup already. */
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

const escaped = (text: string): string => text.replace(/[&<>"']/g, (c) => entities[c] ?? c);

function partText(part: Part): string {
  if (part === undefined || part === false) return '';
  if (part instanceof Markup) return part.text;
  if (Array.isArray(part)) return part.map(partText).join('');
  return escaped(String(part));
}

/** Everything put into the markup is escaped, unless it is markup made by this function. */
export const html = (strings: TemplateStringsArray, ...parts: Part[]): Markup =>
  new Markup(strings.map((text, at) => text + partText(parts[at])).join(''));

/** JSON inside a script element, where nothing may look like the end of it. */
export const embeddedJson = (value: unknown): Markup =>
  new Markup(JSON.stringify(value).replaceAll('<', '\\u003c'));

/** Names, strings and values in colours. */
export const codeMarkup = (code: string): Markup =>
  html`${codeTokens(code).map(([text, kind]) => (kind ? html`<span class="${kind}">${text}</span>` : text))}`;
