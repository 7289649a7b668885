import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Dialect, type Differences, dialectOf } from '../../dialects/dialect.ts';
import type { CommandRun } from '../../matrix/search-result.ts';
import { folderWith } from '../../values/folder-with.test.support.ts';
import { ran } from '../terminal.test.support.ts';
import { matrix as command } from './matrix.ts';
import type { MatrixRunOptions, runUnder } from './run-client.ts';

/** A client under a dialect; by default, it creates a report and passes. */
export type Client = (dialect: Dialect, limit?: number) => Partial<CommandRun>;

export const failed: Partial<CommandRun> = { passed: false, end: 'exit 1' };
export const robust: Client = () => ({});
export const reliesOn201: Client = (dialect) =>
  dialect['create.status.created'] === 201
    ? {}
    : { ...failed, output: `expected 201, got ${dialect['create.status.created']}` };

/** Called before every run, with the folder that reports are written to. */
type Watch = (commission: MatrixRunOptions, cwd: string) => void;

/** Runs a matrix over a client function. */
export async function matrix(client: Client, ...given: (string | Watch)[]) {
  const cwd = folderWith({ accepted: '# the gateway\ncreate.status.created because it is so\n' });
  const args = given.filter((one) => typeof one === 'string');
  const watch = given.find((one) => typeof one === 'function');
  const run: typeof runUnder = async (candidate, commission) => {
    watch?.(commission, cwd);
    return {
      ...candidate,
      passed: true,
      end: 'exit 0',
      ms: 1234,
      output: '',
      notes: ['create created'],
      tests: {},
      elsewhere: [],
      ...client(dialectOf(candidate.answers as Differences), candidate.limit),
    };
  };
  const { code, out, err } = await ran([...args, '--', 'client', "it's mine"], {
    cwd,
    command: (words, io) => command(words, io, run),
  });
  return { code, out, err, read: (name: string) => readFileSync(join(cwd, name), 'utf8') };
}
