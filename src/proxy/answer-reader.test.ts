import { expect, test } from 'vitest';
import { AnswerReader } from './answer-reader.ts';

/** Reads the pieces, and tells all that was heard. */
function readAll(pieces: readonly string[], { method = 'GET', closes = false } = {}) {
  const reader = new AnswerReader();
  const heard = { continues: 0, status: 0, message: '', body: '', ends: 0 };
  let [headers, trailers]: (readonly string[])[] = [[], []];
  reader.begin(method, {
    onContinue: () => (heard.continues += 1),
    onHead: (head) => {
      heard.status = head.status;
      heard.message = head.message;
      headers = head.headers;
    },
    onBody: (chunk) => (heard.body += chunk.toString('latin1')),
    onEnd: (last) => {
      heard.ends += 1;
      trailers = last;
    },
  });
  for (const piece of pieces) reader.read(Buffer.from(piece, 'latin1'));
  if (closes) reader.close();
  return { ...heard, headers, trailers, isLasting: reader.isLasting };
}

const answers: [what: string, lines: string[], options: object, expected: object][] = [
  [
    'headers in their order, case and number',
    ['HTTP/1.1 299 Quite Fine', 'X-One: 1', 'x-ONE:\t2 ', 'Content-Length: 2', '', 'ok'],
    {},
    {
      ...{ status: 299, message: 'Quite Fine', body: 'ok', ends: 1, isLasting: true },
      headers: ['X-One', '1', 'x-ONE', '2', 'Content-Length', '2'],
    },
  ],
  [
    'bytes beyond ASCII, also where they look like blanks',
    ['HTTP/1.1 200 \xe9', 'X: \xa0a\xa0', 'Content-Length: 1', '', '\xff'],
    {},
    { message: '\xe9', headers: ['X', '\xa0a\xa0', 'Content-Length', '1'], body: '\xff' },
  ],
  [
    'chunks, what is said beside them, and trailers',
    [
      ...['HTTP/1.1 200 OK', 'Transfer-Encoding: Chunked', '', '3;a=b', 'abc', 'A', '0123456789'],
      ...['0', 'X-Sum: 1', 'X-Sum: 2', '', ''],
    ],
    {},
    { body: 'abc0123456789', trailers: ['X-Sum', '1', 'X-Sum', '2'], ends: 1, isLasting: true },
  ],
  [
    'a body that ends with the connection',
    ['HTTP/1.1 200 OK', '', 'all of', 'it'],
    { closes: true },
    { body: 'all of\r\nit', ends: 1, isLasting: false },
  ],
  [
    'an answer that says that it is the last one',
    ['HTTP/1.1 200 OK', 'Connection: x, Close', 'Content-Length: 0', '', ''],
    {},
    { ends: 1, isLasting: false },
  ],
  ['an older one', ['HTTP/1.0 200', 'Content-Length: 0', '', ''], {}, { isLasting: false }],
  [
    'no body after HEAD',
    ['HTTP/1.1 200 OK', 'Content-Length: 5', '', ''],
    { method: 'HEAD' },
    { ends: 1, isLasting: true },
  ],
  ['no body with 204', ['HTTP/1.1 204 No Content', '', ''], {}, { ends: 1, isLasting: true }],
  [
    'no body with 304',
    ['HTTP/1.1 304 Not Modified', 'Content-Length: 7', '', ''],
    {},
    { ends: 1, isLasting: true },
  ],
  [
    'what comes before the answer',
    [
      ...['HTTP/1.1 100 Continue', '', 'HTTP/1.1 103 Early Hints', 'Link: a', ''],
      ...['HTTP/1.1 200 OK', 'Content-Length: 1', '', 'a'],
    ],
    {},
    { continues: 1, status: 200, body: 'a', ends: 1 },
  ],
  [
    'a header that goes on in the next line',
    ['HTTP/1.1 200 OK', 'X: a', '  b', 'Content-Length: 0', '', ''],
    {},
    { headers: ['X', 'a b', 'Content-Length', '0'], ends: 1 },
  ],
];

test.each(answers)('reads %s, whole and byte by byte', (_what, lines, options, expected) => {
  const text = lines.join('\r\n');
  const whole = readAll([text], options);
  expect(whole).toMatchObject(expected);
  expect(readAll([...text], options)).toEqual(whole);
});

test.each([
  ['another protocol', '220 mail.example ESMTP\r\n'],
  ['another protocol at its first byte', '2'],
  ['a change of protocols', 'HTTP/1.1 101 Switching Protocols\r\n\r\n'],
  ['no status', 'HTTP/1.1 OK\r\n\r\n'],
  ['two lengths', 'HTTP/1.1 200 OK\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\n'],
  ['a length that is none', 'HTTP/1.1 200 OK\r\nContent-Length: -1\r\n\r\n'],
  [
    'a length beside chunks',
    'HTTP/1.1 200 OK\r\nContent-Length: 1\r\nTransfer-Encoding: chunked\r\n\r\n',
  ],
  ['a blank before the colon', 'HTTP/1.1 200 OK\r\nX : 1\r\n\r\n'],
  ['a line feed inside a header', 'HTTP/1.1 200 OK\r\nX: 1\nY: 2\r\n\r\n'],
  ['a chunk without a size', 'HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nx\r\n'],
  [
    'a chunk longer than its size',
    'HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n1\r\nab\r\n',
  ],
  ['more than was asked for', 'HTTP/1.1 200 OK\r\nContent-Length: 1\r\n\r\nab'],
  ['a head without an end', `HTTP/1.1 200 OK\r\nX: ${'x'.repeat(70_000)}`],
])('refuses %s', (_what, text) => {
  expect(() => readAll([text])).toThrow('it does not answer in HTTP');
});

test('an answer that breaks off has no end', () => {
  const text = 'HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nab';
  expect(readAll([text], { closes: true })).toMatchObject({ body: 'ab', ends: 0 });
});
