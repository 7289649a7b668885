import { existsSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { chromium } from 'playwright-core';
import { expect, onTestFinished, test } from 'vitest';
import { startServer } from '../start-server.ts';

const executablePath = process.env.ABUSE_FEED_CHROMIUM ?? '/usr/bin/chromium';

/** Somebody else's page, on a port of its own. */
async function strangersPage(): Promise<number> {
  const server = createServer((_req, res) => {
    res.setHeader('Content-Type', 'text/html');
    res.end('<!doctype html><title>Nothing to see</title>');
  }).listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  onTestFinished(() => void server.close());
  return (server.address() as AddressInfo).port;
}

test.skipIf(!existsSync(executablePath)).each([
  ['another port of this machine', '127.0.0.1'],
  ['another site', 'localhost'],
])(
  `a page of %s can neither read nor change anything (needs ${executablePath}: apt-get install chromium)`,
  { timeout: 60_000 },
  async (_where, host) => {
    await using server = await startServer();
    const port = await strangersPage();
    const before = server.state();
    const browser = await chromium.launch({ executablePath, args: ['--no-sandbox'] });
    onTestFinished(() => browser.close());
    const page = await browser.newPage();
    await page.goto(`http://${host}:${port}/`);
    const outcomes = await page.evaluate(attacks(server.adminUrl));
    expect(outcomes).toEqual({
      read: 'TypeError',
      preflighted: 'TypeError',
      text: 'TypeError',
      beacon: true,
      stream: 'error',
      image: 'error',
      script: 'error',
    });
    await page.evaluate(form(`${server.adminUrl}/reset`));
    await page.waitForURL(/__admin/);
    expect(await page.textContent('body')).toContain('not-allowed-here');
    expect(server.state()).toEqual(before);
  },
);

/** Runs in the page. Everything a page may send to another origin, each in its own way. */
const attacks = (admin: string): string => `(async () => {
  const admin = ${JSON.stringify(admin)};
  const type = (answer) => answer.type;
  const failure = (error) => error.name;
  const element = (name) => new Promise((resolve) => {
    const made = Object.assign(document.createElement(name), { src: admin + '/state' });
    made.onload = () => resolve('loaded');
    made.onerror = () => resolve('error');
    document.body.append(made);
  });
  const post = (path, type, more) =>
    fetch(admin + path, { method: 'POST', headers: { 'Content-Type': type }, ...more });
  const body = '{"roles":["researcher"]}';
  return {
    read: await fetch(admin + '/state').then(type, failure),
    preflighted: await post('/callers', 'application/json', { body }).then(type, failure),
    text: await post('/callers', 'text/plain', { body, mode: 'no-cors' }).then(type, failure),
    beacon: navigator.sendBeacon(admin + '/reset'),
    stream: await new Promise((resolve) => {
      const source = new EventSource(admin + '/requests/stream');
      source.onopen = () => resolve('open');
      source.onerror = () => resolve('error');
    }),
    image: await element('img'),
    script: await element('script'),
  };
})()`;

/** Runs in the page: the oldest attack, which takes the browser along. */
const form = (action: string): string => `{
  const made = Object.assign(document.createElement('form'), { method: 'post' });
  made.action = ${JSON.stringify(action)};
  document.body.append(made);
  made.submit();
}`;
