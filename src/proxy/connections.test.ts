import { once } from 'node:events';
import type { Socket } from 'node:net';
import { expect, test } from 'vitest';
import { proxied } from './proxied.test.support.ts';

test('one connection to the target serves requests that follow each other', async () => {
  const sockets = new Set<Socket>();
  const proxy = await proxied((req, res) => {
    sockets.add(req.socket);
    res.end('ok');
  });
  for (let nth = 0; nth < 5; nth += 1)
    expect(await (await fetch(`${proxy.url}/a`)).text()).toBe('ok');
  expect(sockets.size).toBe(1);
});

test.each(['GET', 'POST'])(
  'a %s that meets a connection just being closed is not sent again',
  async (method) => {
    let calls = 0;
    const proxy = await proxied((req, res) => {
      calls += 1;
      if (calls === 2) req.socket.destroy();
      else res.end('ok');
    });
    const ask = () => fetch(`${proxy.url}/private/sample/a`, { method });
    expect(await (await ask()).text()).toBe('ok');
    const lost = await ask();
    expect(lost.status).toBe(502);
    expect(await lost.text()).toContain('so that is not retried');
    expect(await (await ask()).text()).toBe('ok');
    expect(calls).toBe(3);
  },
);

test('connections that the target closes while they are idle cost no request', async () => {
  let calls = 0;
  const sockets = new Set<Socket>();
  const proxy = await proxied((req, res) => {
    calls += 1;
    sockets.add(req.socket);
    res.end('ok');
  });
  for (let nth = 0; nth < 20; nth += 1) {
    const answers = await Promise.all([fetch(proxy.url), fetch(proxy.url)]);
    expect(answers.map(({ status }) => status)).toEqual([200, 200]);
    for (const answer of answers) await answer.text();
    // Neither side has announced it.
    const open = [...sockets].filter((socket) => !socket.destroyed);
    for (const socket of open) socket.end();
    await Promise.all(open.map((socket) => once(socket, 'close')));
  }
  expect(calls).toBe(40);
});

test('a connection that says something unasked is not used again', async () => {
  const sockets: Socket[] = [];
  const proxy = await proxied((req, res) => {
    sockets.push(req.socket);
    res.end('ok');
  });
  await (await fetch(proxy.url)).text();
  const [first] = sockets;
  first?.write('HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nwrong');
  if (first) await once(first, 'close');
  expect(await (await fetch(proxy.url)).text()).toBe('ok');
  expect(new Set(sockets).size).toBe(2);
});
