import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Where systems look for the folder of temporary files. */
const names = ['TMPDIR', 'TMP', 'TEMP'];

/** One folder for all that a run of the tests writes, which is gone when it ends. */
export default function setup(): () => void {
  const folder = mkdtempSync(join(tmpdir(), 'abuse-feed-tests-'));
  for (const name of names) process.env[name] = folder;
  return () => rmSync(folder, { recursive: true, force: true, maxRetries: 3 });
}
