import type { Output } from '../io.ts';
import { statusLineOn } from '../status-line.ts';

/** How far a run is, for whoever waits for it. */
export interface Progress {
  readonly onProgress: (done: number, all: number) => void;
  readonly onPhase: (phase: string) => void;
  /** A line that stays. */
  readonly onNotice: (text: string) => void;
  end(): void;
}

/** So often a line, where there is no terminal to draw over: a log shows that the run is alive. */
const everyMs = 5000;

/** On a terminal a line drawn over itself; elsewhere a line every few seconds. */
export const progressOn = (output: Output): Progress => {
  const line = statusLineOn(output);
  let current = 'preparing';
  let told = '';
  const tell = (): void => {
    if (current === told) return;
    told = current;
    output.write(`${current}\n`);
  };
  const timer = line ? undefined : setInterval(tell, everyMs).unref();
  const now = (text: string): void => {
    current = text;
    line?.draw(text);
  };
  return {
    onProgress: (done, all) => now(`${done} of ${all} checks`),
    onPhase: now,
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
};
