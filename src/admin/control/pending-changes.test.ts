import express from 'express';
import { expect, test } from 'vitest';
import { defaultDialect } from '../../dialects/dialect.ts';
import { controlledStore } from '../../store/recording-store.test.support.ts';
import { someContents } from '../../store/sample-data.test.support.ts';
import { answering } from '../../traffic/listening.test.support.ts';
import { Worlds } from '../../worlds/worlds.ts';
import { controlRoutes } from '../control-routes.ts';
import { ServerControl } from './server-control.ts';

/** A server with a pending caller and a pending service. */
function busy() {
  const { store, keep, lose } = controlledStore(someContents);
  const worlds = new Worlds(store, { contents: someContents, dialect: defaultDialect });
  const server = new ServerControl(worlds, () => 'http://server.example', {
    contents: someContents,
    notes: {},
  });
  const minting = server.mintCaller({ id: 'new' }).catch((error: Error) => error.name);
  const adding = server.addService('new').catch((error: Error) => error.name);
  return { worlds, server, keep, lose, first: Promise.all([minting, adding]) };
}

test('a snapshot holds nothing that is rolled back', async () => {
  const { server, lose, first } = busy();
  const taken = server.takeSnapshot('one');
  expect(server.snapshots()).toEqual([]);
  await lose();
  expect(await first).toEqual(['StorageFailure', 'StorageFailure']);
  expect(await taken).toMatchObject({ name: 'one', callers: someContents.callers.length });
});

test('a snapshot waits for pending changes', async () => {
  const { server, keep } = busy();
  const taken = server.takeSnapshot('one');
  await keep();
  expect(await taken).toMatchObject({ callers: someContents.callers.length + 1 });
});

test('a conflict is reported once the change it depends on is durable', async () => {
  const { server, lose, keep, first } = busy();
  const second = [server.mintCaller({ id: 'new' }), server.addService('new')];
  await lose();
  expect(await first).toEqual(['StorageFailure', 'StorageFailure']);
  await keep();
  await Promise.all(second);

  const revoking = server.revokeCaller('new').catch((error: Error) => error.name);
  const changed = server.changeCaller('new', { name: 'New' });
  await lose();
  expect(await revoking).toBe('StorageFailure');
  await keep();
  expect(await changed).toMatchObject({ name: 'New' });

  const revoked = server.revokeCaller('new');
  const again = server.revokeCaller('new').catch((error: Error) => error.message);
  await keep();
  await revoked;
  expect(await again).toBe('There is no caller "new".');
});

test('a list of the control plane is shown once it is durable', async () => {
  for (const fate of ['keep', 'lose'] as const) {
    const { worlds, server, [fate]: end } = busy();
    const reloading = Object.assign(server, { reload: async () => {} });
    const subject = { server: reloading, world: worlds.first, baseUrl: '' };
    const app = express().use(
      controlRoutes(
        () => subject,
        (value) => value,
      ),
    );
    const url = await answering(app);
    const shown: unknown[] = [];
    const showing = fetch(`${url}/services`).then(async (answer) =>
      shown.push(await answer.json()),
    );
    // Whatever is shown at once has been shown by now.
    await (await fetch(`${url}/version`)).text();
    expect(shown).toEqual([]);
    await end();
    await showing;
    const services = [...someContents.services, ...(fate === 'keep' ? ['new'] : [])];
    expect(shown).toEqual([{ services }]);
  }
});
