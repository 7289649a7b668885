import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { describeContract, type TestRunner } from './describe-contract.ts';
import { answering, json } from './judging/run/run.test.support.ts';
import { targetAt } from './service/target/target.test.support.ts';

type Body = (...handed: unknown[]) => unknown;

/** A runner that runs what it was given, handing over what others do, and says how each test ended. */
async function ran(
  by: 'argument' | 'this' | 'nothing',
  describing: (runner: TestRunner) => void,
): Promise<{ readonly [name: string]: string }> {
  const hooks: Body[] = [];
  const tests: [name: string, body: Body][] = [];
  describing({
    describe: (_, body) => body(),
    it: (name, body) => tests.push([name, body]),
    [by === 'nothing' ? 'beforeAll' : 'before']: (body: Body) => hooks.push(body),
  });
  const called = async (body: Body): Promise<string> => {
    let ended = 'passed';
    const handed = {
      skip: (reason?: string) => {
        ended = `skipped: ${reason}`;
      },
    };
    try {
      await body.apply(by === 'this' ? handed : undefined, by === 'argument' ? [handed] : []);
    } catch (error) {
      return `failed: ${(error as Error).message}`;
    }
    return ended;
  };
  for (const hook of hooks) await called(hook);
  const ends: { [name: string]: string } = {};
  for (const [name, body] of tests) ends[name] = await called(body);
  return ends;
}

const only = ['create/error-present', 'create/error-flag-false', 'create/id-type'];

test.each(['argument', 'this', 'nothing'] as const)(
  'each clause has its verdict in a runner that passes its context by %s',
  async (by) => {
    const url = await answering(json(403, { error: 'no', successful: true }));
    const ends = await ran(by, (runner) => describeContract(() => targetAt(url), { runner, only }));
    expect(ends).toEqual({
      'create/error-present': 'passed',
      'create/error-flag-false': expect.stringMatching(
        /^failed: successful is true in the refusal of a create, not false\nagainst {3}The flag of a refused create is false\.\n.*\nexpected {2}successful: false\n(.*\n)*repeat {4}abuse-feed verify --cause \S+cause-1\.json$/,
      ),
      'create/id-type':
        by === 'nothing' ? 'passed' : expect.stringMatching(/^skipped: not-testable: /),
      'the run is conclusive': 'passed',
    });
  },
);

test('a cause is told once, as by verify, with the file that replays it', async () => {
  const url = await answering(json(403, { error: 'no', successful: true }));
  const both = ['create/error-flag-false', 'fetch/error-flag-false'];
  const ends = await ran('this', (runner) =>
    describeContract(
      { ...targetAt(url), source: { file: 'my server.yaml', text: '' } },
      { runner, only: both },
    ),
  );
  const told = ends['create/error-flag-false'] ?? '';
  expect(told.match(/expected/g)).toHaveLength(1);
  expect(told).toMatch(/request {3}POST .* as tokens\.researcher\n/);
  expect(told).toMatch(/ --target 'my server.yaml'$/);
  const file = /--cause (\S+)/.exec(told.slice(told.indexOf('abuse-feed')))?.[1] ?? '';
  expect(JSON.parse(readFileSync(file, 'utf8'))).toMatchObject({ clause: both[0] });
  expect(ends['fetch/error-flag-false']).toMatch(
    /^failed: .*\nIt goes with create\/error-flag-false: /,
  );
});

test('an inconclusive run fails, and so does one that could not start', async () => {
  const unreached = await ran('argument', (runner) =>
    describeContract(targetAt(), { runner, only }),
  );
  expect(unreached['the run is conclusive']).toMatch(/^failed: baseUrl: /);
  const absent = await ran('argument', (runner) =>
    describeContract(() => Promise.reject(new Error('no file')), { runner, only }),
  );
  expect(Object.values(absent).every((end) => end.startsWith('failed: '))).toBe(true);
});
