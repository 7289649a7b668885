import { startServer } from 'abuse-feed-kit';
import { describeContract, readTarget } from 'abuse-feed-kit/verify';
import * as runner from 'vitest';

// Here the stand-in plays your server.
const server = await startServer();
runner.afterAll(() => server.close());

describeContract(readTarget('my-server.yaml', { at: server }), { runner });
