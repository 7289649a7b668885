import { expect, test } from 'vitest';
import { defaultDialect } from '../../dialects/dialect.ts';
import { create } from '../../http/create.test.support.ts';
import { startServer } from '../../server.ts';
import { newDataFolder } from '../../store/file/data-folder.test.support.ts';
import { firstScreen } from './first-screen.ts';

const roles = ['researcher'] as const;
const robot = { id: 'robot', name: 'Robot', token: '7Hq2-kLm9-xyz0-88ab', roles };
const ann = { id: 'ann', name: 'Ann', token: 'token-ann', roles };

test('callers whose token is in no file, and was not given again, are offered nowhere', async () => {
  const data = newDataFolder();
  const common = { data, alone: true };
  {
    const add = { services: ['tunnelco'], callers: [robot, ann] };
    const hiddenTokens = new Set([robot.token]);
    await using server = await startServer({ ...common, add, hiddenTokens });
    const created = await create(server, { token: robot.token });
    expect(created.status).toBe(201);
  }
  await using server = await startServer({ ...common, add: { services: ['tunnelco'] } });
  expect(server.tokens).toEqual({ ann: 'token-ann' });

  const screen = firstScreen(server, { label: 'default', dialect: defaultDialect });
  const [, tokens = ''] = /header:\n\n(.*?)\n\nTry it/s.exec(screen) ?? [];
  expect(tokens).toBe('  token-ann  researcher');
  const [, url = '', token = ''] =
    /curl.* '?(http[^\s']*)'?.*Authorization: ([^']+)'/s.exec(screen) ?? [];
  const tried = await fetch(url, { headers: { Authorization: token } });
  expect({ token, status: tried.status }).toEqual({ token: 'token-ann', status: 200 });

  const reference = await (await fetch(`${server.baseUrl}/docs`)).text();
  expect(reference).toContain('token-ann');
  expect(reference).not.toContain('Robot');
});
