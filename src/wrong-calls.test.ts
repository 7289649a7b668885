import { test } from 'vitest';
import { goodReport } from './http/request/sample-values.test.support.ts';
import {
  expectRefused,
  passes,
  reply,
  untyped,
  type WrongCall,
} from './wrong-calls.test.support.ts';

const json = 'a text, a number, true, false, null, or a list or plain object of these';

function fault(given: object): WrongCall['call'] {
  return (server) => untyped(server.addFault)(given);
}

/** Each kind of mistake once: what is wrong, where, and what is expected. */
const wrongCalls: readonly WrongCall[] = [
  {
    what: 'a listener that is no function',
    call: (server) => untyped(server.onRequest)({ seen: passes }),
    says: 'onRequest() takes a function, and got an object with seen.',
  },
  {
    what: 'a body that is a function',
    call: fault(reply(passes)),
    says: `body is a function; expected ${json}`,
  },
  {
    what: 'a body that has a Map inside',
    call: fault(reply({ list: [new Map()] })),
    says: `body.list[0] is a Map; expected ${json}`,
  },
  {
    what: 'a body of a step that is a Set',
    call: fault({ type: 'sequence', steps: [reply(new Set())] }),
    says: `steps[0].body is a Set; expected ${json}`,
  },
  {
    what: 'a path that no operation has',
    call: fault({ type: 'drop', request: { path: '/feed/tunnelco' } }),
    says: 'request.path is "/feed/tunnelco"; expected a path below the base URL, such as /feed/{service}/api',
  },
  {
    what: 'a report that an operation does not name',
    call: fault({ type: 'drop', operation: 'create', request: { report: goodReport.file256Hash } }),
    says: 'request.report is nothing that a create has; leave it out, or let operation be fetch or delete',
  },
  {
    what: 'a header that is a RegExp',
    call: fault({ type: 'drop', request: { headers: { 'X-A': /x/ } } }),
    says: 'request.headers.X-A is a RegExp; expected a text',
  },
  {
    what: 'a header of a reply that is a Date',
    call: fault({ type: 'reply', status: 200, headers: { 'X-A': new Date(0) } }),
    says: 'headers.X-A is a Date; expected a text, such as that of its toISOString()',
  },
  {
    what: 'a URL in place of a part of one',
    call: (server) => untyped(server.requests)({ url: new URL('http://127.0.0.1/') }),
    says: 'url is a URL; expected a text',
  },
  {
    what: 'a signal that is none',
    call: (server) => untyped(server.waitForRequests)({ signal: {} }),
    says: 'signal is an empty object; expected an AbortSignal, such as AbortSignal.timeout(1000)',
  },
  {
    what: 'an exact body that is not given',
    call: fault({ type: 'drop', request: { exact: true } }),
    says: 'request.exact says that a body has nothing else, and there is no request.body; add it,',
  },
  {
    what: 'an expected path without its first /',
    call: (server) => server.expectNoMore({ path: 'feed/tunnelco/api' }),
    says: 'path is "feed/tunnelco/api"; expected the whole path from its first /, without the query',
  },
  {
    what: 'reply beside status',
    call: fault({ reply: () => ({ status: 200 }), status: 500 }),
    says: 'status does not go with reply, whose function returns status, headers and body. Leave one of them out; beside reply there may be operation, caller, request, nth, times, chance, seed.',
  },
  {
    what: 'a reply that is no function',
    call: fault({ reply: { status: 500 } }),
    says: "reply is an object with status; expected a function that computes a reply. A fixed one is { type: 'reply', status, headers, body }.",
  },
  {
    what: 'a snapshot without a name',
    call: (server) => untyped(server.takeSnapshot)(),
    says: 'name is missing; expected a text that is not empty of at most 100 characters',
  },
  {
    what: 'a snapshot to drop that is named by an object',
    call: (server) => untyped(server.dropSnapshot)({}),
    says: 'name is an empty map;',
  },
  {
    what: 'a caller that is named by an object',
    call: (server) => untyped(server.revokeCaller)({ id: 'reader' }),
    says: 'id is a map of keys; expected a text',
  },
  {
    what: 'a world that is made from a text',
    call: (server) => untyped(server.createWorld)('one'),
    says: 'what is given is "one"; expected a map of keys',
  },
  {
    what: 'a time in place of the id of a request',
    call: (server) => untyped(server.requests)({ since: new Date(0) }),
    says: 'since is "1970-01-01T00:00:00.000Z"; expected the id of a request, a whole number from 0 on: those after it are meant',
  },
  {
    what: 'a function in place of a filter',
    call: (server) => untyped(server.requests)(passes),
    says: 'what is given is a function; expected a plain object',
  },
  {
    what: 'a list in place of a filter',
    call: (server) => untyped(server.countRequests)([]),
    says: 'what is given is an empty list; expected a map of keys',
  },
  {
    what: 'null for what to wait for',
    call: (server) => untyped(server.waitForRequests)(null),
    says: 'what is given is empty; expected a map of keys',
  },
  {
    what: 'a caller that is a Map',
    call: (server) => untyped(server.mintCaller)(new Map([['id', 'mine']])),
    says: 'what is given is a Map; expected a plain object',
  },
  {
    what: 'a dialect that is a function',
    call: (server) => untyped(server.setDialect)(passes),
    says: 'the dialect is a function; expected a map of open points and answers',
  },
];

test.each(wrongCalls)('$what is refused where it is given', async (wrong) => {
  await expectRefused(wrong);
});
