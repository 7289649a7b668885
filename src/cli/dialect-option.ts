import { type ChosenDialect, chooseDialect } from '../dialects/choose.ts';
import type { Io } from './io.ts';
import { seedFrom, UsageError } from './options.ts';

export interface DialectValues {
  readonly dialect?: string;
  readonly 'dialect-seed'?: string;
}

/** The dialect of --dialect and --dialect-seed, or of their environment variables. */
export function dialectFrom(values: DialectValues, { env, cwd }: Io): ChosenDialect {
  const asked = values.dialect ?? (env.ABUSE_FEED_DIALECT || 'default');
  // A variable may be set for many commands; an option applies to this one.
  if (values['dialect-seed'] !== undefined && asked !== 'random') {
    throw new UsageError(
      `--dialect-seed is for --dialect random, and the dialect is "${asked}". Leave one out.`,
    );
  }
  const seed = values['dialect-seed'] ?? env.ABUSE_FEED_DIALECT_SEED;
  return chooseDialect(asked, { cwd, ...(seed && { seed: seedFrom(seed) }) });
}
