import { expect, test } from 'vitest';
import { startServer } from '../server.ts';
import { ask } from './sent-requests.test.support.ts';

const api = `
  analyst GET /private/sample/HASH
  reader GET FEED?report=ID
  reader GET FEED
  researcher-1 POST FEED
  reader GET /nowhere
  reader GET /__admin/version
  researcher-1 DELETE FEED?report=ID`;
const pages = '/openapi.json /openapi.yaml /docs/ /docs/docs.css /__admin/console/'.split(' ');

/** Only pages and the contract have a validator, and listen to no other than the one they sent. */
test.each([
  ['If-None-Match', '*'],
  ['If-None-Match', '"a", W/"b"'],
  ['If-Match', '"a"'],
  ['If-Modified-Since', 'Fri, 31 Dec 2100 23:59:59 GMT'],
  ['If-Unmodified-Since', 'Thu, 01 Jan 1970 00:00:00 GMT'],
  ['Range', 'bytes=0-1'],
])('%s: %s changes no answer, in any world', async (name, value) => {
  await using server = await startServer();
  const made = await server.createWorld({ dialect: 'lenient' });
  const statuses = [200, 200, 400, 201, 404, 200, 200];
  for (const world of [server, made]) {
    const usual = world === server ? statuses : statuses.with(3, 200);
    for (const [nth, line] of api.trim().split('\n').entries()) {
      const answer = await ask(world, line.trim(), { headers: { [name]: value } });
      expect(answer.status, line).toBe(usual[nth]);
      expect(answer.headers.get('ETag'), line).toBeNull();
      expect(answer.headers.get('Last-Modified'), line).toBeNull();
    }
    for (const page of pages) {
      const answer = await fetch(world.baseUrl + page, { headers: { [name]: value } });
      expect([answer.status, answer.headers.get('Last-Modified')], page).toEqual([200, null]);
    }
  }
});
