import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, readFileSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import { main, ready } from '../../cli/program.test.support.ts';
import { added } from '../sample-data.test.support.ts';
import { StorageFailure } from '../store.ts';
import { newDataFolder, opened, restarted } from './data-folder.test.support.ts';

const day = 86_400_000;

type Owner = { pid?: number; place?: string; started?: string | undefined };

/** Changes what the owner's file of a folder says. */
function say(folder: string, part: Owner) {
  const path = ownerOf(folder);
  writeFileSync(path, JSON.stringify({ ...JSON.parse(readFileSync(path, 'utf8')), ...part }));
}

function ownerOf(folder: string) {
  return join(folder, 'db.json.owner');
}

/** A folder as somebody leaves it who was killed. */
async function leftBy(part: Owner) {
  const folder = newDataFolder();
  const { store } = await opened(folder);
  const owner = readFileSync(ownerOf(folder));
  await store.close();
  writeFileSync(ownerOf(folder), owner);
  say(folder, part);
  return folder;
}

/** Of a process that has ended. */
function deadPid() {
  return spawnSync(process.execPath, ['--version']).pid;
}

test('a second server is refused, and the first goes on', async () => {
  const folder = newDataFolder();
  const { store } = await opened(folder);
  await expect(opened(folder)).rejects.toThrow(
    `the data folder ${folder} is in use by process ${process.pid}`,
  );
  await store.commit(added('a'));
  await store.close();
  await restarted(folder);
});

test('a clock that jumps by two days gives no folder away', async () => {
  const folder = newDataFolder();
  const { store } = await opened(folder);
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 2 * day });
  onTestFinished(() => void vi.useRealTimers());
  await expect(opened(folder)).rejects.toMatchObject({ name: 'DataFolderInUse' });
  say(folder, { place: 'elsewhere' });
  await expect(opened(folder)).rejects.toMatchObject({ name: 'DataFolderInUse' });
  await store.close();
});

test.each<[whose: string, part: () => Owner, says: number]>([
  ['a dead process', () => ({ pid: deadPid() }), 0],
  ['a process whose pid another one has now', () => ({ pid: 1, started: '1' }), 0],
  ['a container that started again with the same pid', () => ({ started: '1' }), 0],
  ['a process whose start is not known', () => ({ started: undefined }), 1],
])('what %s left is taken over', async (_whose, part, says) => {
  const folder = await leftBy(part());
  const messages: string[] = [];
  const notify = (sentence: string) => void messages.push(sentence);
  await restarted(folder, { notify, watchMs: 50 });
  expect(messages).toHaveLength(says);
});

const container = ['--pid', '--fork', '--mount-proc', '--kill-child'];
test.skipIf(spawnSync('unshare', [...container, 'true']).status !== 0)(
  'a container that is killed and restarted gets its folder, while a live one keeps others out (needs unshare)',
  async () => {
    const folder = newDataFolder();
    const start = () => {
      const node = [process.execPath, '--import', import.meta.resolve('tsx'), main];
      const serve = ['serve', '--data', folder, '--port', '0', '--quiet'];
      const child = spawn('unshare', [...container, ...node, ...serve]);
      onTestFinished(() => void child.kill('SIGKILL'));
      return child;
    };
    for (let times = 0; times < 3; times += 1) {
      const child = start();
      await ready(child);
      await expect(opened(folder)).rejects.toThrow('in use by process 1 on');
      const ended = once(child.stdout, 'close');
      child.kill('SIGKILL');
      await ended;
    }
  },
);

test('a remote holder is alive while it renews its lock, and the wait is announced', async () => {
  const folder = await leftBy({ place: 'other' });
  const messages: string[] = [];
  let renewals = 0;
  const notify = (sentence: string) => {
    messages.push(sentence);
    const renew = setInterval(() => {
      renewals += 1;
      utimesSync(ownerOf(folder), renewals, renewals);
    }, 10);
    onTestFinished(() => clearInterval(renew));
  };
  await expect(opened(folder, { notify })).rejects.toThrow(`in use by process ${process.pid} on`);
  expect(messages).toEqual([expect.stringMatching(/whether process \d+ on .* still uses/)]);
});

test('a server that was taken for dead acknowledges nothing more, and says why', async () => {
  const folder = newDataFolder();
  const messages: string[] = [];
  const first = await opened(folder, { notify: (sentence) => void messages.push(sentence) });
  await first.store.commit(added('a'));
  say(folder, { place: 'elsewhere' });
  // Renewed every 2 s, and watched for less.
  const second = await opened(folder, { watchMs: 50 });
  await expect(first.store.commit(added('x'))).rejects.toBeInstanceOf(StorageFailure);
  expect(await first.store.health()).toEqual({
    problem: expect.stringMatching(/was taken over by process \d+ on /),
  });
  expect(messages).toHaveLength(1);
  await first.store.close();
  await second.store.commit(added('b'));
  expect(await second.store.health()).toBe('ok');
  await second.store.close();
  expect((await restarted(folder)).ids).toEqual(['seeded', 'a', 'b']);
});

test('a copy of a folder in use is not in use', async () => {
  const folder = newDataFolder();
  const { store } = await opened(folder);
  const copy = join(newDataFolder(), 'copy');
  cpSync(folder, copy, { recursive: true, preserveTimestamps: true });
  const copied = await opened(copy);
  await copied.store.commit(added('a'));
  await copied.store.close();
  await store.commit(added('b'));
  await store.close();
});

test('a file of an owner that says nothing keeps nobody out unless it is renewed', async () => {
  const folder = await leftBy({});
  const later = new Date(Date.now() + 30 * day);
  writeFileSync(ownerOf(folder), '');
  utimesSync(ownerOf(folder), later, later);
  await restarted(folder, { watchMs: 200 });
});

test('of servers that start at once after a kill, one gets the folder', async () => {
  const folder = await leftBy({ pid: deadPid() });
  const starts = await Promise.allSettled(Array.from({ length: 5 }, () => opened(folder)));
  const started = starts.filter((one) => one.status === 'fulfilled');
  expect(started).toHaveLength(1);
  for (const one of starts)
    if (one.status === 'rejected') expect(one.reason).toMatchObject({ name: 'DataFolderInUse' });
  for (const { value } of started) {
    await value.store.commit(added('a'));
    await value.store.close();
  }
});
