import type { Output } from '../io.ts';
import { statusLineOn } from '../status-line.ts';

/** One line that says what is running, on a terminal; nothing elsewhere. */
export interface Progress {
  started(label: string): void;
  ended(label: string): void;
  /** Takes the line away. */
  done(): void;
}

export function progressOn(output: Output, total: number): Progress {
  const running = new Map<string, number>();
  let finished = 0;
  const line = statusLineOn(output);
  const draw = () => {
    const names = [...running].map(
      ([label, since]) => `${label} (${Math.round((performance.now() - since) / 1000)} s)`,
    );
    line?.draw(`${finished} of ${total} done, running ${names.join(', ')}`);
  };
  const timer = line && setInterval(draw, 1000);
  return {
    started(label) {
      running.set(label, performance.now());
      draw();
    },
    ended(label) {
      running.delete(label);
      finished += 1;
      draw();
    },
    done() {
      clearInterval(timer);
      line?.clear();
    },
  };
}
