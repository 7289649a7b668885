import { test } from 'vitest';
import { forEveryDialect, startServer } from './index.ts';
import {
  expectRefused,
  passes,
  reply,
  untyped,
  type WrongCall,
} from './wrong-calls.test.support.ts';

const every = untyped(forEveryDialect);
const starts = untyped(startServer);
const json = 'a text, a number, true, false, null, or a list or plain object of these';

const wrongOptions: readonly WrongCall[] = [
  {
    what: 'an unknown option of forEveryDialect',
    call: () => every(passes, { dialects: ['strict'] }),
    says: 'forEveryDialect() has no option "dialects". There are server, accept, jobs.',
  },
  {
    what: 'a server of forEveryDialect that is none',
    call: () => every(passes, { server: {} }),
    says: 'server is an empty object; expected what startServer() resolves with.',
  },
  {
    what: 'a test that is no function',
    call: () => every({}),
    says: 'forEveryDialect() takes a test, which is a function, and got an empty object.',
  },
  {
    what: 'a body of the first faults that is a function',
    call: () => starts({ faults: [reply(passes)] }),
    says: `faults[0].body is a function; expected ${json}`,
  },
  {
    what: 'a first fault that computes its reply',
    call: () => starts({ faults: [reply(1), { reply: passes }] }),
    says: 'faults[1].reply computes a reply; add this one by addFault(), once the server or the world is there',
  },
  {
    what: 'a word about a recording without one',
    call: () => starts({ replayElse: 'serve' }),
    says: 'replayElse says what becomes of requests that are not in replay. Add that, or leave it out.',
  },
  {
    what: 'an admin token that may be guessed',
    call: () => starts({ adminToken: 'fifteen-letters' }),
    says: 'adminToken is not a secret of at least 16 characters that a header can carry: ASCII, in one line, without spaces around it.',
  },
  {
    what: 'an option that is an object',
    call: () => starts({ port: {} }),
    says: 'port is an empty object; expected a whole number from 0 (any free one) to 65535.',
  },
  {
    what: 'a host that is a URL',
    call: () => starts({ host: 'http://localhost' }),
    says: 'host is "http://localhost"; expected a name or an address alone, such as localhost or ::1.',
  },
  {
    what: 'the paths of TLS keys',
    call: () => starts({ tls: { cert: 'cert.pem', key: 'key.pem' } }),
    says: 'tls.cert is no PEM; expected the text of a PEM file, not its path.',
  },
  {
    what: 'the path of a recording',
    call: () => starts({ replay: 'traffic.har' }),
    says: 'replay is "traffic.har"; expected a HAR as an object, which JSON.parse makes of the text of its file.',
  },
  {
    what: 'options that are still a promise',
    call: () => starts(Promise.resolve({ port: 0 })),
    says: 'startServer() takes an object of options, such as { port: 4010 }, and got a Promise.',
  },
];

test.each(wrongOptions)('$what is refused where it is given', async (wrong) => {
  await expectRefused(wrong);
});
