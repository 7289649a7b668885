import {
  type CauseFile,
  CauseFileProblem,
  parseCause,
  replayCause,
  safeCopy,
} from '../../../contract-tests/index.ts';
import type { Io } from '../io.ts';
import { command, flag, text, UsageError } from '../options.ts';
import { withCreatedFile } from '../verify/created-file.ts';
import { choiceOf, judgedServer } from '../verify/judged.ts';
import { refillOf } from '../verify/refill.ts';
import { readText } from '../written.ts';

const definition = {
  page: 'docs/reports.md',
  begins: `Repeats the requests of a cause written by verify --repro DIR, and says whether the clause is still broken.

Usage: abuse-feed replay FILE [options]`,
  options: {
    target: text('FILE', 'the implementation, as for verify; it has the tokens'),
    'base-url': text('URL', 'overrides baseUrl of the target'),
    'analysis-url': text('URL', 'overrides analysisUrl of the target'),
    spend: flag('also make requests with limited tokens, which uses them up'),
  },
  ends: 'Exit codes: 1 still broken, 0 fixed, 2 wrong usage, 3 cannot be decided.',
};

function readCause(file: string, io: Io): CauseFile {
  try {
    return parseCause({ file, text: readText(file, io) });
  } catch (error) {
    if (!(error instanceof CauseFileProblem)) throw error;
    throw new UsageError(`${error.message}\nWrite causes with verify --repro DIR.`);
  }
}

/** Tells whether a fault found by verify is still there. */
export const replay = command(definition, async ({ values, positionals }, io) => {
  const [file, ...more] = positionals;
  if (file === undefined || more.length > 0)
    throw new UsageError('replay takes one file, such as repro/cause-1.json.');
  const cause = readCause(file, io);
  const { target, close } = await judgedServer(choiceOf(values), io);
  try {
    const spends = values.spend ?? false;
    const { signal } = io;
    const result = await withCreatedFile(target, values.target, io, (listener) =>
      replayCause(cause, target, { signal, spends, listener, refill: refillOf(target, io) }),
    );
    const say = (text: string): void => void io.stdout.write(`${safeCopy(text)}\n`);
    if (result.verdict === 'unclear') {
      say(`CANNOT BE TOLD  ${cause.clause}: ${result.why}`);
      return 3;
    }
    const isBroken = result.verdict === 'shown';
    const { shown, of } = result;
    const tries = of === 1 ? '' : isBroken ? `, ${shown} of ${of} times` : `, in ${of} attempts`;
    say(`${isBroken ? 'STILL BROKEN' : 'NOT REPRODUCED'}  ${cause.clause}${tries}`);
    if (isBroken) say(`expected  ${cause.expected}`);
    return isBroken ? 1 : 0;
  } finally {
    await close();
  }
});
