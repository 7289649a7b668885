import { setImmediate as turn } from 'node:timers/promises';
import type { Request } from 'express';
import { request } from 'undici';
import { expect, onTestFinished, test } from 'vitest';
import type { Pause } from '../http/reply/delivery.ts';
import type { LogWriter } from '../http/request-log.ts';
import { startServer } from '../server.ts';
import { mostWaiting, TokenGuessLimiter } from './guesses.ts';

/** A server on which wrong guesses wait until released. */
async function guarded() {
  const logged: Parameters<LogWriter>[0][] = [];
  const waiting: (() => void)[] = [];
  const server = await startServer({
    adminToken: 'secret',
    log: (entry) => void logged.push(entry),
    environment: { pause: () => new Promise<void>((resolve) => void waiting.push(resolve)) },
  });
  onTestFinished(() => server.close());
  const ask = async (authorization?: string) => {
    const headers = authorization === undefined ? {} : { authorization };
    const {
      statusCode,
      headers: sent,
      body,
    } = await request(`${server.adminUrl}/version`, { headers });
    await body.dump();
    return [statusCode, sent['retry-after']];
  };
  return { server, logged, waiting, ask };
}

test('a wrong guess is answered after a while, and is in the log without what was guessed', async () => {
  const { logged, waiting, ask } = await guarded();
  const guess = ask('Bearer password1');
  while (waiting.length === 0) await turn();
  expect(logged).toEqual([]);
  expect(await ask('Bearer secret')).toEqual([200, undefined]);
  for (const go of waiting.splice(0)) go();
  expect(await guess).toEqual([401, undefined]);
  expect(logged).toMatchObject([
    { method: 'GET', url: '/__admin/version', status: 401, outcome: 'no-admin-token' },
  ]);
  expect(JSON.stringify(logged)).not.toContain('password1');
});

test('a request without a token is no guess, and is refused at once', async () => {
  const { logged, ask } = await guarded();
  expect(await ask()).toEqual([401, undefined]);
  expect(logged).toEqual([]);
});

test('few guesses wait at the same time; meanwhile no token from that address is compared', async () => {
  const { logged, waiting, ask } = await guarded();
  const guesses = Array.from({ length: mostWaiting.fromOne }, (_, n) => ask(`Bearer ${n}`));
  while (waiting.length < mostWaiting.fromOne) await turn();
  expect(await ask('Bearer other')).toEqual([429, '1']);
  expect(await ask('Bearer secret')).toEqual([429, '1']);
  expect(waiting).toHaveLength(mostWaiting.fromOne);
  for (const go of waiting.splice(0)) go();
  expect(await Promise.all(guesses)).toEqual(guesses.map(() => [401, undefined]));
  expect(await ask('Bearer secret')).toEqual([200, undefined]);
  expect(logged).toHaveLength(mostWaiting.fromOne + 2);
});

function guessFrom(remoteAddress: string, token = 'other') {
  return { socket: { remoteAddress }, headers: { authorization: `Bearer ${token}` } } as Request;
}

test('with many pending guesses, even few from each address, no token is compared', async () => {
  const waiting: (() => void)[] = [];
  const pause = () => new Promise<void>((resolve) => void waiting.push(resolve));
  const guesses = new TokenGuessLimiter('secret', pause);
  const pending = Array.from({ length: mostWaiting.fromAll }, (_, n) =>
    guesses.judge(guessFrom(`${Math.floor(n / mostWaiting.fromOne)}`)),
  );
  expect(await guesses.judge(guessFrom('another', 'secret'))).toBe('too-many');
  for (const go of waiting) go();
  expect(new Set(await Promise.all(pending))).toEqual(new Set(['wrong']));
  expect(await guesses.judge(guessFrom('another', 'secret'))).toBe('right');
});

test('pending guesses share no signal', async () => {
  const signals: (AbortSignal | undefined)[] = [];
  const pause: Pause = async (_ms, signal) => void signals.push(signal);
  const guesses = new TokenGuessLimiter('secret', pause);
  for (let time = 0; time < 11; time += 1)
    expect(await guesses.judge(guessFrom('one'))).toBe('wrong');
  expect(signals).toEqual(Array(11).fill(undefined));
});

test('with an admin token, no page and no route shows a token without it', async () => {
  const { server } = await guarded();
  const world = await server.createWorld();
  for (const one of [server, world]) {
    await one.mintCaller({ id: 'minted', token: 'minted-in-secret' });
    const document = await (await fetch(`${server.baseUrl}/__admin/openapi.json`)).json();
    expect(document).toMatchObject({ status: 401 });
    for (const path of [
      ...['/', '/specification.html', '/openapi.json'].map((page) => `/docs${page}`),
      '/openapi.json',
      '/openapi.yaml',
      '/nowhere',
      '/private/sample/x',
      ...['', '/', '/state', '/callers', '/worlds', '/requests', '/console/', '/health'].map(
        (part) => `/__admin${part}`,
      ),
    ]) {
      const text = await (await fetch(`${one.baseUrl}${path}`)).text();
      expect(text, path).not.toMatch(/minted-in-secret|token-researcher-1/);
    }
  }
});
