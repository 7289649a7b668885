import { expect, test } from 'vitest';
import { goodReport } from './http/request/sample-values.test.support.ts';
import { forEveryDialect, type RunningServer, startServer } from './index.ts';

/** What a program in JavaScript can call, and types would forbid. */
type Untyped = (...given: unknown[]) => unknown;

function untyped(call: unknown): Untyped {
  return call as Untyped;
}

const every = untyped(forEveryDialect);
const starts = untyped(startServer);
const json = 'a text, a number, true, false, null, or a list or plain object of these';

function passes() {}

function reply(body: unknown): object {
  return { type: 'reply', status: 200, body };
}

type Call = (server: RunningServer) => unknown;

function fault(given: object): Call {
  return (server) => untyped(server.addFault)(given);
}

/** Each kind of mistake once: what is wrong, where, and what is expected. */
test.each<[call: Call, says: string]>([
  [
    (server) => untyped(server.onRequest)({ seen: passes }),
    'onRequest() takes a function, and got an object with seen.',
  ],
  [fault(reply(passes)), `body is a function; expected ${json}`],
  [fault(reply({ list: [new Map()] })), `body.list[0] is a Map; expected ${json}`],
  [
    fault({ type: 'sequence', steps: [reply(new Set())] }),
    `steps[0].body is a Set; expected ${json}`,
  ],
  [
    fault({ type: 'drop', request: { path: '/feed/tunnelco' } }),
    'request.path is "/feed/tunnelco"; expected a path below the base URL, such as /feed/{service}/api',
  ],
  [
    fault({ type: 'drop', operation: 'create', request: { report: goodReport.file256Hash } }),
    'request.report is nothing that a create has; leave it out, or let operation be fetch or delete',
  ],
  [
    fault({ type: 'drop', request: { headers: { 'X-A': /x/ } } }),
    'request.headers.X-A is a RegExp; expected a text',
  ],
  [
    fault({ type: 'reply', status: 200, headers: { 'X-A': new Date(0) } }),
    'headers.X-A is a Date; expected a text, such as that of its toISOString()',
  ],
  [
    (server) => untyped(server.requests)({ url: new URL('http://127.0.0.1/') }),
    'url is a URL; expected a text',
  ],
  [
    (server) => untyped(server.waitForRequests)({ signal: {} }),
    'signal is an empty object; expected an AbortSignal, such as AbortSignal.timeout(1000)',
  ],
  [
    fault({ type: 'drop', request: { exact: true } }),
    'request.exact says that a body has nothing else, and there is no request.body; add it,',
  ],
  [
    (server) => server.expectNoMore({ path: 'feed/tunnelco/api' }),
    'path is "feed/tunnelco/api"; expected the whole path from its first /, without the query',
  ],
  [
    fault({ reply: () => ({ status: 200 }), status: 500 }),
    'status does not go with reply, whose function returns status, headers and body. Leave one of them out; beside reply there may be operation, caller, request, nth, times, chance, seed.',
  ],
  [
    fault({ reply: { status: 500 } }),
    "reply is an object with status; expected a function that computes a reply. A fixed one is { type: 'reply', status, headers, body }.",
  ],
  [
    (server) => untyped(server.takeSnapshot)(),
    'name is missing; expected a text that is not empty of at most 100 characters',
  ],
  [(server) => untyped(server.dropSnapshot)({}), 'name is an empty map;'],
  [
    (server) => untyped(server.revokeCaller)({ id: 'reader' }),
    'id is a map of keys; expected a text',
  ],
  [
    (server) => untyped(server.createWorld)('one'),
    'what is given is "one"; expected a map of keys',
  ],
  [
    (server) => untyped(server.requests)({ since: new Date(0) }),
    'since is "1970-01-01T00:00:00.000Z"; expected the id of a request, a whole number from 0 on: those after it are meant',
  ],
  [
    (server) => untyped(server.requests)(passes),
    'what is given is a function; expected a plain object',
  ],
  [
    (server) => untyped(server.countRequests)([]),
    'what is given is an empty list; expected a map of keys',
  ],
  [
    (server) => untyped(server.waitForRequests)(null),
    'what is given is empty; expected a map of keys',
  ],
  [
    (server) => untyped(server.mintCaller)(new Map([['id', 'mine']])),
    'what is given is a Map; expected a plain object',
  ],
  [
    (server) => untyped(server.setDialect)(passes),
    'the dialect is a function; expected a map of open points and answers',
  ],
  [
    () => every(passes, { dialects: ['strict'] }),
    'forEveryDialect() has no option "dialects". There are server, accept, jobs.',
  ],
  [
    () => every(passes, { server: {} }),
    'server is an empty object; expected what startServer() resolves with.',
  ],
  [
    () => every({}),
    'forEveryDialect() takes a test, which is a function, and got an empty object.',
  ],
  [() => starts({ faults: [reply(passes)] }), `faults[0].body is a function; expected ${json}`],
  [
    () => starts({ faults: [reply(1), { reply: passes }] }),
    'faults[1].reply computes a reply; add this one by addFault(), once the server or the world is there',
  ],
  [
    () => starts({ replayElse: 'serve' }),
    'replayElse says what becomes of requests that are not in replay. Add that, or leave it out.',
  ],
  [
    () => starts({ adminToken: 'fifteen-letters' }),
    'adminToken is not a secret of at least 16 characters that a header can carry: ASCII, in one line, without spaces around it.',
  ],
  [
    () => starts({ port: {} }),
    'port is an empty object; expected a whole number from 0 (any free one) to 65535.',
  ],
  [
    () => starts({ host: 'http://localhost' }),
    'host is "http://localhost"; expected a name or an address alone, such as localhost or ::1.',
  ],
  [
    () => starts({ tls: { cert: 'cert.pem', key: 'key.pem' } }),
    'tls.cert is no PEM; expected the text of a PEM file, not its path.',
  ],
  [
    () => starts({ replay: 'traffic.har' }),
    'replay is "traffic.har"; expected a HAR as an object, which JSON.parse makes of the text of its file.',
  ],
  [
    () => starts(Promise.resolve({ port: 0 })),
    'startServer() takes an object of options, such as { port: 4010 }, and got a Promise.',
  ],
  [() => every(passes, { job: 2 }), 'forEveryDialect() has no option "job". Did you mean "jobs"?'],
  [() => every(passes, { jobs: 0 }), 'jobs is 0; expected a whole number of at least 1.'],
  [
    () => every(passes, { accept: 'x because y' }),
    'accept is "x because y"; expected a list of texts.',
  ],
])('%s is refused where it is given: %s', async (call, says) => {
  await using server = await startServer();
  const called = (async () => call(server))();
  const message = await called.then(
    () => 'nothing was refused',
    (error: Error) => error.message,
  );
  expect(message).toContain(says);
  expect(message).not.toContain('[object');
});
