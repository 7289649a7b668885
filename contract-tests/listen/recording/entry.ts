import type { CapturedExchange } from '../captured-exchange.ts';

/** An entry of a recording, or why it cannot be judged. */
export type RecordingEntry = CapturedExchange | { readonly skipped: string };
