import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Client, failed, passing } from '../../matrix/runs.test.support.ts';
import { folderWith } from '../../values/folder-with.test.support.ts';
import { ran } from '../terminal.test.support.ts';
import type { ClientRunOptions, runUnder } from './client-run.ts';
import { matrix as command } from './matrix.ts';

export const robust: Client = () => ({});
export const reliesOn201: Client = ({ 'create.status.created': status = 201 }) =>
  status === 201 ? {} : { ...failed, output: `expected 201, got ${status}` };

/** Called before every run, with the folder that reports are written to. */
type Watch = (options: ClientRunOptions, cwd: string) => void;

/** `abuse-feed matrix` over a function instead of a command, which creates a report unless it notes something else. */
export async function matrix(client: Client, ...given: (string | Watch)[]) {
  const cwd = folderWith({ accepted: '# the gateway\ncreate.status.created because it is so\n' });
  const args = given.filter((one) => typeof one === 'string');
  const watch = given.find((one) => typeof one === 'function');
  let nth = 0;
  const run: typeof runUnder = async (change, options) => {
    watch?.(options, cwd);
    const special = client(change.answers, nth++, change);
    return { ...passing, label: change.label, ms: 1234, notes: ['create created'], ...special };
  };
  const { code, out, err } = await ran([...args, '--', 'client', "it's mine"], {
    cwd,
    command: (words, io) => command(words, io, run),
  });
  return { code, out, err, read: (name: string) => readFileSync(join(cwd, name), 'utf8') };
}
