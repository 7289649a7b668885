import { type HashKind, hashKinds } from '../../../src/spec/file-hashes.ts';
import type { JsonBody } from '../../judging/talk/answer.ts';
import type { Exchange } from '../../judging/talk/exchange.ts';
import { NotTestable } from '../../judging/talk/not-testable.ts';
import { analysisIn } from '../operations/analysis.ts';
import type { KnownFile } from '../target/target.ts';
import { readableAnswer } from './asked.ts';
import type { Context } from './context.ts';

export interface FileLookup {
  readonly kind: HashKind;
  readonly hash: string;
  /** Absent if the response has none. */
  readonly analysis?: JsonBody;
  readonly exchange: Exchange;
}

/** A file of the target and the results of its lookups. */
export interface LookedUpFile {
  readonly key: string;
  readonly known: KnownFile;
  readonly lookups: readonly FileLookup[];
}

/** Looks up every file of the target by each of its hashes, once per run. */
export function lookedUpFiles(context: Context): Promise<readonly LookedUpFile[]> {
  return context.shared('looked-up files', () =>
    Promise.all(
      context.target.analyses.map(async (known, index) => ({
        key: `analyses[${index}]`,
        known,
        lookups: await Promise.all(
          hashKinds
            .filter((kind) => known[kind] !== undefined)
            .map((kind) =>
              known[kind] === firstHashOf(context)
                ? firstLookup(context)
                : lookUpFile(context, kind, known[kind] ?? ''),
            ),
        ),
      })),
    ),
  );
}

function firstOf({ target }: Context): { readonly kind: HashKind; readonly hash: string } {
  for (const file of target.analyses)
    for (const kind of hashKinds) {
      const hash = file[kind];
      if (hash !== undefined) return { kind, hash };
    }
  throw new NotTestable('analyses');
}

export function firstHashOf(context: Context): string {
  return firstOf(context).hash;
}

/** The first lookup of a run, by a caller with requests to spare; no requests are used up before it. */
export function firstLookup(context: Context): Promise<FileLookup> {
  return context.shared('first lookup', async () => {
    const { kind, hash } = firstOf(context);
    return lookUpFile(context, kind, hash);
  });
}

/** The files with at least one analysis. */
export async function foundFiles(context: Context): Promise<LookedUpFile[]> {
  const { analyst } = context.callers;
  const files = await lookedUpFiles(context);
  const found = files.filter(({ lookups }) => lookups.some(({ analysis }) => analysis));
  if (found.length === 0) throw new NotTestable(`${analyst.key} finds none of the analyses`);
  return found;
}

export async function lookUpFile(
  context: Context,
  kind: HashKind,
  hash: string,
): Promise<FileLookup> {
  const { exchange, json } = await readableAnswer(
    context.api.lookup(context.callers.analyst, hash),
  );
  const analysis = analysisIn(json);
  return { kind, hash, exchange, ...(analysis && { analysis }) };
}
