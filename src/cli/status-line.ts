import { clearLine, cursorTo } from 'node:readline';
import type { Output } from './io.ts';

/** A progress line on a terminal, redrawn in place. */
interface StatusLine {
  draw(text: string): void;
  clear(): void;
}

/** Undefined without a terminal: a file would fill with outdated lines. */
export function statusLineOn(output: Output): StatusLine | undefined {
  if (!output.isTTY) return undefined;
  // readline only needs `write` of the stream.
  const stream = output as NodeJS.WritableStream;
  const clear = () => {
    cursorTo(stream, 0);
    clearLine(stream, 1);
  };
  return {
    clear,
    draw(text) {
      clear();
      // A wrapped line could not be cleared.
      output.write(text.slice(0, (output.columns ?? 80) - 1));
    },
  };
}

const cells = 20;

/** `████░░░░`: what is done. */
export function bar(done: number, all: number): string {
  const full = Math.round((Math.min(done, all) / Math.max(all, 1)) * cells);
  return '█'.repeat(full) + '░'.repeat(cells - full);
}

/** `40 s` or `3 min`. */
export function shortTime(ms: number): string {
  return ms < 90_000 ? `${Math.ceil(ms / 1000)} s` : `${Math.ceil(ms / 60_000)} min`;
}
