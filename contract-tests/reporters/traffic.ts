import type { ListenResult } from '../listen/conclude.ts';
import { escapedJson } from './escaped.ts';

const why: { readonly [reason: string]: string } = {
  'of another API': 'not of this API',
  unreadable: 'with a body that could not be unpacked, or not within 1 MiB',
  'too large': 'with a body over 1 MiB',
  'too fast': 'faster than they could be judged',
  unanswered: 'cut short by the client',
  bug: 'which this program failed at; its log says where',
  ours: 'given a 502 here, since the target did not respond',
};

const many = (count: number, what: string): string =>
  `${count} ${count === 1 ? what : `${what}s`.replace(/iss$/, 'es')}`;

/** What a listener skipped and evicted; empty where it judged and kept everything. */
export const trafficReport = ({ heard }: ListenResult): string => {
  const unjudged = Object.entries(heard.unjudged).map(
    ([reason, count]) => `  ${many(count, 'exchange')} ${why[reason] ?? reason}`,
  );
  const forgotten = Object.entries({
    report: heard.forgotten.reports,
    analysis: heard.forgotten.analyses,
    caller: heard.forgotten.callers,
  })
    .filter(([, count]) => count > 0)
    .map(([what, count]) => `  ${many(count, what)}, the longest unused first`);
  const often = Object.entries(heard.broken).filter(([, count]) => count > 20);
  const lines = [
    ...(unjudged.length > 0 ? ['Passed on and not judged:', ...unjudged, ''] : []),
    ...(forgotten.length > 0 ? ['Evicted because of memory limits:', ...forgotten, ''] : []),
    ...(often.length > 0
      ? [
          'Broken more often than is kept:',
          ...often.map(([id, count]) => `  ${id}: ${count} times`),
          '',
        ]
      : []),
  ];
  return escapedJson(lines.join('\n'));
};
