import { Ajv } from 'ajv';
import formats from 'ajv-formats';
import { expect, test } from 'vitest';
import { adminDocument } from '../contract/admin-document.ts';
import type { Document, OperationObject } from '../contract/document.ts';
import { type RunningServer, startServer } from '../server.ts';
import { type Answer, call, newReport } from './control-plane.test.support.ts';

/** Every operation of the document, called successfully, in a working order. */
const tour: [string, string, unknown, number][] = [
  ['getHealth', 'GET /health', undefined, 200],
  ['getVersion', 'GET /version', undefined, 200],
  ['getAdminDocument', 'GET /openapi.json', undefined, 200],
  ['getState', 'GET /state', undefined, 200],
  ['takeSnapshot', 'PUT /snapshots/before', undefined, 200],
  ['listSnapshots', 'GET /snapshots', undefined, 200],
  ['addService', 'POST /services', { name: 'newco' }, 201],
  ['listServices', 'GET /services', undefined, 200],
  ['mintCaller', 'POST /callers', { id: 'new', roles: ['researcher'], owns: 'newco' }, 201],
  ['changeCaller', 'PATCH /callers/new', { requestsLeft: 3, expiresAt: null }, 200],
  ['listCallers', 'GET /callers', undefined, 200],
  ['revokeCaller', 'DELETE /callers/new', undefined, 204],
  ['addReports', 'POST /reports', { reports: [newReport, newReport] }, 201],
  ['removeReport', 'DELETE /reports/5f0c2a4e-7b1d-4c59-9a36-1d0e8b7c6f01', undefined, 204],
  ['listReports', 'GET /reports?service=tunnelco&search=c2.example&limit=1', undefined, 200],
  ['addAnalysis', 'POST /analyses', { sha256Hash: newReport.file256Hash }, 201],
  ['listAnalyses', 'GET /analyses', undefined, 200],
  ['addFault', 'POST /faults', { type: 'delay', ms: 0, times: 1 }, 201],
  ['listFaults', 'GET /faults', undefined, 200],
  ['removeFault', 'DELETE /faults/fault-1', undefined, 204],
  ['clearFaults', 'DELETE /faults', undefined, 204],
  ['getDialect', 'GET /dialect', undefined, 200],
  ['setDialect', 'PUT /dialect', { name: 'strict' }, 200],
  ['setClock', 'PUT /clock', { mode: 'frozen', at: '2026-01-31T13:45:00Z' }, 200],
  ['advanceClock', 'POST /clock/advance', { seconds: 1.5 }, 200],
  ['getClock', 'GET /clock', undefined, 200],
  ['seedIds', 'PUT /ids', { seed: 7 }, 200],
  ['getIds', 'GET /ids', undefined, 200],
  ['listRequests', 'GET /requests?limit=5', undefined, 200],
  ['listFindings', 'GET /findings', undefined, 200],
  ['expectNoFindings', 'POST /findings/expect-none', { kind: 'relies-on' }, 204],
  ['exportRequests', 'GET /requests/har?operation=fetch', undefined, 200],
  ['countRequests', 'GET /requests/count?status=404', undefined, 200],
  ['waitForRequests', 'GET /requests/wait?count=1&timeoutMs=0', undefined, 200],
  ['expectRequests', 'POST /requests/expect', { operation: 'fetch', count: 1 }, 200],
  ['expectNoMore', 'POST /requests/expect-no-more', { unmatched: false }, 204],
  ['clearRequests', 'DELETE /requests', undefined, 204],
  ['createWorld', 'POST /worlds', { id: 'mine', dialect: 'lenient' }, 201],
  ['listWorlds', 'GET /worlds', undefined, 200],
  ['dropWorld', 'DELETE /worlds/mine', undefined, 204],
  ['restoreSnapshot', 'POST /snapshots/before/restore', undefined, 204],
  ['dropSnapshot', 'DELETE /snapshots/before', undefined, 204],
  ['reset', 'POST /reset', undefined, 204],
  ['reload', 'POST /reload', undefined, 204],
];

test('the tour goes through every operation that has a body to check', () => {
  const toured = tour.map(([operationId]) => operationId);
  expect(toured.sort()).toEqual([...operations().keys()].sort());
});

test.each(['the first world', 'another world'])(
  'every operation keeps to its document: %s',
  async (which) => {
    await using server = await startServer();
    const { url, baseUrl } = await plane(server, which);
    await fetch(`${baseUrl}/feed/nosuchco/api?report=00000000-0000-4000-8000-000000000000`, {
      headers: { Authorization: 'token-reader' },
    });
    const check = checker();
    for (const [operationId, asked, body, status] of tour) {
      const answer = await call(url, asked, body);
      expect(answer.status, operationId).toEqual(status);
      expect(check(operationId, answer), operationId).toBe('');
    }
  },
);

test('a browser that opens the control plane is redirected to the console', async () => {
  await using server = await startServer();
  const world = await server.createWorld();
  for (const { baseUrl } of [server, world]) {
    for (const end of ['', '/', '/?x=1']) {
      const answer = await fetch(`${baseUrl}/__admin${end}`, {
        headers: { Accept: 'text/html,*/*;q=0.8' },
      });
      expect({ status: answer.status, url: answer.url }).toEqual({
        status: 200,
        url: `${baseUrl}/__admin/console/`,
      });
    }
  }
  expect((await fetch(server.adminUrl)).status).toBe(404);
});

test('requests are found by a part of their URL as people write it', async () => {
  await using server = await startServer();
  await fetch(`${server.baseUrl}/feed/tunnelco/api?report=x`);
  await fetch(`${server.baseUrl}/elsewhere`);
  for (const part of ['/feed/', 'api?report=x', '%2Ffeed%2F']) {
    const { body } = await call(server.adminUrl, `GET /requests/count?url=${part}`);
    expect(body).toMatchObject({ count: 1, complete: true });
  }
});

async function plane(server: RunningServer, which: string) {
  const { baseUrl } = which === 'another world' ? await server.createWorld() : server;
  return { url: `${baseUrl}/__admin`, baseUrl };
}

function operations(): Map<string, OperationObject> {
  const found = Object.values(adminDocument().paths).flatMap((item) =>
    Object.values(item).filter((value): value is OperationObject => 'operationId' in value),
  );
  return new Map(found.map((operation) => [operation.operationId, operation]));
}

/** Independent of the server's validator, which does not see every response. */
function checker() {
  const ajv = new Ajv({ strict: false });
  formats.default(ajv);
  const document: Document = adminDocument();
  ajv.addSchema({ $id: 'document', ...document });
  const known = operations();
  return (operationId: string, { status, body }: Answer): string => {
    const pointer = `document#/${pathTo(document, operationId)}/responses/${status}`;
    const response = known.get(operationId)?.responses[String(status)];
    if (!response) return `no ${status}`;
    const inner = '$ref' in response ? `document${response.$ref}` : pointer;
    if (status === 204) return body === '' ? '' : 'a body with 204';
    const validate = ajv.getSchema(`${inner}/content/application~1json/schema`);
    if (!validate) return `no schema at ${inner}`;
    return validate(body) ? '' : ajv.errorsText(validate.errors);
  };
}

function pathTo(document: Document, operationId: string): string {
  for (const [path, item] of Object.entries(document.paths)) {
    for (const [method, operation] of Object.entries(item)) {
      if ((operation as { operationId?: string }).operationId === operationId) {
        return `paths/${encodeURIComponent(path.replaceAll('/', '~1'))}/${method}`;
      }
    }
  }
  throw new Error(operationId);
}
