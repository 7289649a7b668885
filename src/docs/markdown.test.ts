import { expect, test } from 'vitest';
import { anchors, rendered } from './markdown.ts';

const shown = async (text: string): Promise<string> =>
  (await rendered(text, (href) => `to:${href}`)).body.text;

test('headings are named as GitHub names them, and by their first one the page', async () => {
  const { title, body } = await rendered(
    '# A & `b`: c?\n\n## Twice\n\n## Twice\n',
    () => undefined,
  );
  expect(title).toBe('A & b: c?');
  expect(body.text).toContain(
    '<h1 id="a--b-c"><a href="#a--b-c">A &amp; <code class="short">b</code>: c?</a>',
  );
  expect(body.text.match(/id="[^"]+"/g)?.slice(1)).toEqual(['id="twice"', 'id="twice-1"']);
  expect(anchors()('2. You write a server')).toBe('2-you-write-a-server');
});

test('a link that leads nowhere is shown as its text', async () => {
  expect(await shown('[a](b.md)')).toBe('<p><a href="to:b.md">a</a></p>\n');
  const { body } = await rendered('[`a`](b.md)', () => undefined);
  expect(body.text).toBe('<p><code class="short">a</code></p>\n');
});

test('no HTML of the text gets through', async () => {
  expect(await shown('a <b onclick="x()">b</b>\n\n<script>x()</script>\n\n`<i>`')).not.toMatch(
    /<(b|script|i)\b/,
  );
});

test('a cell of a table knows what it stands under', async () => {
  const table = await shown('| a | b |\n|---|---|\n| `1` | [2](c) |\n| 3 | |\n');
  expect(table).toContain('<td data-label=""><div><code class="short">1</code></div></td>');
  expect(table).toContain('<td data-label="b"><div><a href="to:c">2</a></div></td>');
  expect(table).toContain('<td data-label=""><div>3</div></td><td data-label=""><div></div></td>');
});
