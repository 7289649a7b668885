import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** The certificate of an authority, where programs can be pointed to. */
export interface AuthorityFile {
  readonly path: string;
  remove(): Promise<void>;
}

/** In a folder of its own, which only this user may enter. */
export async function writeAuthority(ca: string): Promise<AuthorityFile> {
  const folder = await mkdtemp(join(tmpdir(), 'abuse-feed-tls-'));
  const path = join(folder, 'ca.pem');
  await writeFile(path, ca, { mode: 0o600 });
  return { path, remove: () => rm(folder, { recursive: true, force: true }) };
}
