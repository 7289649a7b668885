import type { Output } from '../io.ts';

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
  const draw = () => {
    const names = [...running].map(
      ([label, since]) => `${label} (${Math.round((performance.now() - since) / 1000)} s)`,
    );
    const line = `${finished} of ${total} done, running ${names.join(', ')}`;
    output.write(`\r\x1b[K${line.slice(0, (output.columns ?? 80) - 1)}`);
  };
  const shown = output.isTTY === true;
  const timer = shown ? setInterval(draw, 1000) : undefined;
  return {
    started(label) {
      running.set(label, performance.now());
      if (shown) draw();
    },
    ended(label) {
      running.delete(label);
      finished += 1;
      if (shown) draw();
    },
    done() {
      clearInterval(timer);
      if (shown) output.write('\r\x1b[K');
    },
  };
}
