import type { ReportDraft } from '../../domain/report.ts';
import type { Flaw } from './walk.test.support.ts';

const flaws: Record<Flaw, Partial<ReportDraft>> = {
  score: { confidenceScore: 101 },
  address: { c2Address: 'no port' },
  json: {},
  'no researcher': {},
};

/** Files are a lane's own, so that what was seen first does not depend on who was faster. */
export function draftOf(lane: number, file: number, tags: readonly string[]): ReportDraft {
  const file256Hash = `${lane}${file}ab`.repeat(16);
  return {
    tags: [...tags],
    c2Address: `lane-${lane}.example:${4000 + file}`,
    file256Hash,
    referenceLink: `https://results.example/${file256Hash}/`,
    confidenceScore: lane * 10 + file,
  };
}

/** The hash in upper case, which is kept in lower; and fields that only the service may set. */
export const sentBy = (draft: ReportDraft): string =>
  JSON.stringify({
    ...draft,
    file256Hash: draft.file256Hash.toUpperCase(),
    id: '00000000-0000-4000-8000-000000000000',
    reportedBy: 'somebody else',
    reportedAt: '2001-01-01 00:00:00',
  });

export const validBody = JSON.stringify(draftOf(0, 0, []));

/** A body with one thing wrong, or with none where the caller is what is wrong. */
export const flawedBody = (lane: number, flaw: Flaw): string =>
  flaw === 'json' ? '{"tags":' : JSON.stringify({ ...draftOf(lane, 0, []), ...flaws[flaw] });
