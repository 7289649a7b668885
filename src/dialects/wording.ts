import type { RefusalKind } from '../domain/refusal.ts';
import type { Dialect } from './dialect.ts';

/** How an error is worded (7: the set of texts is not shown). */
export const wording: Record<
  Dialect['any.error-text'],
  (kind: RefusalKind, sentence: string) => string
> = {
  sentence: (_kind, sentence) => sentence,
  code: (kind) => kind.toUpperCase().replaceAll('-', '_'),
  terse: () => 'Error',
};
