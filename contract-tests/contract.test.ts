import { describe } from 'vitest';
import { readTarget } from './target/target-file.ts';
import { describeContract } from './vitest-suite.ts';

// ABUSE_FEED_TARGET=my-server.yaml npx vitest run contract-tests/contract.test.ts -t delete/
const file = process.env.ABUSE_FEED_TARGET;

describe.skipIf(file === undefined)('the target', () => {
  describeContract(() => readTarget(file, { env: process.env, cwd: process.cwd() }));
});
