import { type ChosenDialect, chooseDialect } from '../dialects/choose.ts';
import type { Io } from './io.ts';
import { seedFrom } from './options.ts';

/** The dialect named by --dialect and --dialect-seed, or by the variables that stand for them. */
export function dialectFrom(
  values: { readonly dialect?: string; readonly 'dialect-seed'?: string },
  { env, cwd }: Io,
): ChosenDialect {
  const seed = values['dialect-seed'] ?? env.ABUSE_FEED_DIALECT_SEED;
  return chooseDialect(values.dialect ?? (env.ABUSE_FEED_DIALECT || 'default'), {
    cwd,
    ...(seed && { seed: seedFrom(seed) }),
  });
}
