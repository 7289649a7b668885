// What anybody writes with msw: no network, no validation, a Map.
import { randomUUID } from 'node:crypto';
import { makeFourCalls } from './four-calls.mjs';

// `npm run bench -- --install` installs it, apart from the product.
const tool = new URL('../.tools/node_modules/msw/lib/', import.meta.url);
const { HttpResponse, http } = await import(new URL('core/index.mjs', tool).href);
const { setupServer } = await import(new URL('node/index.mjs', tool).href);

const baseUrl = 'http://feed.example';
const feed = `${baseUrl}/feed/:service/api`;
const reports = new Map();

function idIn(request) {
  return new URL(request.url).searchParams.get('report');
}

const server = setupServer(
  http.post(feed, async ({ request }) => {
    const id = randomUUID();
    reports.set(id, { id, ...(await request.json()) });
    return HttpResponse.json({ id, successful: true }, { status: 201 });
  }),
  http.get(feed, ({ request }) =>
    HttpResponse.json({ report: reports.get(idIn(request)), successful: true }),
  ),
  http.delete(feed, ({ request }) => {
    reports.delete(idIn(request));
    return HttpResponse.json({ message: 'deleted', success: true });
  }),
  http.get(`${baseUrl}/private/sample/:hash`, ({ params }) =>
    HttpResponse.json({ sha256Hash: params.hash }),
  ),
);
server.listen({ onUnhandledRequest: 'error' });
await makeFourCalls({ baseUrl, sha256Hash: 'a'.repeat(64) });
server.close();
