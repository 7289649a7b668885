import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** The environment variables for the temporary folder. */
const names = ['TMPDIR', 'TMP', 'TEMP'];

/** One temporary folder per test run, removed at the end. */
export default function setup(): () => void {
  const folder = mkdtempSync(join(tmpdir(), 'abuse-feed-tests-'));
  for (const name of names) process.env[name] = folder;
  return () => rmSync(folder, { recursive: true, force: true, maxRetries: 3 });
}
