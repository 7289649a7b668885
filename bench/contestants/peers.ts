import { installed, java } from '../harness/packages.ts';
import { answering, type Contestant } from './contestant.ts';
import { idOf, openapi, requestsFor } from './samples.ts';

/** Servers that validate by the document, generate responses from it, and store nothing. */
const fromDocument = (
  who: Pick<Contestant, 'id' | 'name'>,
  command: (port: string) => readonly [string, ...string[]],
): Contestant => {
  const requests = requestsFor([idOf(1)]);
  const coldStart = (cwd: string) => answering(requests.fetch[0] ?? '', command, cwd);
  const start = async (cwd: string) => ({ ...(await coldStart(cwd)), requests });
  // The document does not say which tokens are known, so they accept any.
  return { ...who, kind: 'peer', lets: ['stranger'], start, coldStart };
};

const local = (port: string) => ['--host', '127.0.0.1', '--port', port];

export const peers: readonly Contestant[] = [
  fromDocument({ id: 'prism', name: 'Prism' }, (port) => [
    process.execPath,
    installed('prism', '@stoplight', 'prism-cli', 'dist', 'index.js'),
    ...['mock', openapi, '--verboseLevel', 'silent', ...local(port)],
  ]),
  fromDocument({ id: 'specmatic', name: 'Specmatic' }, (port) => [
    java(),
    ...['-jar', installed('specmatic', 'specmatic', 'specmatic.jar'), 'stub', openapi],
    ...local(port),
  ]),
];
