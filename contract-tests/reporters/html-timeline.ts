import { html, type Markup } from '../../src/pages/html.ts';
import type { Confirmation } from '../causes/confirm.ts';
import type { RecordedCall } from '../causes/recorded-call.ts';
import { operationPlace } from '../operations/operations.ts';
import { callLine } from './cause-lines.ts';

const cell = { width: 104, height: 46, top: 2 };

/** Concurrent calls are stacked. */
const columnsOf = (calls: readonly RecordedCall[]): number[] => {
  let column = -1;
  return calls.map(({ atOnce }, nth) => {
    if (atOnce === undefined || atOnce !== calls[nth - 1]?.atOnce) column += 1;
    return column;
  });
};

/** The report or file of a call, without the placeholder marks. */
const subjectOf = ({ report, creates, hash }: RecordedCall): string =>
  (creates ?? report ?? hash ?? '').replace(/[{}]/g, '').slice(0, 12);

/** The calls of a cause, by caller and report, with the one that breaks the clause marked. */
export const timeline = ({ calls, answers = [] }: Confirmation): Markup => {
  const callers = [...new Set(calls.map(({ caller }) => caller.replace('tokens.', '')))];
  const left = 24 + 7.3 * Math.max(...callers.map(({ length }) => length));
  const columns = columnsOf(calls);
  const places = calls.map(({ caller }, nth) => ({
    x: left + (columns[nth] ?? 0) * cell.width,
    y: cell.top + callers.indexOf(caller.replace('tokens.', '')) * cell.height,
  }));
  const width = left + ((columns.at(-1) ?? 0) + 1) * cell.width;
  const height = cell.top + callers.length * cell.height;
  const lanes = callers.map((caller, nth) => {
    const y = cell.top + nth * cell.height + 19;
    return html`<line class="lane" x1="${left - 8}" x2="${width}" y1="${y}" y2="${y}"/><text x="0" y="${y + 4}">${caller}</text>`;
  });
  const boxes = calls.map((call, nth) => {
    const { x = 0, y = 0 } = places[nth] ?? {};
    const isLast = nth === calls.length - 1;
    const { method } = operationPlace(call.operation);
    const status = answers[nth] === undefined ? '' : ` ${answers[nth]}`;
    return html`<g${isLast && html` class="broke"`}><title>${callLine(call)}</title><rect x="${x}" y="${y}" width="${cell.width - 12}" height="38" rx="4"/><text x="${x + 8}" y="${y + 16}">${method}${status}</text><text class="about" x="${x + 8}" y="${y + 31}">${subjectOf(call)}</text></g>`;
  });
  const description = `${calls.map(callLine).join('; then ')}. The last request shows it.`;
  return html`<div class="wide" tabindex="0"><svg class="timeline" role="img" aria-label="${description}" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}">${lanes}${boxes}</svg></div>`;
};
