import type { Tokens } from 'marked';
import { onDemand } from '../http/on-demand.ts';
import { html, Markup } from './html.ts';
import { barsOf } from './pictures.ts';

export interface Rendered {
  /** The first heading. */
  readonly title: string;
  readonly body: Markup;
  /** All other headings. */
  readonly headings: readonly {
    readonly id: string;
    readonly text: Markup;
    readonly depth: number;
  }[];
}

/** Loaded with the first page, not at server start. */
export const loadMarked = onDemand<typeof import('marked')>('marked');

/** Renders Markdown. Headings get GitHub's anchors; links without a target are rendered as text; HTML is omitted. */
export async function rendered(
  text: string,
  link: (href: string) => string | undefined,
): Promise<Rendered> {
  const { Marked } = await loadMarked();
  const anchor = anchors();
  let title: string | undefined;
  const headings: { id: string; text: Markup; depth: number }[] = [];
  const marked = new Marked({
    renderer: {
      html: () => '',
      heading({ depth, text: source, tokens }) {
        const words = this.parser.parseInline(tokens, this.parser.textRenderer);
        title ??= words;
        const id = anchor(source);
        if (depth > 1) headings.push({ id, text: new Markup(words), depth });
        return `<h${depth} id="${id}"><a href="#${id}">${this.parser.parseInline(tokens)}</a></h${depth}>\n`;
      },
      // Wide code scrolls, also by keyboard.
      code: ({ text: source }) =>
        html`<div class="copyable"><pre class="code" tabindex="0"><code>${source}</code></pre></div>\n`
          .text,
      // Short code in a table does not wrap; longer code only between words.
      codespan: ({ text: source }) =>
        (source.length <= 46
          ? html`<code class="short${source.length > 24 && ' line'}">${source}</code>`
          : html`<code>${source.split(' ').map((word, at) => html`${at > 0 && ' '}<span class="short">${word}</span>`)}</code>`
        ).text,
      link({ href, tokens }) {
        const content = new Markup(this.parser.parseInline(tokens));
        const to = link(href);
        return (to === undefined ? content : html`<a href="${to}">${content}</a>`).text;
      },
      // A wide table scrolls inside the page. In a narrow window each row becomes a card, with labelled
      // cells.
      table({ header, rows }: Tokens.Table) {
        const inline = ({ tokens }: Tokens.TableCell) => this.parser.parseInline(tokens);
        const plain = ({ tokens }: Tokens.TableCell) =>
          this.parser.parseInline(tokens, this.parser.textRenderer);
        const labels = header.map((cell, at) => (at === 0 ? '' : plain(cell)));
        const texts = (cells: Tokens.TableCell[]) => cells.map(({ text }) => text);
        const bar = barsOf(texts(header), rows.map(texts));
        const row = (cells: Tokens.TableCell[]) =>
          cells.map(
            (cell, at) =>
              html`<td data-label="${cell.text && labels[at]}"><div>${new Markup(inline(cell))}${bar(texts(cells), cell.text)}</div></td>`,
          );
        return html`<div class="wide" tabindex="0"><table class="table cards">
<thead><tr>${header.map((cell) =>
          // An empty cell is not a heading.
          cell.text === ''
            ? html`<td></td>`
            : html`<th scope="col">${new Markup(inline(cell))}</th>`,
        )}</tr></thead>
<tbody>${rows.map((cells) => html`<tr>${row(cells)}</tr>\n`)}</tbody>
</table></div>
`.text;
      },
    },
  });
  const body = new Markup(marked.parse(text, { async: false }));
  return { title: title ?? '', body, headings };
}

/** Returns a renderer for one line of Markdown, without links. */
export async function inlineMarkup(): Promise<(text: string) => Markup> {
  const { Marked } = await loadMarked();
  const plain = new Marked({ renderer: { html: () => '', link: ({ text }) => text } });
  return (text) => new Markup(plain.parseInline(text, { async: false }));
}

/** GitHub's anchors; duplicates get a number. */
export function anchors(): (heading: string) => string {
  const seen = new Map<string, number>();
  return (heading) => {
    const name = heading
      .trim()
      .toLowerCase()
      .replace(/[^\p{L}\p{N}\p{M}\s_-]/gu, '')
      .replaceAll(' ', '-');
    const times = seen.get(name) ?? 0;
    seen.set(name, times + 1);
    return times === 0 ? name : `${name}-${times}`;
  };
}
