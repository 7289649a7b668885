import {
  type CauseFile,
  CauseFileProblem,
  parseCause,
  replayCause,
  safeCopy,
  type Target,
} from '../../../contract-tests/index.ts';
import type { ExitCode, Io } from '../io.ts';
import { UsageError } from '../options.ts';
import { readText } from '../written.ts';
import { CreatedFile } from './created-file.ts';

export function readCause(file: string, io: Io): CauseFile {
  try {
    return parseCause({ file, text: readText(file, io) });
  } catch (error) {
    if (!(error instanceof CauseFileProblem)) throw error;
    throw new UsageError(`${error.message}\nWrite causes with verify --repro DIR.`);
  }
}

/** Tells whether a fault that a run found is still there. */
export async function repeatCause(
  cause: CauseFile,
  target: Target,
  asked: { readonly targetFile: string | undefined; readonly spends: boolean },
  io: Io,
): Promise<ExitCode> {
  const { spends } = asked;
  const created = new CreatedFile(target, asked.targetFile, io);
  const { listener } = created;
  const replaying = replayCause(cause, target, { signal: io.signal, spends, listener });
  const result = await replaying.finally(() => created.end());
  const say = (text: string): void => void io.stdout.write(`${safeCopy(text)}\n`);
  if (result.verdict === 'unclear') {
    say(`CANNOT BE TOLD  ${cause.clause}: ${result.why}`);
    return 3;
  }
  const { shown, of } = result;
  if (result.verdict === 'fixed') {
    say(`NOT REPRODUCED  ${cause.clause}${of === 1 ? '' : `, in ${of} attempts`}`);
    return 0;
  }
  say(`STILL BROKEN  ${cause.clause}${of === 1 ? '' : `, ${shown} of ${of} times`}`);
  say(`expected  ${cause.expected}`);
  return 1;
}
