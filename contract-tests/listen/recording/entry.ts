import type { Heard } from '../heard.ts';

/** An entry of a recording, or why it cannot be judged. */
export type Entry = Heard | { readonly skipped: string };
