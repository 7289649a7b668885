import { forEveryDialect } from 'abuse-feed-kit';
import { expect, test } from 'vitest';

test('a client that asks for an unknown file takes every refusal', {
  timeout: 30_000,
}, async () => {
  const verdict = await forEveryDialect(async ({ analysisUrl, tokens }) => {
    const url = `${analysisUrl}/private/sample/${'0'.repeat(64)}`;
    const answer = await fetch(url, { headers: { Authorization: tokens.analyst ?? '' } });
    expect(await answer.text()).not.toContain('sha256Hash');
  });
  expect(verdict).toContain('passes with each of');
});
