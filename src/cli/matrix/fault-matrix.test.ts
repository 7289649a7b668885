import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { MadeWorld } from '../../admin/control/server-control.ts';
import type { FaultEvent } from '../../matrix/fault-trials.ts';
import { Stopped } from '../../matrix/several-at-a-time.ts';
import { faultWatch } from '../../matrix-run.ts';
import { startServer } from '../../server.ts';
import { folderWith } from '../../values/folder-with.test.support.ts';
import { ran } from '../terminal.test.support.ts';
import { matrix } from './matrix.ts';
import type { runUnder } from './run-client.ts';

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

/** A test of a client: it creates a report, deletes it, and looks up a file. */
async function suite(world: MadeWorld, call: Call, signal: AbortSignal): Promise<void> {
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
  const id = world.state().reports.at(-1)?.id;
  await ask({ url: `${feed}?report=${id}`, method: 'DELETE' });
  await ask({
    url: `${feed.replace(/feed.*/, 'private/sample/')}${world.state().analyses[0]?.sha256Hash}`,
  });
}

async function faults(call: Call, ...args: string[]) {
  const run: typeof runUnder = async (candidate, { fault, most = Infinity }) => {
    const events: FaultEvent[] = [];
    const stop = new AbortController();
    const trial = fault === 'none' ? undefined : fault;
    const waits: number[] = [];
    const environment = { pause: async (ms: number) => void waits.push(ms) };
    const watch = faultWatch(trial, (event) => {
      if (events.push(event) > most) stop.abort();
    });
    const server = await startServer({ dialect: 'default', ...watch, environment });
    const world = await server.createWorld({ name: 'reports' });
    const ended = suite(world, call, stop.signal).then(
      () => true,
      (error) => {
        if (error instanceof Stopped) throw error;
        return false;
      },
    );
    if (trial?.kind.effect.type === 'hang') {
      // The timeout of the client.
      await expect.poll(() => world.faults()).toEqual([]);
      stop.abort();
    }
    const passed = await ended;
    await server.close();
    const isStopped = events.length > most;
    const end = passed ? 'exit 0' : 'exit 1';
    return {
      ...candidate,
      passed,
      end,
      isStopped,
      ms: 1,
      output: '',
      notes: [],
      tests: {},
      elsewhere: [],
      events,
    };
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
  const { code, out, allowed } = await faults(async (_, send) => isGood(await send()));
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
    'A lookup that gets a 503 with Retry-After is sent again before the time of Retry-After is over. (lookup 1 of "reports", after ',
  );
  expect(code).toBe(1);
});

/** Connections that are cut or reset, and silence: each before the change and after it. */
const firstSix = ['--budget', '6'];

test('a client that sends a create again after its own timeout makes two reports', async () => {
  const { code, harm } = await faults(
    async ({ url, method, body }, send) => {
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
    },
    ...firstSix,
  );
  expect(harm).toContain(
    'A create that is done and never gets a response is sent again, and two reports exist.',
  );
  expect(harm).not.toContain('A create that never gets a response is sent again');
  expect(code).toBe(1);
});

test('what is not seen again is no finding, and the client is reported as flaky', async () => {
  let creates = 0;
  const { code, out, harm } = await faults(
    async ({ method }, send) => {
      if (method === 'POST') creates += 1;
      // The fourth run is that of the second fault.
      if (creates !== 4 || method !== 'POST') return isGood(await send());
      return send().catch(() => {});
    },
    ...firstSix,
  );
  expect(out).toMatch(/(One finding is|\d+ findings are) confirmed by another run/);
  expect(harm).not.toContain('taken for a success');
  expect(code).toBe(0);
  expect(out).toContain(
    'The command is flaky: it did something else the second time under cut after it at create 1 of "reports".',
  );
});

test('the budget is kept and spread over operations, and what was left out is reported', async () => {
  const { out } = await faults(async (_, send) => isGood(await send()), '--budget', '9');
  expect(out).toContain('54 runs, of which the budget allows 9, about ');
  expect(out).toContain('45 of 54 were not tried. Allow more with --budget.');
});

test('stopped, it says what was found until then, and what was not confirmed', async () => {
  let creates = 0;
  const { code, out } = await faults(async ({ method }, send) => {
    if (method === 'POST' && ++creates >= 6) throw new Stopped('interrupted');
    return send().catch(() => {});
  });
  expect(out).toContain(
    'Stopped before its end (interrupted): of 54 faults, 3 were tried, and no harm is confirmed; 51 were not tried; 3 findings not confirmed.\n',
  );
  expect(out).toMatch(/Seen once, and not confirmed:\n( {2}A create .*\n)+/);
  expect(code).toBe(3);
});

test('stopped at its end, it says that all was tried and what was not confirmed', async () => {
  let creates = 0;
  const { code, out } = await faults(
    async ({ method }, send) => {
      // Each run creates one: two without a fault, those of two faults, and those that confirm what they found.
      if (method === 'POST' && ++creates > 4) throw new Stopped('interrupted');
      return send().catch(() => {});
    },
    '--budget',
    '2',
  );
  expect(out).toMatch(
    /^Stopped before its end \(interrupted\): of 54 faults, 2 were tried, .*; 2 findings not confirmed\.$/m,
  );
  expect(code).toBe(3);
});

/** A client that sends one create twice, without a reason. */
function repeating(nth: number) {
  let creates = 0;
  return faults(
    async ({ method }, send) => {
      if (method === 'POST' && ++creates === nth) await send();
      return isGood(await send());
    },
    '--budget',
    '2',
  );
}

test('a first run that is like no other is not what the others are compared with', async () => {
  const { code, out } = await repeating(1);
  expect(out).toContain('The command does no harm under any of the 2 faults that were tried.');
  expect(code).toBe(0);
});

test('a client that does something else without any fault is flaky, and neither cleared nor accused', async () => {
  // Two runs before the faults, two with faults, two that confirm, and the last.
  const { code, out } = await repeating(7);
  expect(out).toContain(
    'The command is flaky: without any fault, it makes 1 create in one run and 2 creates in another.',
  );
  expect(out).not.toContain('harm');
  expect(code).toBe(3);
});

test('stopped before its faults, it says that none was tried', async () => {
  let creates = 0;
  const { code, out } = await faults(async ({ method }, send) => {
    if (method === 'POST' && ++creates === 2) throw new Stopped('interrupted');
    return isGood(await send());
  });
  expect(out).toContain('Stopped before its end (interrupted): of 54 faults, 0 were tried,');
  expect(code).toBe(3);
});

test('stopped after one failure without any fault, there is no result', async () => {
  let creates = 0;
  const { code, out } = await faults(async ({ method }) => {
    if (method === 'POST' && ++creates === 2) throw new Stopped('interrupted');
    throw new Error('it always fails');
  });
  expect(out).toContain(
    'Stopped before its end (interrupted). The command failed once without any fault. Let it pass first.',
  );
  expect(code).toBe(3);
});

test('a command that fails twice without any fault has failed', async () => {
  const { code, out } = await faults(async (_, send) => {
    await send();
    throw new Error('it always fails');
  });
  expect(out).toContain('The command fails without any fault. Let it pass first.');
  expect(code).toBe(1);
});

test.each([
  ['passes', 3, () => true],
  ['fails', 1, () => false],
  ['does something else each time', 3, (nth: number) => nth % 2 === 1],
])(
  'a report says into how many requests faults can be injected: a command that %s',
  async (_what, requests, isFine) => {
    const file = join(folderWith({}), 'report.json');
    let creates = 0;
    await faults(
      async ({ method }, send) => {
        if (method === 'POST') creates += 1;
        await isGood(await send());
        if (!isFine(creates)) throw new Error('no');
      },
      '--budget',
      '1',
      '--json',
      file,
    );
    expect(JSON.parse(readFileSync(file, 'utf8'))).toMatchObject({ requests });
  },
);
