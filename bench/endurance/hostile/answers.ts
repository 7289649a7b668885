import type { Chance } from '../../harness/chance.ts';

const statuses = [200, 200, 200, 201, 204, 304, 400, 404, 500, 599, 100, 103, 999, 42];
const names = ['X-A', 'x-a', 'Set-Cookie', 'Content-Type', 'Trailer', 'Date', 'Server', 'ETag'];
const values = ['', 'a', 'a, b', ' a ', '"q"', 'x'.repeat(300), '\xe9\xff', 'text/html', 'X-Sum'];
const extensions = ['', '', '', ';a=b', '; a="b;c"'];
const nonsense = [
  '\0',
  '\r',
  '\n',
  ':',
  ' ',
  '\t',
  '0',
  'f',
  '-',
  'g',
  ',',
  ';',
  '\xff',
  '\r\n\r\n',
];

const linesOf = (chance: Chance): string =>
  Array.from(
    { length: chance.below(6) },
    () => `${chance.of(names)}:${chance.of(['', ' ', '\t'])}${chance.of(values)}\r\n`,
  ).join('');

const chunked = (body: string, chance: Chance): string => {
  let [text, at] = ['', 0];
  while (at < body.length) {
    const chunk = body.slice(at, at + 1 + chance.below(60));
    text += `${chunk.length.toString(16)}${chance.of(extensions)}\r\n${chunk}\r\n`;
    at += chunk.length;
  }
  return `${text}0\r\n${chance.happens(0.3) ? 'X-Sum: 1\r\n' : ''}\r\n`;
};

/** The bytes of a possible response: most are HTTP, some almost. */
export const answerBy = (chance: Chance): Buffer => {
  const body = chance.of([
    '',
    'ok',
    '{"a":1}',
    'x'.repeat(chance.below(3000)),
    '0\r\n\r\n',
    '\xff',
  ]);
  const [framing, sent] = chance.of([
    [`Content-Length: ${body.length}\r\n`, body],
    [`content-length:${body.length}\r\n`, body],
    ['Transfer-Encoding: chunked\r\n', chunked(body, chance)],
    ['transfer-encoding: Chunked\r\n', chunked(body, chance)],
    ['Connection: close\r\n', body],
    ['', body],
  ] as const);
  const version = chance.of(['1.1', '1.1', '1.1', '1.0']);
  const head = `HTTP/${version} ${chance.of(statuses)} ${chance.of(['OK', '', 'Not Found', '\xe9'])}`;
  const interim = chance.happens(0.1) ? 'HTTP/1.1 103 Early Hints\r\nLink: a\r\n\r\n' : '';
  const text = `${interim}${head}\r\n${linesOf(chance)}${framing}${linesOf(chance)}\r\n${sent}`;
  if (chance.happens(0.6)) return Buffer.from(text, 'latin1');
  const at = chance.below(chance.happens(0.5) ? text.length : Math.min(200, text.length));
  const end = at + chance.below(3);
  return Buffer.from(text.slice(0, at) + chance.of([...nonsense, '']) + text.slice(end), 'latin1');
};
