import type { Confirmation } from '../causes/confirm.ts';
import type { RecordedCall } from '../causes/recorded-call.ts';
import { operationPlace } from '../operations/operations.ts';
import { callLine } from './cause-lines.ts';
import { xml as text } from './xml.ts';

const cell = { width: 104, height: 52, left: 150, top: 14 };

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
export const timeline = ({ calls, answers = [] }: Confirmation): string => {
  const callers = [...new Set(calls.map(({ caller }) => caller))];
  const columns = columnsOf(calls);
  const places = calls.map(({ caller }, nth) => ({
    x: cell.left + (columns[nth] ?? 0) * cell.width,
    y: cell.top + callers.indexOf(caller) * cell.height,
  }));
  const width = cell.left + ((columns.at(-1) ?? 0) + 1) * cell.width;
  const height = cell.top + callers.length * cell.height;
  const lanes = callers.map((caller, nth) => {
    const y = cell.top + nth * cell.height + 19;
    return `<line class="lane" x1="${cell.left - 8}" x2="${width}" y1="${y}" y2="${y}"/><text x="0" y="${y + 4}">${text(caller.replace('tokens.', ''))}</text>`;
  });
  const boxes = calls.map((call, nth) => {
    const { x = 0, y = 0 } = places[nth] ?? {};
    const isLast = nth === calls.length - 1;
    const { method } = operationPlace(call.operation);
    const status = answers[nth] === undefined ? '' : ` ${answers[nth]}`;
    return `<g${isLast ? ' class="broke"' : ''}><title>${text(callLine(call))}</title><rect x="${x}" y="${y}" width="${cell.width - 12}" height="38" rx="4"/><text x="${x + 8}" y="${y + 16}">${method}${status}</text><text class="about" x="${x + 8}" y="${y + 31}">${text(subjectOf(call))}</text></g>`;
  });
  const description = `${calls.map(callLine).join('; then ')}. The last request shows it.`;
  return `<div class="wide" tabindex="0"><svg class="timeline" role="img" aria-label="${text(description)}" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}">${lanes.join('')}${boxes.join('')}</svg></div>`;
};
