import { expect, test } from 'vitest';
import { readAnswer } from '../../judging/talk/answer.ts';
import type { Exchange } from '../../judging/talk/exchange.ts';
import {
  differingAnalysisField,
  sameAddress,
  sameLink,
  sameRefusal,
  sameTags,
} from './sameness.ts';

test.each([
  ['as they were sent', ['loader', 'rat'], ['loader', 'rat'], true],
  ['in upper case', ['loader', 'rat'], ['LOADER', 'RAT'], true],
  ['in upper case, where a letter has none of its own', ['größe', 'rat'], ['GRÖSSE', 'RAT'], true],
  ['in lower case', ['Rat'], ['rat'], true],
  ['sorted and without repeats', ['Rat', 'loader', 'Rat'], ['loader', 'rat'], true],
  ['with a repeat that was not sent', ['rat', 'loader'], ['rat', 'loader', 'rat'], false],
  ['with another repeat', ['rat', 'loader', 'rat'], ['loader', 'rat', 'loader'], false],
  ['in a case of their own', ['loader', 'rat'], ['Loader', 'rat'], false],
  ['in another order', ['loader', 'rat'], ['rat', 'loader'], true],
  ['one less', ['loader', 'rat'], ['loader'], false],
  ['without one that is empty', ['', 'rat'], ['rat'], true],
  ['without one that is blank', ['rat', ' \t'], ['rat'], true],
  ['with a blank one that was not sent', ['rat'], ['rat', ''], false],
  ['trimmed of what some languages take for no blank', ['\u00a0rat\u0085'], ['rat'], true],
  ['trimmed at the end alone', [' rat '], [' rat'], false],
  ['in composed form', ['cafe\u0301'], ['café'], true],
  ['without their accents', ['café'], ['cafe'], false],
  ['with a blank one that is trimmed', ['rat', ' \t'], ['rat', ''], true],
  ['trimmed, and then without repeats', ['rat', 'rat ', ' viper '], ['rat', 'viper'], true],
  ['without one that differs in blanks', ['rat', 'rat ', ' viper '], ['rat', ' viper '], false],
  ['one that is no text', ['4444', 'rat'], [4444, 'rat'], false],
])('tags that come back %s', (_how, sent, shown, same) => {
  expect(sameTags(sent, shown)).toBe(same);
});

test.each([
  ['https://ex.example/a', 'https://ex.example/a', true],
  ['https://ex.example/a', 'https://ex.example/a/', false],
  ['HTTPS://Ex.example:443/a/../b?q=%c3', 'https://ex.example/b?q=%C3', true],
  ['https://ex.example', 'https://ex.example/', true],
  ['https://ex.example/a?', 'https://ex.example/a', true],
  ['https://ex.example/a?#', 'https://ex.example/a', true],
  ['https://ex.example/a#', 'https://ex.example/b', false],
  ['https://ex.example/a??', 'https://ex.example/a', false],
  ['https://ex.example/a?b', 'https://ex.example/a', false],
  ['https://ex.example/a+b', 'https://ex.example/a%20b', false],
  ['https://ex.example/a%2Fb', 'https://ex.example/a/b', false],
  ['https://ex.example:8443/a', 'https://ex.example/a', false],
  ['https://ex.example/A', 'https://ex.example/a', false],
  ['https://ex.example/ü', 'https://ex.example/%C3%BC', true],
  ['https://müller.example', 'https://xn--mller-kva.example/', true],
  ['https://ex.example/ü', 'https://ex.example/u', false],
  ['https://ex.example/ü', undefined, false],
])('a link sent as %s and shown as %s is the same: %s', (sent, shown, same) => {
  expect(sameLink(sent, shown)).toBe(same);
});

test.each([
  ['C2.example:80', 'C2.example:80', true],
  ['C2.example:80', 'c2.example:80', true],
  ['C2.example:80', 'C2.EXAMPLE:80', false],
  ['c2.example:80', 'C2.example:80', false],
  ['C2.example.:80', 'c2.example:80', true],
  ['C2.example.:80', 'C2.example:80', true],
  ['c2.example:80', 'c2.example.:80', false],
  ['www.c2.example:80', 'c2.example:80', false],
])('an address sent as %s and shown as %s is the same: %s', (sent, shown, same) => {
  expect(sameAddress(sent, shown)).toBe(same);
});

test('the order of the members of an object does not matter', () => {
  const one = { tags: [{ heat: 1, name: 'rat' }], configs: { a: { x: 1, y: 2 } } };
  const other = { configs: { a: { y: 2, x: 1 } }, tags: [{ name: 'rat', heat: 1 }] };
  expect(differingAnalysisField(one, other)).toBeUndefined();
  const warmer = { ...other, tags: [{ name: 'rat', heat: 2 }] };
  expect(differingAnalysisField(one, warmer)).toBe('tags');
});

test('two refusals with the same contents are the same, in any order', () => {
  const refusal = (body: string) =>
    readAnswer({
      operation: 'fetch',
      about: { report: 'abc' },
      response: { status: 404, headers: {}, body },
    } as unknown as Exchange);
  const one = refusal('{"error":"no abc","successful":false}');
  expect(sameRefusal(one, refusal('{ "successful": false, "error": "no abc" }'))).toBe(true);
  expect(sameRefusal(one, refusal('{"error":"never","successful":false}'))).toBe(false);
});
