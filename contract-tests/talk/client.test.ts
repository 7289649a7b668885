import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, test } from 'vitest';
import { checkedTarget } from '../target/target-check.ts';
import { readAnswer } from './answer.ts';
import { connect } from './client.ts';

/** What the kit makes of bytes that a server sends as JSON. */
const answerTo = async (bytes: Buffer) => {
  const server = createServer((_, response) => {
    response.writeHead(404, { 'content-type': 'application/json' }).end(bytes);
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const { port } = server.address() as AddressInfo;
  const target = checkedTarget({
    baseUrl: `http://127.0.0.1:${port}`,
    service: 'tunnelco',
    areas: ['feed'],
    tokens: { researcher: 'secret-1' },
  });
  const client = connect(target, { onExchange: () => undefined });
  const caller = { key: 'tokens.researcher', authorization: 'secret-1' };
  try {
    const about = { service: 'tunnelco', report: 'none' };
    return readAnswer(await client.ask({ operation: 'fetch', caller, about }));
  } finally {
    await client.close();
    server.close();
  }
};

const text = '{"error":"défaut","successful":false}';

test('JSON is UTF-8: in another encoding it cannot be read', async () => {
  expect(await answerTo(Buffer.from(text, 'utf8'))).toMatchObject({ outcome: 'refusal' });
  expect(await answerTo(Buffer.from(text, 'latin1'))).toMatchObject({ outcome: 'unreadable' });
});

test('who has stopped answering is not asked any more', async () => {
  const target = checkedTarget({
    baseUrl: 'http://127.0.0.1:9',
    service: 'tunnelco',
    areas: ['feed'],
    tokens: { researcher: 'secret-1' },
  });
  let now = 0;
  const clock = { now: () => (now += 5_000), sleep: async () => undefined };
  const client = connect(target, { clock, onExchange: () => undefined });
  const caller = { key: 'tokens.researcher', authorization: 'secret-1' };
  const failing = () =>
    client
      .ask({ operation: 'delete', caller, about: { service: 'tunnelco', report: 'none' } })
      .then(
        () => 'answered',
        (error: Error) => error.message,
      );
  const said = [];
  for (let time = 0; time < 9; time += 1) said.push(await failing());
  await client.close();
  expect(said[0]).not.toContain('stopped answering');
  expect([said.at(-1), client.isGivenUp()]).toEqual(['the target has stopped answering', true]);
});
