import { expect, test } from 'vitest';
import { startServer } from '../../index.ts';
import { goodReport } from './corpus/sample-values.test.support.ts';

test('a dialect that refuses IPv6 does not ask for it', async () => {
  await using server = await startServer({ dialect: { 'create.address.ipv6': 'refused' } });
  const create = async (c2Address: string) => {
    const answer = await fetch(`${server.baseUrl}/feed/tunnelco/api`, {
      method: 'POST',
      headers: {
        Authorization: String(server.tokens['researcher-1']),
        'Content-Type': 'application/json',
      },
      body: JSON.stringify({ ...goodReport, c2Address }),
    });
    return answer.text();
  };
  expect(await create('[2001:db8::5]:443')).toContain(
    'expected <host>:<port>, with a port from 1 to 65535 and no IPv6 address.',
  );
  expect(await create('no port')).not.toContain('brackets');
});
