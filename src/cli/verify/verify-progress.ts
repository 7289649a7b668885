import type { Output } from '../io.ts';
import { bar, shortTime, statusLineOn } from '../status-line.ts';

/** The progress of a run. */
interface Progress {
  readonly onProgress: (done: number, all: number, running?: string) => void;
  readonly onPhase: (phase: string) => void;
  /** Prints a permanent line. */
  readonly onNotice: (text: string) => void;
  end(): void;
}

/** The interval of lines without a terminal: a log shows that the run is alive. */
const everyMs = 5000;

/** The first checks say little about the others. */
const fewestEstimated = 5;

/** On a terminal a bar redrawn in place; otherwise a line every few seconds. */
export function progressOn(output: Output, now = () => performance.now()): Progress {
  const line = statusLineOn(output);
  const begun = now();
  let current = 'preparing';
  let lastWritten = '';
  const writeChange = (): void => {
    if (current === lastWritten) return;
    lastWritten = current;
    output.write(`${current}\n`);
  };
  const timer = line ? undefined : setInterval(writeChange, everyMs).unref();
  const show = (text: string): void => {
    current = text;
    line?.draw(text);
  };
  const progress = (done: number, all: number, running?: string): string => {
    const left = ((now() - begun) * (all - done)) / done;
    return [
      `${line ? `${bar(done, all)} ` : ''}${done} of ${all} checks`,
      ...(done >= fewestEstimated && done < all ? [`about ${shortTime(left)} left`] : []),
      ...(running === undefined ? [] : [running]),
    ].join(', ');
  };
  return {
    onProgress: (...at) => show(progress(...at)),
    onPhase: show,
    onNotice: (text) => {
      line?.clear();
      output.write(`${text}\n`);
      line?.draw(current);
    },
    end: () => {
      clearInterval(timer);
      line?.clear();
    },
  };
}
