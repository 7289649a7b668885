import { constants, createReadStream } from 'node:fs';
import { open, stat } from 'node:fs/promises';
import { setTimeout } from 'node:timers/promises';

/** Milliseconds between two looks at a pipe that has nothing to read. */
const lookEvery = 50;
const longestPiece = 64 * 1024;

/** A file piece by piece, until a signal comes: of a pipe, as it is written. */
export async function* piecesOf(path: string, signal: AbortSignal): AsyncGenerator<Buffer> {
  const found = await stat(path);
  if (found.isFIFO()) yield* piecesOfPipe(path, signal);
  else yield* createReadStream(path, { signal });
}

/** Opened without waiting for whoever writes: nothing could end a wait for that, the process neither. */
async function* piecesOfPipe(path: string, signal: AbortSignal): AsyncGenerator<Buffer> {
  const pipe = await open(path, constants.O_RDONLY | constants.O_NONBLOCK);
  try {
    let hasBegun = false;
    for (;;) {
      const piece = await pieceOf(pipe);
      if (piece && piece.length > 0) {
        hasBegun = true;
        yield piece;
      } else if (piece && hasBegun) return;
      else await setTimeout(lookEvery, undefined, { signal });
    }
  } finally {
    await pipe.close();
  }
}

/** Undefined where nothing is written at the moment; empty where nobody writes. */
async function pieceOf(pipe: Awaited<ReturnType<typeof open>>): Promise<Buffer | undefined> {
  try {
    const { buffer, bytesRead } = await pipe.read(Buffer.alloc(longestPiece), 0, longestPiece);
    return buffer.subarray(0, bytesRead);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EAGAIN') return undefined;
    throw error;
  }
}
