import { expect, test } from 'vitest';
import { isUrl, normalUrl } from './url.ts';

test.each([
  'https://ex.example',
  'HTTPS://EX.example:443/a/../b',
  'https://user:pass@ex.example:8443/a?b=c#d',
  'https://ex.example:/',
  'https://[2001:db8::1]:8443/',
  'https://under_score.example/',
  'https://3com/',
  'https://ex.example/a|b',
  'https://ex.example/100%a',
  'https://müller.example/ü',
  // Parsers of different age disagree on encoded names that cannot be decoded.
  'https://xn--/',
  'https://xn--a.example/',
  'mailto:abuse@ex.example',
  'urn:sha256:00',
  'file:///etc/hosts',
])('%s is a URL', (text) => {
  expect(isUrl(text)).toBe(true);
});

test.each([
  '',
  'ex.example',
  'ex.example/a',
  '/a',
  '//ex.example/a',
  'not a url',
  'https://',
  'https:///a',
  'https:ex.example',
  'https://ex.example/a b',
  'https://ex.example/a\n',
  ' https://ex.example/',
  'https://ex.example:99999/',
  'https://ex.example:port/',
  'https://[::::]/',
  'https://[2001:db8::1/',
  'https://a b.example/',
  'https://{host}/',
  'https://x%zz/',
  '1https://ex.example/',
  'mailto:',
])('%j is no URL', (text) => {
  expect(isUrl(text)).toBe(false);
});

test.each([
  ['HTTPS://EX.example:443/a/./b/../c', 'https://ex.example/a/c'],
  ['https://ex.example', 'https://ex.example/'],
  ['https://ex.example:/a/..', 'https://ex.example/'],
  ['https://ex.example/a/b/..', 'https://ex.example/a/'],
  ['https://ex.example/%7ea%2fb%c3%bc', 'https://ex.example/~a%2Fb%C3%BC'],
  ['https://ex.example/ü|', 'https://ex.example/%C3%BC%7C'],
  ['https://ex.example/?q=it\'s "ü"#a#b', 'https://ex.example/?q=it%27s%20%22%C3%BC%22#a%23b'],
  ['https://ü:p@ex.example:08443/', 'https://%C3%BC:p@ex.example:8443/'],
  ['https://Müller.example/', 'https://xn--mller-kva.example/'],
  ['https://straße。example/', 'https://xn--strae-oqa.example/'],
  ['https://[2001:DB8::1]/', 'https://[2001:db8::1]/'],
  ['mailto:ü@ex.example', 'mailto:%C3%BC@ex.example'],
  ['no url', 'no url'],
])('%s is written %s in its normal form', (text, normal) => {
  expect(normalUrl(text)).toBe(normal);
  expect(normalUrl(normal)).toBe(normal);
});
