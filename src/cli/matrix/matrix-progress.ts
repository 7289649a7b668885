import type { Output } from '../io.ts';
import { bar, shortTime, statusLineOn } from '../status-line.ts';

/** Shows the current run and the remaining time: one line on a terminal, otherwise one line per planned run. */
interface MatrixProgress {
  started(label: string): void;
  ended(label: string, passed: boolean): void;
  /** Clears the line. */
  done(): void;
}

interface Expected {
  readonly runs: number;
  /** Whether fewer may do. */
  readonly atMost?: boolean;
  readonly jobs?: number;
  /** In milliseconds. */
  readonly now?: () => number;
}

export function matrixProgress(
  output: Output,
  { runs, atMost = false, jobs = 1, now = () => performance.now() }: Expected,
): MatrixProgress {
  const running = new Map<string, number>();
  let finished = 0;
  let spent = 0;
  const line = statusLineOn(output);
  const most = atMost ? 'at most ' : '';
  const estimate = (): string => {
    if (finished === 0) return '';
    const left = ((runs - finished) * spent) / finished / jobs;
    return `, ${most || 'about '}${shortTime(left)} left`;
  };
  const draw = () => {
    const names = [...running].map(
      ([label, since]) => `${label} (${Math.round((now() - since) / 1000)} s)`,
    );
    const under = names.length > 0 ? `, running ${names.join(', ')}` : '';
    line?.draw(`${bar(finished, runs)} ${finished} of ${most}${runs} done${estimate()}${under}`);
  };
  const timer = line && setInterval(draw, 1000);
  return {
    started(label) {
      running.set(label, now());
      draw();
    },
    ended(label, passed) {
      const ms = now() - (running.get(label) ?? now());
      spent += ms;
      running.delete(label);
      finished += 1;
      draw();
      if (line || atMost) return;
      const end = `${passed ? 'passed' : 'failed'} (${(ms / 1000).toFixed(1)} s)`;
      output.write(`${finished} of ${runs} done: ${label} ${end}\n`);
    },
    done() {
      clearInterval(timer);
      line?.clear();
    },
  };
}
