const hex = (one: string, length: number): string =>
  one.charCodeAt(0).toString(16).padStart(length, '0');

/** How servers write one character of a text. */
export const spellings: readonly ((one: string) => string)[] = [
  (one) => one,
  (one) => one.toUpperCase(),
  (one) => encodeURIComponent(one),
  (one) => Buffer.from(one).toString('hex').replace(/../g, '%$&'),
  (one) => JSON.stringify(one).slice(1, -1),
  (one) => `\\u${hex(one, 4)}`,
  (one) => (one < '\u0100' ? `\\x${hex(one, 2).toUpperCase()}` : one),
  (one) => `&#${one.charCodeAt(0)};`,
  (one) => `&#X${hex(one, 1)};`,
  (one) => (/[/"'.:=-]/.test(one) ? `\\${one}` : one),
  (one) =>
    ({ '+': '&plus;', '=': '&equals;', '/': '&sol;', '"': '&quot;', ':': '&colon;' })[one] ?? one,
  (one) => (one === ' ' ? '+' : one === '+' ? ' ' : one),
];

/** How they write a text within another. */
export const layers: readonly ((text: string) => string)[] = [
  (text) => text,
  (text) => JSON.stringify(text),
  (text) => JSON.stringify({ [text]: text }).replaceAll('/', '\\/'),
  (text) => encodeURIComponent(text),
  (text) => new URLSearchParams({ text }).toString(),
  (text) => text.replaceAll('&', '&amp;').replaceAll('"', '&#34;').replaceAll('+', '&#43;'),
];
