/** Texts that a stranger may write to make a program search for long: each repeats what starts or ends something. */
const repeated: { readonly [name: string]: string } = {
  NUL: '\0',
  'line breaks': '\n',
  'line breaks of Windows': '\r\n',
  blanks: ' ',
  tabs: '\t',
  letters: 'a',
  'hexadecimal digits': 'a1',
  'words of Base64': 'aGVsbG8gd29y',
  slashes: '/',
  backslashes: '\\',
  quotes: '"',
  'escaped quotes': '\\"',
  'single quotes': "'",
  percents: '%25',
  'percents of percents': '25',
  ampersands: '&amp;',
  'character references': '&#0',
  commas: ',',
  'commas and blanks': ' , ',
  semicolons: ';',
  equals: '=',
  'equals and line breaks': '=\r\n',
  'empty parameters': '&token',
  'named tokens': '?api_token=',
  colons: ':',
  'double colons': 'a::',
  'open objects': '{"a":',
  'open lists': '[',
  'closed and open': '{}[]',
  keys: '"token-reader":1,',
  comments: '# ',
  'list items': '- ',
  anchors: '&a ',
  aliases: '*a ',
  dots: '...',
  ellipses: '…',
  marks: '✔',
  'test cases': '<testcase ',
  'attributes of test cases': '<testcase name="',
  'results of tests': 'ok 1 ',
  comment: '/*',
  'zero-width characters': '\u200b',
  'full-width letters': 'ｓ',
  'the beginning of a token': 'token-reade',
  'a token': 'token-reader',
};

/** What comes before, so that a reader takes the rest for one thing that has begun. */
const begun: { readonly [name: string]: string } = {
  'by themselves': '',
  'after a quote': '{"a":"',
  'after a key': 'a: ',
  'after a parameter': 'http://127.0.0.1:9/feed/tunnelco/api?token=',
};

export interface HostileText {
  readonly name: string;
  readonly ofLength: (length: number) => string;
}

export const hostileTexts: readonly HostileText[] = Object.entries(begun).flatMap(
  ([where, before]) =>
    Object.entries(repeated).map(([what, part]) => ({
      name: `${what}, ${where}`,
      ofLength: (length: number) =>
        before + part.repeat(Math.ceil(length / part.length)).slice(0, length),
    })),
);

/** Words, numbers and punctuation, as people and programs write them. */
export function plainText(length: number): string {
  return 'The report 17 of tunnelco was created, "tags": ["rat", "c2"], and is kept.\n'
    .repeat(Math.ceil(length / 70))
    .slice(0, length);
}
