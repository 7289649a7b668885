import { cpSync } from 'node:fs';
import { expect, test } from 'vitest';
import { someContents } from '../sample-data.test.support.ts';
import { filesIn, newDataFolder } from './data-folder.test.support.ts';
import { openDataFolder } from './data-folder.ts';

const secret = '7Hq2-kLm9-xyz0-88ab';
const unstoredTokens = new Set([secret]);
const robot = { id: 'robot', name: 'Robot', token: secret, roles: [] };

function initial(token = secret) {
  return { ...someContents, callers: [...someContents.callers, { ...robot, token }] };
}

/** What the files of a folder say, also of a server that was killed. */
function saidIn(folder: string): string {
  return Object.values(filesIn(folder)).join('\n');
}

test('a token from a variable is in no file of a data folder, and known again after a restart', async () => {
  const folder = newDataFolder();
  const first = await openDataFolder(folder, initial, { unstoredTokens, foldFrom: 0 });
  expect(saidIn(folder)).toContain('"robot"');
  await first.store.commit({ type: 'caller-set', caller: { ...robot, name: 'Robot 2' } });
  await first.store.commit({ type: 'replaced', contents: initial() });
  await first.store.commit({ type: 'caller-set', caller: { ...robot, name: 'Robot 3' } });
  expect(saidIn(folder)).not.toContain(secret);
  await first.store.close();
  expect(saidIn(folder)).not.toContain(secret);

  const second = await openDataFolder(folder, initial, { unstoredTokens });
  expect(second.notice).toBeUndefined();
  expect(second.store.state.callerByToken(secret)?.name).toBe('Robot 3');
  await second.store.close();
  const changed = await openDataFolder(folder, () => initial('another-token-1'));
  expect(changed.store.state.callerByToken('another-token-1')?.id).toBe('robot');
  await changed.store.close();
});

test('a server that is not given the token again says so, and finds nobody by it', async () => {
  const folder = newDataFolder();
  const given = {
    ...initial(),
    callers: [robot, { ...robot, id: 'robot-2', token: 'other-secret' }],
  };
  const tokens = new Set([secret, 'other-secret']);
  await (await openDataFolder(folder, () => given, { unstoredTokens: tokens })).store.close();
  const { store, notice } = await openDataFolder(folder, () => someContents);
  expect(notice).toContain('the tokens of robot, robot-2 came from variables');
  expect(store.state.caller('robot')).toBeDefined();
  for (const token of [secret, '', 'other-secret'])
    expect(store.state.callerByToken(token)).toBeUndefined();
  await store.close();
});

test('a token that an earlier version stored is taken out', async () => {
  const folder = newDataFolder();
  await (await openDataFolder(folder, initial)).store.close();
  expect(saidIn(folder)).toContain(secret);
  const { store } = await openDataFolder(folder, initial, { unstoredTokens });
  expect(saidIn(folder)).not.toContain(secret);
  expect(store.state.callerByToken(secret)?.id).toBe('robot');
  await store.close();
});

test('a token in the journal of an earlier version is taken out, also of a caller that is gone', async () => {
  const folder = newDataFolder();
  const killed = newDataFolder();
  const { store } = await openDataFolder(folder, () => someContents);
  await store.commit({ type: 'caller-set', caller: robot });
  await store.commit({ type: 'caller-removed', id: robot.id });
  cpSync(folder, killed, { recursive: true });
  await store.close();
  expect(filesIn(killed)['journal.jsonl']).toContain(secret);
  const again = await openDataFolder(killed, initial, { unstoredTokens });
  expect(saidIn(killed)).not.toContain(secret);
  await again.store.close();
});
