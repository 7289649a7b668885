import { describe, expect, test } from 'vitest';
import { hasBrowser, openPage } from '../../pages/browser.test.support.ts';
import { startServer } from '../../server.ts';
import { answering } from '../../traffic/listening.test.support.ts';

/** A page on another port of the same machine, and therefore of another origin. */
function attackersPage(): Promise<string> {
  return answering((_req, res) => {
    res.setHeader('Content-Type', 'text/html').end('<!doctype html><title>Harmless</title>');
  });
}

/** Scripts that such a page can run. Each returns what it could read. */
function attempts(target: string): { readonly [what: string]: string } {
  return {
    'read the state': `fetch('${target}/__admin/state').then((a) => a.text())`,
    'read the tokens of the reference': `fetch('${target}/docs/').then((a) => a.text())`,
    'read with a script element': `new Promise((done) => {
    const script = document.createElement('script');
    script.onload = () => done('loaded');
    script.onerror = () => done('');
    script.src = '${target}/docs/docs.js';
    document.head.append(script);
  })`,
    'wait for requests': `fetch('${target}/__admin/requests/wait').then((a) => a.text())`,
    'reset without asking': `fetch('${target}/__admin/reset', { method: 'POST', mode: 'no-cors' }).then((a) => a.status || '')`,
    'send a body as text': `fetch('${target}/__admin/faults', { method: 'POST', mode: 'no-cors', body: '{"type":"drop"}' }).then((a) => a.status || '')`,
    'send a body as JSON': `fetch('${target}/__admin/faults', { method: 'POST', headers: { 'Content-Type': 'application/json' }, body: '{"type":"drop"}' }).then((a) => a.text())`,
    'send a beacon': `new Promise((done) => {
    const answered = (list) => list.getEntries().some((one) => one.initiatorType === 'beacon');
    new PerformanceObserver((list) => answered(list) && done('')).observe({ type: 'resource' });
    navigator.sendBeacon('${target}/__admin/reset');
  })`,
    'post a form': `new Promise((done) => {
    const frame = Object.assign(document.createElement('iframe'), { name: 'sink' });
    const form = Object.assign(document.createElement('form'), { method: 'post', action: '${target}/__admin/reset', target: 'sink' });
    document.body.append(frame, form);
    // Set now: an empty frame loads immediately.
    frame.onload = () => done('');
    form.submit();
  })`,
    'frame the console': `new Promise((done) => {
    const frame = Object.assign(document.createElement('iframe'), { src: '${target}/__admin/console/' });
    frame.onload = () => { try { done(frame.contentDocument.body.textContent); } catch { done(''); } };
    document.body.append(frame);
  })`,
    'show it as a picture': `new Promise((done) => {
    const image = new Image();
    image.onload = () => done('loaded');
    image.onerror = () => done('');
    image.src = '${target}/__admin/state';
  })`,
  };
}

describe.runIf(hasBrowser)('a page of another origin', () => {
  test('reads nothing and changes nothing', async () => {
    await using server = await startServer();
    const origin = await attackersPage();
    const { page } = await openPage([origin, server.baseUrl]);
    await fetch(`${server.baseUrl}/feed/tunnelco/api`);
    server.addFault({ type: 'delay', ms: 1 });
    await page.goto(origin);
    for (const [what, script] of Object.entries(attempts(server.baseUrl))) {
      const got = await page.evaluate(`(async () => ${script})().catch(() => '')`);
      expect(got, what).toBe('');
    }
    expect(server.faults()).toMatchObject([{ type: 'delay' }]);
    expect(server.requests()).toHaveLength(1);
    // The twin: the same script succeeds in a page of this server.
    await page.goto(`${server.baseUrl}/__admin/console/`);
    const own = attempts(server.baseUrl)['read the state'];
    expect(await page.evaluate(`(async () => ${own})()`)).toContain('token-researcher-1');
  });

  test('reads nothing under a name of its own that leads to this machine', async () => {
    await using server = await startServer();
    const { port } = new URL(server.baseUrl);
    // Chromium resolves every name below localhost to this machine, like DNS rebinding.
    const rebound = `http://attacker.localhost:${port}`;
    const { page } = await openPage([rebound]);
    await page.goto(`${rebound}/feed/tunnelco/api`);
    const text = await page.evaluate("fetch('/__admin/state').then((a) => a.text())");
    expect(text).toContain('not-allowed-here');
    const docs = await page.evaluate("fetch('/docs/').then((a) => a.text())");
    expect(docs).not.toContain('token-researcher-1');
  });
});
