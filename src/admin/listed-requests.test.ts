import { expect, test } from 'vitest';
import { create } from '../http/create.test.support.ts';
import { startServer } from '../server.ts';
import { call } from './control-plane.test.support.ts';

test('requests are listed without their bodies, and one of them is shown whole', async () => {
  await using server = await startServer();
  await create(server, { change: { tags: ['one'] } });
  await create(server, { change: { tags: ['two'] } });
  const [, second] = server.requests();
  const short = await call(server.adminUrl, 'GET /requests?bodies=false');
  const listed = (short.body as { requests: object[] }).requests;
  expect(listed).toMatchObject([{ bodiesLeftOut: true }, { bodiesLeftOut: true }]);
  expect(JSON.stringify(listed)).not.toContain('"two"');
  const whole = await call(server.adminUrl, `GET /requests?id=${second?.id}`);
  expect(whole.body).toMatchObject({ requests: [second] });
  expect(second?.request.body).toContain('"two"');
  expect(server.requests({ bodies: false })).toEqual(listed);
});

test('an id that is no longer kept is an empty list', async () => {
  await using server = await startServer();
  expect(server.requests({ id: 7 })).toEqual([]);
});
