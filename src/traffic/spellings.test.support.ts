function hex(one: string, length: number): string {
  return one.charCodeAt(0).toString(16).padStart(length, '0');
}

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

function base32(bytes: Buffer): string {
  const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';
  const bits = [...bytes].map((byte) => byte.toString(2).padStart(8, '0')).join('');
  return (bits.match(/.{1,5}/g) ?? [])
    .map((five) => alphabet[Number.parseInt(five.padEnd(5, '0'), 2)])
    .join('');
}

function inLines(text: string, length: number): string {
  return (text.match(new RegExp(`.{1,${length}}`, 'g')) ?? []).join('\r\n');
}

/** How programs write a text as a whole. */
export const wholeSpellings: { readonly [name: string]: (text: string) => string } = {
  'in upper case': (text) => text.toUpperCase(),
  'in hexadecimal': (text) => Buffer.from(text).toString('hex'),
  'in hexadecimal, byte by byte': (text) =>
    Buffer.from(text)
      .toString('hex')
      .toUpperCase()
      .replace(/..(?=.)/g, '$&:'),
  'in hexadecimal, as a list': (text) =>
    `[${Buffer.from(text)
      .toString('hex')
      .replace(/..(?=.)/g, '$&,')}]`,
  'as bytes of a program': (text) => Buffer.from(text).toString('hex').replace(/../g, '0x$&, '),
  'in Base64': (text) => Buffer.from(text).toString('base64'),
  'in Base64 for URLs': (text) => Buffer.from(text).toString('base64url'),
  'in Base64, in lines': (text) => inLines(Buffer.from(text).toString('base64'), 7),
  'in Base64, twice': (text) =>
    Buffer.from(Buffer.from(text).toString('base64')).toString('base64'),
  'in Base64 of UTF-16': (text) => Buffer.from(text, 'utf16le').toString('base64'),
  'in Base32': (text) => base32(Buffer.from(text)),
  'in Base32, in lower case': (text) => base32(Buffer.from(text)).toLowerCase(),
  'in Base32, after other letters': (text) => `token${base32(Buffer.from(text))}`,
  'in Base32, in groups': (text) => base32(Buffer.from(text)).replace(/.{4}(?=.)/g, '$&-'),
  'in quoted-printable': (text) =>
    text
      .replace(/[^a-z]/gi, (one) => `=${Buffer.from(one).toString('hex')}`)
      .replace(/(?:=..|[^=]){7}/g, '$&=\r\n'),
  'in UTF-16': (text) => Buffer.from(text, 'utf16le').toString('latin1'),
  'with soft hyphens': (text) => [...text].join('\u00ad'),
  'with zero-width characters': (text) => [...text].join('\u200b\u2060'),
  'in full width': (text) =>
    text.replace(/[!-~]/g, (one) => String.fromCharCode(one.charCodeAt(0) + 0xfee0)),
  'in mathematical letters': (text) =>
    text.replace(/[a-z]/g, (one) => String.fromCodePoint(0x1d41a + one.charCodeAt(0) - 97)),
  'as a list of numbers': (text) => JSON.stringify([...Buffer.from(text)]),
  'as a buffer of Node': (text) => JSON.stringify(Buffer.from(text)),
  'with tags in it': (text) => [...text].join('<wbr class="a">'),
  'with escaped tags in it': (text) => [...text].join('&lt;b&gt;'),
  'in colour': (text) => `${text.slice(0, 5)}\u001b[1;31m${text.slice(5)}\u001b[0m`,
  'in escapes of old scripts': (text) => text.replace(/./g, (one) => `%u${hex(one, 4)}`),
  'in escapes of old scripts, in upper case': (text) =>
    text.replace(/./g, (one) => `%U${hex(one, 4).toUpperCase()}`),
  'in escapes of Python': (text) => text.replace(/./g, (one) => `\\U${hex(one, 8)}`),
  'in the notation of Unicode': (text) => text.replace(/./g, (one) => `U+${hex(one, 4)} `),
  'in the notation of Unicode, in lower case': (text) =>
    text.replace(/./g, (one) => `u+${hex(one, 4)} `),
  'with other separators': (text) => text.replace(/[-._]/g, ' / '),
  'without the last character': (text) => text.slice(0, -1),
  'without the first character': (text) => text.slice(1),
  'without its end, in Base64': (text) => Buffer.from(text.slice(0, -1)).toString('base64'),
};
