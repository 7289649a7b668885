import { html, type Markup } from '../../../src/pages/html.ts';
import type { RunResult } from '../run/result.ts';
import { safeCopy } from './safe-copy.ts';

/** What is compared with a former run. */
export type Former = Pick<RunResult, 'startedAt' | 'clauses'>;

type Change = 'new' | 'fixed' | 'still broken' | 'not seen now';

export function brokenIn({ clauses }: Former): string[] {
  return clauses.filter(({ verdict }) => verdict === 'broken').map(({ id }) => id);
}

/** The clauses broken then or now, by change. */
function changesOf(former: Former, now: Former): [Change, string[]][] {
  const before = brokenIn(former);
  const after = brokenIn(now);
  const verdicts = new Map(now.clauses.map(({ id, verdict }) => [id, verdict]));
  const changes: [Change, string[]][] = [
    ['new', after.filter((id) => !before.includes(id))],
    ['fixed', before.filter((id) => verdicts.get(id) === 'met')],
    ['still broken', before.filter((id) => after.includes(id))],
    ['not seen now', before.filter((id) => verdicts.get(id) === 'not-testable')],
  ];
  return safeCopy(changes.filter(([, ids]) => ids.length > 0));
}

export function sinceTitle({ startedAt }: Former): string {
  return safeCopy(`Since the run of ${startedAt.slice(0, 19).replace('T', ' ')} UTC`);
}

/** What is new and fixed since a former run, in one line; what was broken before is only counted. */
export function changesSince(former: Former, now: Former): string {
  const parts = changesOf(former, now).map(([change, ids]) =>
    change === 'still broken'
      ? `${ids.length} ${change}`
      : `${ids.length} ${change} (${ids.join(', ')})`,
  );
  return `${sinceTitle(former)}: ${parts.join('; ') || 'no change'}\n`;
}

/** The same for the page; a clause that no longer exists has no place there. */
export function sinceHtml(former: Former, now: Former): Markup {
  const known = new Set(now.clauses.map(({ id }) => id));
  const link = (id: string, nth: number): Markup =>
    html`${nth > 0 && ', '}${known.has(id) ? html`<a href="#${id}"><code class="id">${id}</code></a>` : html`<code class="id">${id}</code>`}`;
  const rows = changesOf(former, now).map(
    ([change, ids]) =>
      html`<li class="${change.replaceAll(' ', '-')}"><b>${ids.length} ${change}</b> ${ids.map(link)}</li>`,
  );
  return rows.length > 0 ? html`<ul class="since plain">${rows}</ul>` : html`<p>No change.</p>`;
}

/** `3 new, 1 fixed`. */
export function changeCounts(former: Former, now: Former): string {
  return (
    changesOf(former, now)
      .map(([change, ids]) => `${ids.length} ${change}`)
      .join(', ') || 'no change'
  );
}
