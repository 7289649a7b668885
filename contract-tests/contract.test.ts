import * as runner from 'vitest';
import { describeContract } from './describe-contract.ts';
import { readTarget } from './service/target/target-file.ts';

// ABUSE_FEED_TARGET=my-server.yaml npx vitest run contract-tests/contract.test.ts -t delete/
const file = process.env.ABUSE_FEED_TARGET;

runner.describe.skipIf(file === undefined)('the target', () => {
  describeContract(() => readTarget(file), { runner });
});
