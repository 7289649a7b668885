import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { MadeWorld } from '../../admin/control/server-control.ts';
import { Stopped } from '../../matrix/lab.ts';
import type { RequestEvent } from '../../matrix/request-events.ts';
import { serverInRun } from '../../matrix/run-in-server.ts';
import { passing } from '../../matrix/small-contract.test.support.ts';
import { startServer } from '../../server.ts';
import { folderWith } from '../../values/folder-with.test.support.ts';
import { ran } from '../terminal.test.support.ts';
import type { runUnder } from './client-run.ts';
import { matrix } from './matrix.ts';

interface Asked {
  readonly url: string;
  readonly method?: string;
  readonly body?: object;
}
/** How a client calls the service; throws if it considers the call failed. */
type Call = (asked: Asked, send: () => Promise<Response>) => Promise<unknown>;

const hash = '0'.repeat(64);
const draft = {
  tags: ['rat'],
  c2Address: 'c2.example:443',
  confidenceScore: 5,
  file256Hash: hash,
  referenceLink: `https://results.example/${hash}`,
};

/** A test of a client: it creates a report, deletes it, and looks up a file; or only the first. */
async function suite(
  world: MadeWorld,
  call: Call,
  signal: AbortSignal,
  isShort: boolean,
): Promise<void> {
  const feed = `${world.baseUrl}/feed/tunnelco/api`;
  const ask = (asked: Asked): Promise<unknown> =>
    call(asked, () =>
      fetch(asked.url, {
        method: asked.method ?? 'GET',
        signal,
        headers: {
          Authorization: world.tokens['researcher-1'] ?? '',
          'Content-Type': 'application/json',
        },
        ...(asked.body && { body: JSON.stringify(asked.body) }),
      }),
    );
  await ask({ url: feed, method: 'POST', body: { ...draft } });
  if (isShort) return;
  const id = world.state().reports.at(-1)?.id;
  await ask({ url: `${feed}?report=${id}`, method: 'DELETE' });
  await ask({
    url: `${feed.replace(/feed.*/, 'private/sample/')}${world.state().analyses[0]?.sha256Hash}`,
  });
}

function faults(call: Call, ...args: string[]) {
  return faultsIn(call, args, true);
}

async function faultsIn(call: Call, args: string[], isShort: boolean) {
  const run: typeof runUnder = async ({ label, fault, most = Infinity }) => {
    const events: RequestEvent[] = [];
    const stop = new AbortController();
    const inRun = serverInRun({ ...(fault && { fault }) }, undefined, (event) => {
      if (events.push(event) > most) stop.abort();
    });
    const environment = { pause: async () => {} };
    const server = await startServer({ dialect: 'default', ...inRun, environment });
    const world = await server.createWorld({ name: 'reports' });
    const ended = suite(world, call, stop.signal, isShort).then(
      () => true,
      (error) => {
        if (error instanceof Stopped) throw error;
        return false;
      },
    );
    if (fault?.kind.effect.type === 'hang') {
      // The timeout of the client.
      await expect.poll(() => world.faults()).toEqual([]);
      stop.abort();
    }
    const passed = await ended;
    await server.close();
    const end = passed ? 'exit 0' : 'exit 1';
    return { ...passing, label, passed, end, isStopped: events.length > most, events };
  };
  const { code, out, err } = await ran(['--faults', ...args, '--', 'x'], {
    command: (words, io) => matrix(words, io, run),
  });
  const [, harm = '', allowed = ''] =
    /tried[.:]\n([\s\S]*?)(?:Allowed, but worth knowing:\n([\s\S]*))?$/.exec(out) ?? [];
  return { code, out, err, harm, allowed };
}

async function isGood(answer: Response): Promise<void> {
  const body = (await answer.json()) as { [key: string]: unknown };
  if (!(body.successful ?? body.success ?? body.sha256Hash)) throw new Error('refused');
}

test('a client that gives up does no harm, and the report says what it gives up on', async () => {
  const { code, out, allowed } = await faultsIn(async (_, send) => isGood(await send()), [], false);
  expect(out).toContain(
    'It makes 3 requests that are served; 18 kinds of faults are injected into them: 54 runs, about ',
  );
  expect(out).toContain('The command does no harm under any of the 54 faults that were tried.');
  expect(allowed).toContain(
    '  A lookup that gets a 429 with Retry-After is not sent again, and the command fails: allowed. (lookup 1 of "reports")',
  );
  expect(allowed).toContain('A delete that is delivered twice is not survived: the command fails.');
  expect(code).toBe(0);
});

test('a client that repeats whatever fails makes two reports of one, with something else in the second', async () => {
  let sent = 0;
  const { code, harm } = await faults(async ({ body }, send) => {
    await send()
      .then(isGood)
      .catch(async () => {
        if (body) Object.assign(body, { c2Address: `again-${++sent}.example:443` });
        await isGood(await send());
      });
  });

  for (const says of ['whose response is lost', 'that is done and gets a 500'])
    expect(harm).toContain(
      `A create ${says} is sent again in another form, and two reports exist. (create 1 of "reports")`,
    );
  expect(harm).not.toMatch(/never done|taken for a success/);
  expect(harm).toContain(
    'A create that gets a 503 with Retry-After is sent again in another form before the time of Retry-After is over. (create 1 of "reports", after ',
  );
  expect(code).toBe(1);
});

test('a client that sends a create again after its own timeout makes two reports', async () => {
  const { code, harm } = await faults(async ({ url, method, body }, send) => {
    // Aborted with the test's own signal: what follows has none.
    await send()
      .then(isGood)
      .catch(async (error: Error) => {
        if (error.name !== 'AbortError' || method !== 'POST') throw error;
        await fetch(url, {
          method,
          headers: { Authorization: 'token-researcher-1', 'Content-Type': 'application/json' },
          body: JSON.stringify(body),
        });
        throw error;
      });
  });
  expect(harm).toContain(
    'A create that is done and never gets a response is sent again, and two reports exist.',
  );
  expect(harm).not.toContain('A create that never gets a response is sent again');
  expect(code).toBe(1);
});

/** How it ends for a client that does something else from its nth create on. */
function changing(nth: number, call: Call, ...args: string[]) {
  let creates = 0;
  return faults(
    (asked, send) => {
      if (asked.method === 'POST') creates += 1;
      return creates >= nth ? call(asked, send) : send().then(isGood);
    },
    ...args,
  );
}

async function interrupted(): Promise<never> {
  throw new Stopped('interrupted');
}

test('what is not seen again is no finding, and the client is reported as flaky', async () => {
  let creates = 0;
  const { code, out, harm } = await faults(async ({ method }, send) => {
    if (method === 'POST') creates += 1;
    // The fourth run repeats the first fault.
    if (creates !== 4 || method !== 'POST') return isGood(await send());
    return send().catch(() => {});
  });
  expect(harm).not.toContain('taken for a success');
  expect(code).toBe(0);
  expect(out).toContain(
    'The command is flaky: it did something else the second time under cut at create 1 of "reports".',
  );
});

test('a client that does something else without any fault is flaky, and neither cleared nor accused', async () => {
  let first = 0;
  const { code, out } = await changing(28, async ({ method }, send) => {
    if (method === 'POST' && ++first > 0) await send();
    return isGood(await send());
  });
  expect(out).toContain(
    'The command is flaky: without any fault, it makes 1 create in one run and 2 creates in another.',
  );
  expect(out).not.toContain('harm');
  expect(code).toBe(3);
});

test('a first run that is like no other is not what the others are compared with', async () => {
  let isFirst = true;
  const { code, out } = await faults(async ({ method }, send) => {
    if (method === 'POST' && isFirst) await send();
    isFirst = false;
    return isGood(await send());
  });
  expect(out).toContain('The command does no harm under any of the 18 faults that were tried.');
  expect(code).toBe(0);
});

test.each([
  {
    when: 'before the first run is over',
    nth: 1,
    says: /^abuse-feed: Stopped before the first run was over \(interrupted\)/,
  },
  {
    when: 'before its faults',
    nth: 2,
    says: /Stopped before its end \(interrupted\): of 18 faults, 0 were tried,/,
  },
  {
    when: 'among them',
    nth: 6,
    says: /Stopped before its end \(interrupted\): of 18 faults, \d were tried, and no harm is confirmed; 1\d were not tried; \d findings not confirmed\.\nAllowed|Seen once, and not confirmed:\n( {2}A create .*\n)+/,
  },
])('stopped $when, it says what was found until then', async ({ nth, says }) => {
  const { code, out, err } = await changing(nth, interrupted);
  expect(out + err).toMatch(says);
  expect(code).toBe(3);
});

test.each([
  {
    what: 'fails',
    code: 1,
    requests: 1,
    isFine: () => false,
    says: 'The command fails without any fault. Let it pass first.',
  },
  {
    what: 'does something else each time',
    code: 3,
    requests: 1,
    isFine: (nth: number) => nth % 2 === 1,
    says: 'it passes in one run and fails in another',
  },
])('a command that $what without any fault', async ({ isFine, code, requests, says }) => {
  const folder = folderWith({});
  const [json, html] = ['report.json', 'report.html'].map((name) => join(folder, name));
  let creates = 0;
  const found = await faults(
    async ({ method }, send) => {
      if (method === 'POST') creates += 1;
      await isGood(await send());
      if (!isFine(creates)) throw new Error('no');
    },
    '--json',
    `${json}`,
    '--html',
    `${html}`,
  );
  expect(found.out).toContain(says);
  expect(found.code).toBe(code);
  expect(JSON.parse(readFileSync(`${json}`, 'utf8'))).toMatchObject({
    kind: 'fault-matrix',
    requests,
  });
  expect(readFileSync(`${html}`, 'utf8')).toContain(says);
});
