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
export const lookedUpFiles = (context: Context): Promise<readonly LookedUpFile[]> =>
  context.shared('looked-up files', () =>
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

const firstOf = ({ target }: Context): { readonly kind: HashKind; readonly hash: string } => {
  for (const file of target.analyses)
    for (const kind of hashKinds) {
      const hash = file[kind];
      if (hash !== undefined) return { kind, hash };
    }
  throw new NotTestable('analyses');
};

export const firstHashOf = (context: Context): string => firstOf(context).hash;

/** The first lookup of a run, by a caller with requests to spare; no requests are used up before it. */
export const firstLookup = (context: Context): Promise<FileLookup> =>
  context.shared('first lookup', async () => {
    const { kind, hash } = firstOf(context);
    return lookUpFile(context, kind, hash);
  });

/** The files with at least one analysis. */
export const foundFiles = async (context: Context): Promise<LookedUpFile[]> => {
  const { analyst } = context.callers;
  const files = await lookedUpFiles(context);
  const found = files.filter(({ lookups }) => lookups.some(({ analysis }) => analysis));
  if (found.length === 0) throw new NotTestable(`${analyst.key} finds none of the analyses`);
  return found;
};

/** The hashes that found an analysis, by file. */
export const hashesByFile = async (context: Context): Promise<string[][]> =>
  (await foundFiles(context)).map(({ lookups }) =>
    lookups.filter(({ analysis }) => analysis).map(({ hash }) => hash),
  );

export const lookUpFile = async (
  context: Context,
  kind: HashKind,
  hash: string,
): Promise<FileLookup> => {
  const { exchange, json } = await readableAnswer(
    context.api.lookup(context.callers.analyst, hash).showing('lookup.status.found', 'success'),
  );
  const analysis = analysisIn(json);
  return { kind, hash, exchange, ...(analysis && { analysis }) };
};
