import { freeChoice, type OpenPoint } from '../spec/open-point.ts';

const begin = '<!-- open points: made by `npm run generate`, do not edit -->';
const end = '<!-- end of open points -->';

/** The page that holds the table. */
export const openPointPage = 'docs/open-points.md';

/** The page with the table of all open points between its two markers. */
export function withOpenPointTable(page: string, points: readonly OpenPoint[]): string {
  const from = page.indexOf(begin);
  const to = page.indexOf(end);
  if (from === -1 || to < from) {
    throw new Error(`${openPointPage} has no place marked ${begin} … ${end}`);
  }
  return `${page.slice(0, from + begin.length)}\n\n${table(points)}\n${page.slice(to)}`;
}

function table(points: readonly OpenPoint[]): string {
  const rows = points.map((point) => {
    const { id, question, section, default: usual, alternatives, accepts } = point;
    const more = accepts ? [accepts.type === 'integer' ? freeChoice(point) : 'any other'] : [];
    const others = [...alternatives.map(code), ...more].join(', ');
    return `| ${code(id)} | ${cell(question)} | ${code(usual)} | ${others} | ${section} |`;
  });
  return [
    '| open point | question | default | alternatives | silent in |',
    '|---|---|---|---|---|',
    ...rows,
    '',
  ].join('\n');
}

const cell = (text: string): string => text.trim().replaceAll('|', '\\|');
const code = (answer: unknown): string => `\`${answer}\``;
