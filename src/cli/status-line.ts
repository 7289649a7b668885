import { clearLine, cursorTo } from 'node:readline';
import type { Output } from './io.ts';

/** A line on a terminal that says how far a command is, drawn over itself. */
export interface StatusLine {
  draw(text: string): void;
  clear(): void;
}

/** Undefined where nobody watches: a file would fill with lines that are out of date. */
export function statusLineOn(output: Output): StatusLine | undefined {
  if (!output.isTTY) return undefined;
  // All that readline asks of a stream is `write`.
  const stream = output as NodeJS.WritableStream;
  const clear = () => {
    cursorTo(stream, 0);
    clearLine(stream, 1);
  };
  return {
    clear,
    draw(text) {
      clear();
      // A line that wraps could not be cleared.
      output.write(text.slice(0, (output.columns ?? 80) - 1));
    },
  };
}
