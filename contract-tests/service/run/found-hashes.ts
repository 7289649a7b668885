import { fileHashes } from '../../../src/spec/file-hashes.ts';
import { type ConnectOptions, Run } from '../../judging/run/run.ts';
import { formatStart } from '../../judging/talk/format.ts';
import { abuseFeed } from '../abuse-feed.ts';
import { lookedUpFiles } from '../drive/files.ts';
import type { KnownFile, Target } from '../target/target.ts';

/** A file of the target with all hashes in its analysis, or the response if there was no analysis. */
export type FoundFile = { readonly file: KnownFile; readonly missing?: string };

/** Looks up every file of the target by its known hashes, as tokens.analyst; each call is counted (8). */
export async function foundHashes(
  target: Target,
  options: ConnectOptions = {},
): Promise<FoundFile[]> {
  const service = abuseFeed(target);
  const run = new Run(service, options);
  const { theirs } = run.evidence.hiding;
  const startOf = ({ status, body }: { readonly status: number; readonly body: string }): string =>
    formatStart({ status, body: theirs(body) });
  try {
    const files = await lookedUpFiles(service.context(run, 'preflight', () => undefined));
    return files.map(({ known, lookups }) => {
      const analysis = lookups.find((one) => one.analysis)?.analysis;
      const response = lookups[0]?.exchange.response;
      if (!analysis) return { file: known, missing: response ? startOf(response) : 'nothing' };
      const stated = fileHashes.flatMap(({ kind, field }) => {
        const value = analysis[field];
        return typeof value === 'string' ? [[kind, value] as const] : [];
      });
      return { file: { ...Object.fromEntries(stated), ...known } };
    });
  } finally {
    await run.client.close();
  }
}
