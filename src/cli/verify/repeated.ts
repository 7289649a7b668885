import { type RunResult, safeCopy } from '../../../contract-tests/index.ts';
import type { ExitCode, Io } from '../io.ts';

/** Results that must be the same each time. */
function saidOf({ verdict, clauses }: RunResult): string {
  const broken = clauses.filter((one) => one.verdict === 'broken').map(({ id }) => id);
  return broken.length === 0 ? verdict : `${verdict}: ${broken.sort().join(', ')}`;
}

/** Judges repeatedly: a verdict that changes without a reason is unreliable. */
export async function repeated(
  times: number,
  run: () => Promise<RunResult>,
  io: Io,
): Promise<ExitCode> {
  const results: RunResult[] = [];
  for (let time = 1; time <= times && !io.signal.aborted; time += 1) {
    const result = await run();
    results.push(result);
    const seconds = (result.durationMs / 1000).toFixed(1);
    const { abortReason } = result;
    const cut = abortReason === undefined ? '' : ` (cut short: ${safeCopy(abortReason)})`;
    io.stdout.write(
      `${time} of ${times}: ${saidOf(result)}${cut}, ${result.requests} requests in ${seconds} s\n`,
    );
  }
  const [first] = results;
  if (!first || results.length < times) return 3;
  const differ = results.filter((one) => saidOf(one) !== saidOf(first)).length;
  io.stdout.write(
    differ === 0
      ? `The same verdict and the same broken clauses ${times} times.\n`
      : `${differ} of ${times} verdicts differ from the first. Where a target has limited tokens, the first run uses them up.\n`,
  );
  return differ === 0 ? first.exitCode : 1;
}
