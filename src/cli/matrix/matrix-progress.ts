import type { Watcher } from '../../matrix/search.ts';
import type { Io } from '../io.ts';
import { bar, shortTime, statusLineOn } from '../status-line.ts';

/** Shows the current run and the remaining time: one line on a terminal, otherwise one line per run. */
export function matrixProgress(
  { stdout, stderr }: Pick<Io, 'stdout' | 'stderr'>,
  jobs: number,
  now = () => performance.now(),
): Omit<Watcher, 'learned'> & {
  /** Clears the line for good. */
  done(): void;
} {
  /** When each that is running was started; a label may run twice at a time. */
  const running: { readonly label: string; readonly since: number }[] = [];
  let expected = 0;
  let finished = 0;
  let spent = 0;
  const line = statusLineOn(stderr);
  function estimate(): string {
    if (finished === 0 || expected <= finished) return '';
    const left = ((expected - finished) * spent) / finished / jobs;
    return `, about ${shortTime(left)} left`;
  }
  function draw(): void {
    const names = running.map(
      ({ label, since }) => `${label} (${Math.round((now() - since) / 1000)} s)`,
    );
    const under = names.length > 0 ? `, running ${names.join(', ')}` : '';
    line?.draw(`${bar(finished, expected)} ${finished} of ${expected} done${estimate()}${under}`);
  }
  const timer = line && setInterval(draw, 1000);
  return {
    expects(runs) {
      expected += runs;
    },
    started(label) {
      running.push({ label, since: now() });
      draw();
    },
    ended(label, passed) {
      const at = running.findIndex((one) => one.label === label);
      const [ended] = running.splice(at, 1);
      const ms = now() - (ended?.since ?? now());
      spent += ms;
      finished += 1;
      draw();
      if (line) return;
      const end = `${passed ? 'passed' : 'failed'} (${(ms / 1000).toFixed(1)} s)`;
      stderr.write(`${finished} of ${expected} done: ${label} ${end}\n`);
    },
    say(sentence) {
      line?.clear();
      stdout.write(`${sentence}\n`);
    },
    done() {
      clearInterval(timer);
      line?.clear();
    },
  };
}
