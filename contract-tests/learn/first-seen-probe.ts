import { sameText } from '../model/sameness.ts';
import { probe } from './probe.ts';
import { attemptReport, fetchAttempted } from './report-attempt.ts';

/** Three reports: the second shares the file of the first, the third its address. */
probe('feed', ['report.first-seen'], async (context) => {
  const first = context.draft();
  const original = await fetchAttempted(context, await attemptReport(context, first));
  const { file256Hash, c2Address } = first;
  const ofFile = await attemptReport(context, context.draft({ file256Hash }));
  const ofAddress = await attemptReport(context, context.draft({ c2Address }));
  const file = await fetchAttempted(context, ofFile);
  const address = await fetchAttempted(context, ofAddress);
  if (!original || !file || !address) return;
  const reports = [original, file, address];
  const own = reports.map((report) => sameText(report.firstSeenID, report.id));
  const isFirst = reports.map((report) => sameText(report.firstSeenID, original.firstSeenID));
  const ids = new Set(reports.map(({ firstSeenID }) => String(firstSeenID).toLowerCase()));
  const answer = own.every(Boolean)
    ? 'own'
    : isFirst[1] && !isFirst[2] && own[0]
      ? 'file'
      : isFirst[2] && !isFirst[1] && own[0]
        ? 'address'
        : !own.some(Boolean) && ids.size === reports.length
          ? 'random'
          : 'something else';
  context.observe('report.first-seen', answer, ofFile.answer.exchange);
});
