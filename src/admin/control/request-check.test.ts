import { expect, test } from 'vitest';
import { ControlProblem, type RunningServer, startServer } from '../../index.ts';

/** Calls from untyped programs. */
type Loose = { [method in keyof RunningServer]: (...given: unknown[]) => unknown };

test.each<[keyof RunningServer, unknown[], string]>([
  ['requests', [{ operaton: 'fetch' }], 'unknown key operaton; did you mean operation?'],
  ['requests', [{ operation: 'fetsh' }], 'did you mean fetch?'],
  ['requests', [{ limit: 0 }], 'limit is 0; expected a whole number from 1 to 1000'],
  ['countRequests', [{ stauts: 200 }], 'unknown key stauts; did you mean status?'],
  ['waitForRequests', [{ timeout: 5 }], 'unknown key timeout; did you mean timeoutMs?'],
  ['reports', [{ limit: '5' }], 'limit is "5"; expected a whole number from 1 to 1000'],
  ['setClock', [{ mode: 'frozn' }], 'did you mean frozen?'],
  ['setClock', [{}], 'mode is missing; expected one of real, running, frozen'],
  ['setClock', [{ mode: 'frozen', at: 'noon' }], 'expected a time that exists'],
  ['advanceClock', ['5'], 'seconds is "5"; expected a number'],
  ['seedIds', [{}], 'seed is an empty map; expected a text, a whole number, or null for chance'],
  ['mintCaller', [{ role: ['researcher'] }], 'unknown key role; did you mean roles?'],
  ['mintCaller', [{ requests: 1.5 }], 'requests is 1.5; expected a whole number from 0'],
  ['changeCaller', ['reader', { owns: 5 }], 'owns is 5'],
  ['addService', ['a b'], 'name is "a b"; expected letters, digits'],
  ['addAnalysis', [{ sha256Hash: 'x' }], 'sha256Hash is "x"; expected 64 hexadecimal characters'],
  ['createWorld', [{ idle: 5 }], 'unknown key idle'],
  ['createWorld', [{ id: 'a/b' }], 'id is "a/b"; expected part of a URL'],
  [
    'takeSnapshot',
    [''],
    'name is an empty text; expected a text that is not empty of at most 100 characters',
  ],
  ['setDialect', [{ difference: {} }], 'unknown key difference'],
])('%s(...%j) is refused', async (method, given, says) => {
  await using server = await startServer();
  const attempt = async () => (server as unknown as Loose)[method](...given);
  await expect(attempt()).rejects.toThrow(says);
  if (method !== 'setDialect') await expect(attempt()).rejects.toThrow(ControlProblem);
});

test('values that JSON cannot represent are accepted where they make sense', async () => {
  await using server = await startServer();
  expect(server.requests({ operation: undefined as never })).toEqual([]);
  const at = new Date('2026-01-31T13:45:00Z');
  expect(server.setClock({ mode: 'frozen', at }).now).toBe('2026-01-31T13:45:00.000Z');
  await expect(server.mintCaller({ expiresAt: new Date(Number.NaN) })).rejects.toThrow(
    'a time that exists',
  );
  expect((await server.mintCaller({ owns: null, requests: null })).id).toBe('caller-1');
});
