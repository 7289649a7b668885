import { expect, test } from 'vitest';
import { startServer } from '../../server.ts';
import { seededId, tokens } from './corpus/sample-values.test.support.ts';

const hash = 'a'.repeat(64);

test.each([
  ['one that has its name in the path', `/private/sample/${hash}?hash=1`, 'hash'],
  ['one that has its name in the path of a feed', '/feed/tunnelco/api?service=1', 'service'],
  [
    'one whose name begins with that of another',
    `/feed/tunnelco/api?report=${seededId}&report/x=1`,
    'report/x',
  ],
])(
  'a query parameter that is not known is refused by its whole name: %s',
  async (_, path, name) => {
    await using server = await startServer({
      dialect: { 'feed.unknown-parameters': 'refused', 'lookup.unknown-parameters': 'refused' },
    });
    const answer = await fetch(`${server.baseUrl}${path}`, {
      headers: { Authorization: tokens.researcher },
    });
    expect(answer.status).toBe(400);
    expect(await answer.json()).toEqual({
      error: `Unknown query parameter '${name}'. Leave it out.`,
      successful: false,
    });
  },
);
