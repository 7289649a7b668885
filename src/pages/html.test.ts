import { lexer, type Token, walkTokens } from 'marked';
import { expect, test } from 'vitest';
import { readContract } from '../contract/document.ts';
import { html, inlineMarkup } from './html.ts';

test('what is put into markup is text, unless it is markup made the same way', () => {
  const { text } = html`<p title="${'"><script>'}">${'<b>&'}${html`<i>${"it's"}</i>`}</p>`;
  expect(text).toBe('<p title="&quot;&gt;&lt;script&gt;">&lt;b&gt;&amp;<i>it&#39;s</i></p>');
});

test('what is absent leaves nothing behind', () => {
  expect(html`<p>${undefined}${false}${[html`<b>1</b>`, 2]}</p>`.text).toBe('<p><b>1</b>2</p>');
});

test('descriptions are text, code and strong words, and no more', () => {
  const { text } = inlineMarkup('the **feed** of `{service}` & <b>');
  expect(text).toBe('the <strong>feed</strong> of <code>{service}</code> &amp; &lt;b&gt;');
  const kinds = new Set<string>();
  const collect = (part: unknown): void => {
    if (typeof part !== 'object' || part === null) return;
    for (const [key, value] of Object.entries(part)) {
      if (key === 'description' && typeof value === 'string')
        walkTokens(lexer(value) as Token[], ({ type }) => void kinds.add(type));
      else collect(value);
    }
  };
  collect(readContract());
  const known = ['codespan', 'escape', 'paragraph', 'space', 'strong', 'text'];
  expect([...kinds].filter((kind) => !known.includes(kind))).toEqual([]);
});
