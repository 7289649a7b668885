import { installed, java } from '../harness/packages.ts';
import { answering, type Contestant } from './contestant.ts';
import { idOf, openapi, requestsFor } from './samples.ts';

/** Those that validate by the document, make their answers from it, and keep nothing. */
const fromDocument = (
  who: Pick<Contestant, 'id' | 'name'>,
  command: (port: string) => readonly [string, ...string[]],
): Contestant => {
  const requests = requestsFor([idOf(1)]);
  const coldStart = (cwd: string) => answering(requests.fetch[0] ?? '', command, cwd);
  const start = async (cwd: string) => ({ ...(await coldStart(cwd)), requests });
  // Any token is as good as any other to those who know the document alone.
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
