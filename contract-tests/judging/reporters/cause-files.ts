import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { shellWord } from '../../../src/traffic/curl.ts';
import { printableLines } from '../../../src/values/printable.ts';
import type { Cause } from '../causes/cause.ts';
import { causeFileOf } from '../causes/cause-file.ts';
import type { TargetSummary, TargetUrl } from '../run/conclusions.ts';

/** They contain no tokens; but what they say about a server is for its owner. */
const mode = 0o600;

/** The file of a cause; undefined where no calls are known. */
export function causeFileText(cause: Cause): string | undefined {
  const content = causeFileOf(cause);
  return content && printableLines(`${JSON.stringify(content, null, 2)}\n`);
}

/** Writes the calls of a cause for `verify --cause`, and returns the file; undefined where no calls are known. */
export function writeCause(folder: string, cause: Cause, nth: number): string | undefined {
  const text = causeFileText(cause);
  if (text === undefined) return undefined;
  const file = join(folder, `cause-${nth + 1}.json`);
  mkdirSync(folder, { recursive: true });
  // Does not follow links.
  rmSync(file, { force: true });
  writeFileSync(file, text, { mode, flag: 'wx' });
  return file;
}

/** The command that repeats a cause at the target, where a file describes it. */
export function replayCommand(file: string, target?: TargetSummary): string {
  const command = ['abuse-feed', 'verify', '--cause', file];
  if (target?.file === undefined) return command.map(shellWord).join(' ');
  const isInFile = ({ from }: TargetUrl): boolean => from?.startsWith(`${target.file}:`) ?? true;
  const elsewhere = target.urls.filter((one) => !isInFile(one));
  const at = elsewhere.flatMap(({ option, url }) => [option, url]);
  const where = ['--target', target.file, ...at];
  return [...command, ...where].map(shellWord).join(' ');
}
