import * as runner from 'node:test';
import { startServer } from 'abuse-feed-kit';
import { describeContract, readTarget } from 'abuse-feed-kit/verify';

const server = await startServer();
runner.after(() => server.close());

describeContract(readTarget('my-server.yaml', { at: server }), { runner });
