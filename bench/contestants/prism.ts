import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { packageRoot } from '../../src/spec/package-root.ts';
import { answering, type Contestant } from './contestant.ts';
import { idOf, openapi, requestsFor } from './race-data.ts';

const prismProgram = join(
  packageRoot,
  'bench/.tools/prism/node_modules/@stoplight/prism-cli/dist/index.js',
);

const requests = requestsFor([idOf(1)]);

/** Validates by the document, generates responses from it, and stores nothing. */
export const prism: Contestant = {
  ...{ id: 'prism', name: 'Prism', kind: 'peer' },
  // The document does not say which tokens are known, so it accepts any.
  lets: ['stranger'],
  async start(cwd) {
    if (!existsSync(prismProgram)) throw new Error('not installed: npm run tools');
    const mock = [prismProgram, 'mock', openapi, '--verboseLevel', 'silent', '--host', '127.0.0.1'];
    const command = (port: string) => [process.execPath, ...mock, '--port', port] as const;
    return { ...(await answering(requests.fetch[0] ?? '', command, cwd)), requests };
  },
};
