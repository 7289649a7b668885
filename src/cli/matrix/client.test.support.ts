import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Dialect, type Differences, dialectOf } from '../../dialects/dialect.ts';
import { passing } from '../../matrix/small-contract.test.support.ts';
import type { CommandRun } from '../../matrix/trial.ts';
import { folderWith } from '../../values/folder-with.test.support.ts';
import { ran } from '../terminal.test.support.ts';
import type { ClientRunOptions, runUnder } from './client-run.ts';
import { matrix as command } from './matrix.ts';

/** A client under a dialect; by default, it creates a report and passes. */
export type Client = (dialect: Dialect, limit?: number) => Partial<CommandRun>;

export const failed: Partial<CommandRun> = { passed: false, end: 'exit 1' };
export const robust: Client = () => ({});
export const reliesOn201: Client = (dialect) =>
  dialect['create.status.created'] === 201
    ? {}
    : { ...failed, output: `expected 201, got ${dialect['create.status.created']}` };

/** Called before every run, with the folder that reports are written to. */
type Watch = (options: ClientRunOptions, cwd: string) => void;

/** Runs a matrix over a client function. */
export async function matrix(client: Client, ...given: (string | Watch)[]) {
  const cwd = folderWith({ accepted: '# the gateway\ncreate.status.created because it is so\n' });
  const args = given.filter((one) => typeof one === 'string');
  const watch = given.find((one) => typeof one === 'function');
  const run: typeof runUnder = async ({ label, answers, limit }, options) => {
    watch?.(options, cwd);
    const special = client(dialectOf(answers as Differences), limit);
    return { ...passing, label, ms: 1234, notes: ['create created'], ...special };
  };
  const { code, out, err } = await ran([...args, '--', 'client', "it's mine"], {
    cwd,
    command: (words, io) => command(words, io, run),
  });
  return { code, out, err, read: (name: string) => readFileSync(join(cwd, name), 'utf8') };
}
