import { expect, test } from 'vitest';
import { targetAt } from './service/target/target.test.support.ts';
import {
  describeContract,
  htmlReport,
  jsonReport,
  junitReport,
  readTarget,
  verify,
} from './verify.ts';

/** What a program in JavaScript can call, and types would forbid. */
type Untyped = (...given: unknown[]) => unknown;

function untyped(call: unknown): Untyped {
  return call as Untyped;
}

function passes() {}

interface WrongCall {
  readonly what: string;
  readonly call: () => unknown;
  readonly says: string;
}

function verified(options: unknown): WrongCall['call'] {
  return () => untyped(verify)(targetAt('http://127.0.0.1:9'), options);
}

const wrongCalls: readonly WrongCall[] = [
  {
    what: 'no target',
    call: () => untyped(verify)(),
    says: "verify() takes a target, which readTarget('my-server.yaml') reads, and got undefined.",
  },
  {
    what: 'a path in place of a target',
    call: () => untyped(verify)('my-server.yaml'),
    says: 'and got "my-server.yaml".',
  },
  {
    what: 'the content of a file in place of a target',
    call: () => untyped(verify)({ baseUrl: 'http://127.0.0.1:9', service: 'x' }),
    says: 'and got an object with baseUrl, service.',
  },
  {
    what: 'options that are a text',
    call: verified('create/id-type'),
    says: 'verify() takes an object of options, and got "create/id-type".',
  },
  {
    what: 'an unknown option',
    call: verified({ onlly: [] }),
    says: 'verify() has no option "onlly". Did you mean "only"?',
  },
  {
    what: 'an option of another kind',
    call: verified({ learn: 'yes' }),
    says: 'learn is "yes"; expected true or false.',
  },
  {
    what: 'clauses that are a text',
    call: verified({ only: 'create/id-type' }),
    says: 'only is "create/id-type"; expected a list of ids of clauses',
  },
  {
    what: 'a clause that does not exist',
    call: verified({ only: ['create/id-typ'] }),
    says: 'There is no clause "create/id-typ". Did you mean "create/id-type"?',
  },
  {
    what: 'a listener that is none',
    call: verified({ onBroken: {} }),
    says: 'onBroken is an empty object; expected a function.',
  },
  {
    what: 'the path of a target that is an object',
    call: () => untyped(readTarget)({ file: 'my-server.yaml' }),
    says: 'readTarget() takes the path of a file, and got an object with file.',
  },
  {
    what: 'options of a target that are none',
    call: () => untyped(readTarget)(undefined, null),
    says: 'readTarget() takes an object of options, and got null.',
  },
  {
    what: 'an unknown option of a target',
    call: () => untyped(readTarget)(undefined, { baseUrl: 'http://127.0.0.1:9' }),
    says: 'readTarget() has no option "baseUrl". There are env, cwd, at, listening.',
  },
  {
    what: 'an option of a target that is misspelt',
    call: () => untyped(readTarget)(undefined, { listning: true }),
    says: 'readTarget() has no option "listning". Did you mean "listening"?',
  },
  {
    what: 'tests of no target',
    call: () => untyped(describeContract)(undefined, {}),
    says: 'describeContract() takes a target,',
  },
  {
    what: 'tests by a runner that is none',
    call: () => untyped(describeContract)(passes, { runner: {} }),
    says: 'runner is an empty object; expected a module with describe, it, and before or beforeAll',
  },
  {
    what: 'tests of a clause that does not exist',
    call: () => untyped(describeContract)(passes, { only: ['nothing'] }),
    says: 'There is no clause "nothing".',
  },
];

const reportsOfNothing: readonly WrongCall[] = [jsonReport, junitReport, htmlReport].map(
  (report) => ({
    what: `a ${report.name} of nothing`,
    call: () => untyped(report)({}),
    says: `${report.name}() takes what verify() resolves with, and got an empty object.`,
  }),
);

test.each([...wrongCalls, ...reportsOfNothing])(
  '$what is refused where it is given',
  async ({ call, says }) => {
    const called = (async () => call())();
    await expect(called).rejects.toThrow(says);
  },
);
