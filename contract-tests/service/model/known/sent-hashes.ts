import { RecentlyUsed } from '../../../../src/values/recently-used.ts';
import type { JsonBody } from '../../../judging/talk/answer.ts';
import { sameText } from '../../../judging/talk/same-text.ts';
import { hashIn } from '../../requests/draft.ts';
import type { KnownReport } from './known-report.ts';

const mostReports = 1000;

/** The hashes of drafts, also of creates without a response yet. */
export class SentHashes {
  readonly #latest = new RecentlyUsed<true>({ entries: mostReports });

  add(sent: unknown): void {
    const hash = hashIn(sent)?.toLowerCase();
    if (hash === undefined) return;
    this.#latest.set(hash, true);
  }

  /** Whether a report is shown with the hash that was sent for another one. */
  isSwapped({ sent }: KnownReport, { file256Hash: shown }: JsonBody): boolean {
    const isOwn = sameText(shown, hashIn(sent));
    return typeof shown === 'string' && !isOwn && this.#latest.get(shown.toLowerCase()) === true;
  }
}
