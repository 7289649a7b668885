import type { Output } from '../io.ts';
import { bar, shortTime, statusLineOn } from '../status-line.ts';

/** The progress of a run. */
export interface Progress {
  readonly onProgress: (done: number, all: number, running?: string, share?: number) => void;
  readonly onPhase: (phase: string, share?: number) => void;
  /** Prints a permanent line. */
  readonly onNotice: (text: string) => void;
  end(): void;
}

/** The interval of lines without a terminal: a log shows that the run is alive. */
const everyMs = 5000;

/** The first requests say little about the others. */
const leastEstimated = 0.05;

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
  /** The part of the whole run that is done, cleaning up and causes included. */
  let done = 0;
  /** What comes on top, such as a cause that was not expected, takes longer, but does not take the bar back. */
  let drawn = 0;
  const told = (text: string, share: number): string => {
    done = share;
    drawn = Math.max(drawn, share);
    const left = ((now() - begun) * (1 - done)) / done;
    return [
      `${line ? `${bar(drawn, 1)} ` : ''}${text}`,
      ...(done >= leastEstimated && done < 1 ? [`about ${shortTime(left)} left`] : []),
    ].join(', ');
  };
  return {
    onProgress: (ended, all, running, share = ended / all) => {
      show(
        `${told(`${ended} of ${all} checks`, share)}${running === undefined ? '' : `, ${running}`}`,
      );
    },
    onPhase: (phase, share = done) => {
      show(told(phase, share));
    },
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
