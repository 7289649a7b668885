import type { RunResult } from '../run/result.ts';
import { safeCopy } from './escaped.ts';
import { clauseLink } from './html-causes.ts';
import { xml as text } from './xml.ts';

/** What is compared with a former run. */
export type Former = Pick<RunResult, 'startedAt' | 'clauses'>;

type Change = 'new' | 'fixed' | 'still broken' | 'not seen now';

export const brokenIn = ({ clauses }: Former): string[] =>
  clauses.filter(({ verdict }) => verdict === 'broken').map(({ id }) => id);

/** The clauses broken then or now, by change. */
const changesOf = (former: Former, now: Former): [Change, string[]][] => {
  const [before, after] = [brokenIn(former), brokenIn(now)];
  const verdicts = new Map(now.clauses.map(({ id, verdict }) => [id, verdict]));
  const changes: [Change, string[]][] = [
    ['new', after.filter((id) => !before.includes(id))],
    ['fixed', before.filter((id) => verdicts.get(id) === 'met')],
    ['still broken', before.filter((id) => after.includes(id))],
    ['not seen now', before.filter((id) => verdicts.get(id) === 'not-testable')],
  ];
  return safeCopy(changes.filter(([, ids]) => ids.length > 0));
};

export const sinceTitle = ({ startedAt }: Former): string =>
  safeCopy(`Since the run of ${startedAt.slice(0, 19).replace('T', ' ')} UTC`);

/** What is new, fixed and still broken since a former run. */
export const changesSince = (former: Former, now: Former): string => {
  const lines = changesOf(former, now).map(
    ([change, ids]) => `  ${change.padEnd(14)} ${ids.join(', ')}`,
  );
  return `${[`${sinceTitle(former)}:`, ...(lines.length > 0 ? lines : ['  no change'])].join('\n')}\n`;
};

/** The same for the page; a clause that no longer exists has no place there. */
export const sinceHtml = (former: Former, now: Former): string => {
  const known = new Set(now.clauses.map(({ id }) => id));
  const link = (id: string): string =>
    known.has(id) ? clauseLink(id) : `<code class="id">${text(id)}</code>`;
  const rows = changesOf(former, now).map(
    ([change, ids]) =>
      `<li class="${change.replaceAll(' ', '-')}"><b>${ids.length} ${change}</b> ${ids.map(link).join(', ')}</li>`,
  );
  return rows.length > 0 ? `<ul class="since">${rows.join('')}</ul>` : '<p>No change.</p>';
};
