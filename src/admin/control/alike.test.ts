import { expect, test } from 'vitest';
import { startServer } from '../../index.ts';
import { call } from '../control-plane.test.support.ts';

async function bodyOf(url: string) {
  return (await (await fetch(url)).json()) as { readonly [name: string]: never };
}

test('a world has its URLs and all its tokens wherever it is shown', async () => {
  await using server = await startServer();
  const made = (await call(server.adminUrl, 'POST /worlds', { id: 'one' })).body as object;
  const world = server.world('one');
  const { id, baseUrl, analysisUrl, adminUrl, tokens } = world;
  expect(adminUrl).toBe(`${server.baseUrl}/__worlds/one/__admin`);
  expect(made).toEqual({ id, baseUrl, analysisUrl, adminUrl, tokens });
  const { authorization } = await world.mintCaller({ id: 'new', roles: ['researcher'] });
  expect(world.tokens).toEqual({ ...tokens, new: authorization });
  const alike = { id, baseUrl, analysisUrl, adminUrl, tokens: world.tokens };
  expect(server.worlds()).toMatchObject([alike]);
  const { worlds } = await bodyOf(`${server.adminUrl}/worlds`);
  expect(worlds).toMatchObject([alike]);
  const health = await fetch(`${adminUrl}/health`);
  expect(health.status).toBe(200);
  await world.revokeCaller('new');
  expect(world.tokens).toEqual(tokens);
  await server.mintCaller({ id: 'first' });
  expect(Object.keys(server.tokens)).toContain('first');
  await server.reset();
  expect(Object.keys(server.tokens)).not.toContain('first');
});
