import { randomBytes, randomUUID } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { goodDraft } from '../contestants/samples.ts';
import { Client } from '../harness/client.ts';
import { ourCommand, residentMiB } from '../harness/our-server.ts';
import { Program } from '../harness/program.ts';
import type { Finding, Setting, Trial } from './trial.ts';

export const listening: Trial = {
  name: 'listening',
  about: 'very many exchanges through abuse-feed listen; its memory stays under 200 MB',
  ...{ option: 'exchanges', full: 1_000_000, short: 5000 },
  run,
};

/** The memory limit (resident), in megabytes. */
const most = 200;
const callers = 32;

/** A correct server that knows every caller and stores only what is requested next. */
const stored = new Map<string, object>();
const target = createServer(async (req, res) => {
  const sent = await text(req);
  const id = req.method === 'POST' ? randomUUID() : (req.url?.split('report=')[1] ?? '');
  const report = stored.get(id);
  stored.delete(id);
  const added = { reportedAt: '2026-01-31 13:45:00', reportedBy: 'R', name: 'rat' };
  if (!report) stored.set(id, { id, firstSeenID: id, ...added, ...JSON.parse(sent) });
  res.writeHead(report ? 200 : 201, { 'Content-Type': 'application/json' });
  res.end(JSON.stringify({ ...(report ? { report } : { id }), successful: true }));
});

async function run({ amount, say }: Setting): Promise<Finding> {
  await new Promise<void>((resolve) => target.listen(0, '127.0.0.1', resolve));
  const { port } = target.address() as AddressInfo;
  const args = ['listen', '--base-url', `http://127.0.0.1:${port}`, '--port', '0', '--quiet'];
  const proxy = new Program(process.execPath, [ourCommand, ...args]);
  const client = new Client(
    await proxy.ready(() => /http:\S+?(?=,)/.exec(proxy.said())?.[0]),
    callers,
  );
  let done = 0;
  const lane = async (nth: number): Promise<void> => {
    while (done < amount) {
      const token = `caller-${nth}-${done % 1000}`;
      const body = { ...goodDraft, file256Hash: randomBytes(32).toString('hex') };
      const { json } = await client.must({ method: 'POST', path: '/feed/a/api', token, body });
      await client.must({ path: `/feed/a/api?report=${json?.id}`, token });
      done += 2;
      if (done % 100_000 === 0) say(`${done} exchanges, ${residentMiB(proxy.pid).toFixed(0)} MB`);
    }
  };
  await Promise.all(Array.from({ length: callers }, (_, nth) => lane(nth)));
  const peak = residentMiB(proxy.pid, 'VmHWM');
  const code = await proxy.end();
  await client.close();
  target.close();
  return {
    numbers: `${done} exchanges, at most ${peak.toFixed(0)} MB`,
    problems: [
      ...(peak < most ? [] : [`it used ${peak.toFixed(0)} MB`]),
      ...(code === 0 ? [] : [`it ended with ${code}: ${proxy.said().slice(-500)}`]),
    ],
  };
}
