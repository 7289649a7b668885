import { readFileSync, writeFileSync } from 'node:fs';
import { get } from 'node:https';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { rootCertificates } from 'node:tls';
import { expect, onTestFinished, test } from 'vitest';
import { authorityFile as ca, tls } from '../../http/tls/tls-for-tests.test.support.ts';
import { startServer } from '../../server.ts';
import { folderWith } from '../../values/folder-with.test.support.ts';
import { start } from '../terminal.test.support.ts';

const report = '/feed/tunnelco/api?report=5f0c2a4e-7b1d-4c59-9a36-1d0e8b7c6f01';
const headers = { Authorization: 'token-researcher-1' };

async function secureServer() {
  const server = await startServer({ tls });
  onTestFinished(() => server.close());
  return server.baseUrl;
}

/** What a client gets through the proxy, and what is said of it in the end. */
async function askedThroughProxy(
  args: string[],
  part: Parameters<typeof start>[1],
  asked = report,
) {
  const command = start(['listen', '--port', '0', ...args], part);
  onTestFinished(() => command.stop());
  await command.started;
  const [proxy = ''] = /http:\S+?(?=,)/.exec(command.output.out) ?? [];
  const response = await fetch(proxy + asked, { headers });
  const body = Buffer.from(await response.arrayBuffer());
  command.stop();
  return { response, body, code: await command.ended, out: command.output.out };
}

function askedDirectly(url: string): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const request = get(url + report, { headers, ca: readFileSync(ca), agent: false });
    request.on('response', (answer) => resolve(buffer(answer)));
    request.on('error', reject);
  });
}

test('a target with TLS is passed on where its authority is in ABUSE_FEED_CA', async () => {
  const url = await secureServer();
  const heard = await askedThroughProxy(['--base-url', url], { env: { ABUSE_FEED_CA: ca } });
  expect(heard.response.status).toBe(200);
  expect(heard.response.headers.has('abuse-feed-listen')).toBe(false);
  expect(heard.body.equals(await askedDirectly(url))).toBe(true);
  expect(heard.code).toBe(0);
});

test('the authority of a target file holds for its lookup as well', async () => {
  const url = await secureServer();
  const cwd = folderWith();
  writeFileSync(join(cwd, 'mine.pem'), readFileSync(ca));
  writeFileSync(join(cwd, 'target.yaml'), `baseUrl: ${url}\nca: mine.pem\n`);
  const lookup = `/private/sample/${'a'.repeat(64)}`;
  for (const asked of [report, lookup]) {
    const { response } = await askedThroughProxy(['--target', 'target.yaml'], { cwd }, asked);
    expect(response.status).toBe(asked === report ? 200 : 404);
    expect(response.headers.has('abuse-feed-listen')).toBe(false);
  }
});

test('a target that is not trusted gives 502, says what to do, and is not judged', async () => {
  const url = await secureServer();
  const cwd = folderWith();
  writeFileSync(join(cwd, 'other.pem'), rootCertificates[0] ?? '');
  for (const env of [{}, { ABUSE_FEED_CA: 'other.pem' }]) {
    const heard = await askedThroughProxy(['--base-url', url], { cwd, env });
    expect(heard.response.status).toBe(502);
    expect(heard.response.headers.get('abuse-feed-listen')).toBe('no-answer');
    expect(JSON.parse(heard.body.toString())).toEqual({
      error:
        `No response from ${url}: its certificate authority is not trusted; give a file with the ` +
        "authority's certificate as `ca` in the target file, or in ABUSE_FEED_CA.",
      successful: false,
    });
    expect(heard.code).toBe(3);
    expect(heard.out).toContain('1 exchange given a 502 here');
  }
});
