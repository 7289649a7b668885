import { startServer } from '../../dist/src/index.js';
import { makeFourCalls } from './four-calls.mjs';

const server = await startServer();
const [{ sha256Hash }] = server.state().analyses;
await makeFourCalls({ baseUrl: server.baseUrl, sha256Hash });
await server.close();
