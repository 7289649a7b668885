import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** The authority's certificate as a file, for clients to be configured with. */
export interface AuthorityFile {
  readonly path: string;
  remove(): Promise<void>;
}

/** In a directory that only this user can access. */
export async function writeAuthority(ca: string): Promise<AuthorityFile> {
  const folder = await mkdtemp(join(tmpdir(), 'abuse-feed-tls-'));
  const path = join(folder, 'ca.pem');
  await writeFile(path, ca, { mode: 0o600 });
  return { path, remove: () => rm(folder, { recursive: true, force: true }) };
}
