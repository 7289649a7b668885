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
export const parseCause = (source: Source): CauseFile => parseCauseOf(operations, source);

/** Repeats the calls of a cause, and says whether they still break its clause. */
export const replayCause = (
  cause: CauseFile,
  target: Target,
  options: ReplayCauseOptions = {},
): Promise<ReplayVerdict> => replayCauseOf(abuseFeed(target), cause, options);
