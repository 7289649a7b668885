import { once } from 'node:events';
import { createInterface } from 'node:readline/promises';
import { Writable } from 'node:stream';

interface Terminal {
  readonly input: NodeJS.ReadableStream;
  readonly output: NodeJS.WritableStream;
  readonly signal: AbortSignal;
}

/** Prompts the user. Undefined after Ctrl-C, Ctrl-D or a signal; a secret is not echoed. */
export const askOn =
  ({ input, output, signal }: Terminal) =>
  async (question: string, isSecret = false): Promise<string | undefined> => {
    let isEchoed = true;
    const muted = new Writable({
      write: (text, _encoding, done) => {
        if (isEchoed) output.write(text);
        done();
      },
    });
    const terminal = createInterface({
      input,
      output: isSecret ? muted : output,
      terminal: true,
    });
    try {
      const answer = terminal.question(question, { signal });
      isEchoed = false;
      return await Promise.race([answer, once(terminal, 'close').then(() => undefined)]);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'ABORT_ERR') return undefined;
      throw error;
    } finally {
      terminal.close();
      if (isSecret) output.write('\n');
    }
  };
