import { installed, java } from '../harness/packages.ts';
import { answering, type Contestant } from './contestant.ts';
import { idOf, openapi, requestsFor } from './samples.ts';

/** Those that make their answers from the document, and keep nothing. */
const fromDocument = (
  who: Pick<Contestant, 'id' | 'name' | 'validates'>,
  command: (port: string) => readonly [string, ...string[]],
): Contestant => {
  const requests = requestsFor([idOf(1)]);
  const coldStart = (cwd: string) => answering(requests.fetch[0] ?? '', command, cwd);
  const start = async (cwd: string) => ({ ...(await coldStart(cwd)), requests });
  return { ...who, kind: 'peer', start, coldStart };
};

const local = (port: string) => ['--host', '127.0.0.1', '--port', port];

export const peers: readonly Contestant[] = [
  fromDocument({ id: 'prism', name: 'Prism', validates: true }, (port) => [
    process.execPath,
    installed('prism', '@stoplight', 'prism-cli', 'dist', 'index.js'),
    ...['mock', openapi, '--verboseLevel', 'silent', ...local(port)],
  ]),
  fromDocument({ id: 'specmatic', name: 'Specmatic', validates: true }, (port) => [
    java(),
    ...['-jar', installed('specmatic', 'specmatic', 'specmatic.jar'), 'stub', openapi],
    ...local(port),
  ]),
  fromDocument({ id: 'mockoon', name: 'Mockoon' }, (port) => [
    process.execPath,
    installed('mockoon', '@mockoon', 'cli', 'bin', 'run.js'),
    ...['start', '--data', openapi, '--hostname', '127.0.0.1', '--port', port],
    ...['--disable-log-to-file', '--disable-admin-api'],
  ]),
];
