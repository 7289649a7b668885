import { expect, test } from 'vitest';
import { embeddedJson, html } from './html.ts';

test('what is put into markup is text, unless it is markup made the same way', () => {
  const { text } = html`<p title="${'"><script>'}">${'<b>&'}${html`<i>${"it's"}</i>`}</p>`;
  expect(text).toBe('<p title="&quot;&gt;&lt;script&gt;">&lt;b&gt;&amp;<i>it&#39;s</i></p>');
});

test('what is absent leaves nothing behind', () => {
  expect(html`<p>${undefined}${false}${[html`<b>1</b>`, 2]}</p>`.text).toBe('<p><b>1</b>2</p>');
});

test('JSON in a script element cannot end it', () => {
  const value = { text: '</script><!--' };
  expect(embeddedJson(value).text).not.toContain('<');
  expect(JSON.parse(embeddedJson(value).text)).toEqual(value);
});
