import type { OpenPoint } from '../spec/open-point.ts';

const begin = '<!-- open points: made by `npm run generate`, do not edit -->';
const end = '<!-- end of open points -->';

/** A README with the table of all open points between its two markers. */
export function withOpenPointTable(readme: string, points: readonly OpenPoint[]): string {
  const from = readme.indexOf(begin);
  const to = readme.indexOf(end);
  if (from === -1 || to < from) throw new Error(`README.md has no place marked ${begin} … ${end}`);
  return `${readme.slice(0, from + begin.length)}\n\n${table(points)}\n${readme.slice(to)}`;
}

function table(points: readonly OpenPoint[]): string {
  const rows = points.map(({ id, question, section, default: usual, alternatives, accepts }) => {
    const more = accepts ? [accepts.type === 'integer' ? 'any whole number' : 'any other'] : [];
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
