import express, { type ErrorRequestHandler } from 'express';
import { middleware } from 'express-openapi-validator';
import type { OpenAPIV3 } from 'express-openapi-validator/dist/framework/types.js';
import { expect, test } from 'vitest';
import { readContract } from '../../contract/document.ts';
import { answering } from '../../traffic/listening.test.support.ts';
import { goodReport } from './sample-values.test.support.ts';

// Somebody else's server, which knows nothing of open points. A point that stood in a schema as an
// object with an `id` would be taken for the name of that schema, and nothing would compile.
test('a plain validator takes openapi.yaml as it is, with the servers left out', async () => {
  const { servers: _, ...apiSpec } = readContract();
  for (const item of Object.values(apiSpec.paths)) delete item.servers;
  const app = express();
  app.use(express.json());
  app.use(
    middleware({
      apiSpec: apiSpec as unknown as OpenAPIV3.DocumentV3,
      validateRequests: true,
      validateResponses: true,
    }),
  );
  app.post('/feed/:service/api', (req, res) => {
    const id = req.params.service === 'tunnelco' ? '5f0c2a4e-8a53-4c55-9d2e-0b8c1d6f7a10' : 'no id';
    res.status(201).json({ id, successful: true });
  });
  const onError: ErrorRequestHandler = (error, _req, res, _next) => {
    res.status(error.status ?? 500).end();
  };
  app.use(onError);
  const baseUrl = await answering(app);
  const post = async (service: string, body: object) => {
    const url = `${baseUrl}/feed/${service}/api`;
    const headers = { Authorization: 'token', 'Content-Type': 'application/json' };
    return (await fetch(url, { method: 'POST', headers, body: JSON.stringify(body) })).status;
  };
  expect(await post('tunnelco', goodReport)).toBe(201);
  expect(await post('tunnelco', { ...goodReport, confidenceScore: 1.5 })).toBe(400);
  expect(await post('brokenco', goodReport)).toBe(500);
});
