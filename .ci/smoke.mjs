// What a newcomer tries first, on the Node that runs this: serve, a request of each operation, health, verify, docs.
import assert from 'node:assert/strict';
import { execFileSync, spawn } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import * as nodeModule from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';

const program = 'src/cli/abuse-feed.cjs';

function abuseFeed(...args) {
  return execFileSync(process.execPath, [program, ...args], {
    env,
    encoding: 'utf8',
    timeout: 120_000,
  });
}

const folder = mkdtempSync(join(tmpdir(), 'abuse-feed-smoke-'));
/** Where Node puts its compile cache. */
const env = { ...process.env, TMPDIR: folder };
const server = spawn(process.execPath, [program, 'serve', '--memory', '--quiet', '--port', '0'], {
  stdio: ['ignore', 'pipe', 'inherit'],
});
try {
  const url = await readyUrl();
  await tryOperations(url);
  assert.match(abuseFeed('health', '--url', url), /is healthy/);
  const target = ['--target', 'contract-tests/targets/reference.yaml'];
  const place = ['--base-url', url, '--analysis-url', url];
  assert.match(abuseFeed('verify', ...target, ...place), /^CONFORMS/m);
  abuseFeed('docs', '--out', join(folder, 'site'));
  assert.ok(existsSync(join(folder, 'site', 'index.html')));
  // From Node 22.
  assert.equal(existsSync(join(folder, 'node-compile-cache')), 'enableCompileCache' in nodeModule);
} finally {
  server.kill();
  rmSync(folder, { recursive: true });
}
console.log(`Node ${process.version}: serve, four operations, health, verify and docs work.`);

async function readyUrl() {
  for await (const line of createInterface({ input: server.stdout })) {
    const [, url] = /^Ready on (\S+)\. /.exec(line) ?? [];
    if (url) return url;
  }
  throw new Error('The server ended before it was ready.');
}

async function tryOperations(url) {
  const hash = 'ae70fece2e538c7a5b4e962ef211cff9f360047a071044a8b28fdec58760b517';
  const feed = `${url}/feed/tunnelco/api`;
  const { id } = await answerOf(feed, 'token-researcher-1', {
    method: 'POST',
    body: JSON.stringify({
      tags: ['rat'],
      c2Address: 'c2.example:443',
      file256Hash: hash,
      referenceLink: `https://results.example/${hash}`,
      confidenceScore: 75,
    }),
  });
  const { report } = await answerOf(`${feed}?report=${id}`, 'token-reader');
  assert.equal(report.id, id);
  const deletion = await answerOf(`${feed}?report=${id}`, 'token-researcher-1', {
    method: 'DELETE',
  });
  assert.equal(deletion.success, true);
  const analysis = await answerOf(`${url}/private/sample/${hash}`, 'token-analyst');
  assert.equal(analysis.sha256Hash, hash);
}

async function answerOf(url, token, request = {}) {
  const headers = { Authorization: token, 'Content-Type': 'application/json' };
  const response = await fetch(url, { ...request, headers });
  assert.ok(response.ok, `${request.method ?? 'GET'} ${url} is answered with ${response.status}`);
  return response.json();
}
