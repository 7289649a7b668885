import type { Source } from '../../src/document/document.ts';
import { type CauseFile, parseCause as parseCauseOf } from '../judging/causes/cause-file.ts';
import {
  type ReplayCauseOptions,
  type ReplayVerdict,
  replayCause as replayCauseOf,
} from '../judging/causes/replay-cause.ts';
import { abuseFeed } from './abuse-feed.ts';
import { operations } from './operations/operations.ts';
import type { Target } from './target/target.ts';

/** Parses a cause file. Throws a CauseFileProblem. */
export function parseCause(source: Source): CauseFile {
  return parseCauseOf(operations, source);
}

/** Repeats the calls of a cause, and says whether they still break its clause. */
export function replayCause(
  cause: CauseFile,
  target: Target,
  options: ReplayCauseOptions = {},
): Promise<ReplayVerdict> {
  return replayCauseOf(abuseFeed(target), cause, options);
}
