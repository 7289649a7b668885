import { randomUUID } from 'node:crypto';
import { fileHashes } from '../../../src/spec/file-hashes.ts';
import type { Caller } from '../../judging/caller.ts';
import { type ConnectOptions, Run } from '../../judging/run/run.ts';
import type { Answer } from '../../judging/talk/answer.ts';
import { NoAnswer } from '../../judging/talk/client.ts';
import type { Exchange } from '../../judging/talk/exchange.ts';
import { formatStart } from '../../judging/talk/format.ts';
import { abuseFeed } from '../abuse-feed.ts';
import type { Context } from '../drive/context.ts';
import { lookedUpFiles } from '../drive/files.ts';
import { sameRefusal } from '../model/sameness.ts';
import type { KnownFile, Target } from '../target/target.ts';

interface TriedCaller {
  readonly key: string;
  /** unknown: refused like an unknown token. */
  readonly seems: 'known' | 'unknown' | 'unclear';
  readonly says: string;
}

/** The start of a response, without secrets. */
type Said = (exchange: Exchange) => string;

/** A file of the target with all hashes in its analysis, or the response if there was no analysis. */
type FoundFile = { readonly file: KnownFile; readonly missing?: string };

/** What a server says of the callers and files of a target file. */
export interface TriedOut {
  readonly callers: readonly TriedCaller[];
  readonly files: readonly FoundFile[];
  /** Why the server could not be reached. */
  readonly unreachable?: string;
}

/** Fetches what does not exist as each caller, and looks up every file as tokens.analyst; that is counted (8). */
export async function triedOut(target: Target, options: ConnectOptions = {}): Promise<TriedOut> {
  const service = abuseFeed(target);
  const run = new Run(service, options);
  const context = service.context(run, 'preflight', () => undefined);
  const { theirs } = run.evidence.hiding;
  const said = ({ response }: Exchange) =>
    formatStart({ ...response, body: theirs(response.body) });
  try {
    const callers = target.areas.includes('feed') ? await triedCallers(context, said) : [];
    const files = target.areas.includes('lookup') ? await foundFiles(context, said) : [];
    return { callers, files };
  } catch (error) {
    if (!(error instanceof NoAnswer)) throw error;
    const files = target.analyses.map((file) => ({ file }));
    return { callers: [], files, unreachable: error.message };
  } finally {
    await run.client.close();
  }
}

async function triedCallers({ api, callers }: Context, said: Said): Promise<TriedCaller[]> {
  const fetchNothing = (caller: Caller) => api.fetch(caller, randomUUID());
  const stranger = await fetchNothing(callers.unknown);
  const tried: TriedCaller[] = [];
  for (const caller of callers.named) {
    const answer = await fetchNothing(caller);
    tried.push({
      key: caller.key,
      seems: howItSeems(answer, stranger),
      says: said(answer.exchange),
    });
  }
  return tried;
}

function howItSeems(answer: Answer, stranger: Answer): TriedCaller['seems'] {
  if (!sameRefusal(answer, stranger)) return 'known';
  const isAboutToken = [401, 403].includes(answer.exchange.response.status);
  return isAboutToken ? 'unknown' : 'unclear';
}

async function foundFiles(context: Context, said: Said): Promise<FoundFile[]> {
  const files = await lookedUpFiles(context);
  return files.map(({ known, lookups }) => {
    const analysis = lookups.find((one) => one.analysis)?.analysis;
    const [first] = lookups;
    if (!analysis) return { file: known, missing: first ? said(first.exchange) : 'nothing' };
    const stated = fileHashes.flatMap(({ kind, field }) => {
      const value = analysis[field];
      return typeof value === 'string' ? [[kind, value] as const] : [];
    });
    return { file: { ...Object.fromEntries(stated), ...known } };
  });
}
