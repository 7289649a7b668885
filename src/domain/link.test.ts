import { expect, test } from 'vitest';
import { asciiLink } from './link.ts';

test.each([
  ['https://ex.example/ü', 'https://ex.example/%C3%BC'],
  ['https://müller.example/', 'https://xn--mller-kva.example/'],
  ['https://ex.example/a|b?[c]=d|e', 'https://ex.example/a%7Cb?%5Bc%5D=d%7Ce'],
  ['https://ex.example/100%a', 'https://ex.example/100%25a'],
  ['https://ex.example/{x}#a#b', 'https://ex.example/%7Bx%7D#a%23b'],
  ['https://u%40:p@ex.example:8443/', 'https://u%40:p@ex.example:8443/'],
  ['https://ü:p@ex.example/', 'https://%C3%BC:p@ex.example/'],
  ['https://ü@ex.example/', 'https://%C3%BC@ex.example/'],
  ['https://ex.example/%C3%BC', 'https://ex.example/%C3%BC'],
  ['HTTPS://EX.example:443/a/../b', 'HTTPS://EX.example:443/a/../b'],
  ['mailto:abuse@ex.example', 'mailto:abuse@ex.example'],
  ['mailto:ü@ex.example', 'mailto:%C3%BC@ex.example'],
])('%s is stored as %s', (link, stored) => {
  expect(asciiLink(link)).toBe(stored);
});
