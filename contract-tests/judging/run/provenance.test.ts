import { expect, test } from 'vitest';
import { abuseFeed } from '../../service/abuse-feed.ts';
import { targetAt } from '../../service/target/target.test.support.ts';
import { provenanceOf } from './provenance.ts';

test('the same target has the same hash whatever its tokens are, and another one has another', () => {
  const hash = (url: string, more: object = {}) =>
    provenanceOf(abuseFeed(targetAt(url, more)), undefined).target;
  const tokens = { researcher: 'another', analyst: 'one' };
  expect(hash('http://a.example')).toMatch(/^sha256:[0-9a-f]{64}$/);
  expect(hash('http://a.example', { tokens })).toBe(hash('http://a.example'));
  expect(hash('http://b.example')).not.toBe(hash('http://a.example'));
  expect(hash('http://a.example', { careful: true })).not.toBe(hash('http://a.example'));
});
