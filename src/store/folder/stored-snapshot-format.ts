import type { Contents } from '../contents.ts';
import { checksum } from './checksum.ts';

/** The state after change `seq`; the journals from `generation` on hold what came later. */
export interface StoredSnapshot {
  readonly generation: number;
  readonly seq: number;
  readonly contents: Contents;
}

const formatLineOf = (format: number): string => `"format": "abuse-feed snapshot ${format}",`;
export const formatLine = formatLineOf(1);
/** `"checksum": "01234567"`, `}` and their line ends. */
export const trailerLength = 25;
export const trailer = (sum: string): string => `"checksum": "${sum}"\n}\n`;

/** Lines that share a checksum, by which damage is found to be near a line. */
const blockLines = 256;
/** A block that has become this long is closed early: an analysis may be large. */
const blockCharacters = 1 << 18;

function* list(name: string, items: readonly unknown[]): Generator<string> {
  yield `"${name}": [\n`;
  const last = items.length - 1;
  for (const [at, item] of items.entries())
    yield `${JSON.stringify(item)}${at < last ? ',' : ''}\n`;
  yield '],\n';
}

function* lines({ generation, seq, contents }: StoredSnapshot, format: number): Generator<string> {
  yield '{\n';
  yield `${formatLineOf(format)}\n`;
  yield `"generation": ${generation},\n`;
  yield `"seq": ${seq},\n`;
  yield* list('services', contents.services);
  yield* list('callers', contents.callers);
  yield* list('analyses', contents.analyses);
  yield* list('reports', contents.reports);
  yield* list('deleted', contents.deleted);
  yield* list('allowances', Object.entries(contents.allowances));
}

/** The document, piece by piece, so that nobody waits while all of it is put into words. */
export function* snapshotPieces(snapshot: StoredSnapshot, format = 1): Generator<Buffer> {
  const blocks: [lines: number, checksum: string][] = [];
  let text = '';
  let count = 0;
  const close = (): Buffer => {
    const bytes = Buffer.from(text);
    blocks.push([count, checksum(bytes)]);
    text = '';
    count = 0;
    return bytes;
  };
  for (const line of lines(snapshot, format)) {
    text += line;
    count += 1;
    if (count === blockLines || text.length > blockCharacters) yield close();
  }
  if (count > 0) yield close();
  const table = `"blocks": ${JSON.stringify(blocks)},\n`;
  yield Buffer.from(table + trailer(checksum(table)));
}
