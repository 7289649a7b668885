import type { Output } from '../io.ts';
import { bar, statusLineOn } from '../status-line.ts';

/** The progress of a run. */
export interface Progress {
  readonly onProgress: (done: number, all: number, running?: string) => void;
  readonly onPhase: (phase: string) => void;
  /** Prints a permanent line. */
  readonly onNotice: (text: string) => void;
  end(): void;
}

/** The interval of lines without a terminal: a log shows that the run is alive. */
const everyMs = 5000;

/** On a terminal a bar redrawn in place; otherwise a line every few seconds. */
export function progressOn(output: Output): Progress {
  const line = statusLineOn(output);
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
  return {
    onProgress: (ended, all, running) => {
      const done = line ? `${bar(ended, all)} ` : '';
      const what = running === undefined ? '' : `, ${running}`;
      show(`${done}${ended} of ${all} checks${what}`);
    },
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
