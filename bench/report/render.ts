import type { Section } from './sections.ts';

/** For a terminal: every column as wide as its widest cell. */
export const asText = (sections: readonly Section[], notes: readonly string[]): string =>
  [
    ...sections.flatMap(({ title, head, rows }) => [
      `${title}:`,
      '',
      ...columns([head, ...rows]),
      '',
    ]),
    ...notes,
    '',
  ].join('\n');

/** For a page of docs/. */
export const asMarkdown = (sections: readonly Section[], notes: readonly string[]): string =>
  [
    ...sections.flatMap(({ title, head, rows }) => [
      ...[`${title}:`, '', line(head), line(head.map(() => '---')), ...rows.map(line)],
      '',
    ]),
    ...notes.map((note) => `- ${note.replace(/\s*\n\s*/g, ' ')}`),
    '',
  ].join('\n');

const line = (cells: readonly string[]): string =>
  `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`;

function columns(rows: readonly (readonly string[])[]): string[] {
  const widths: number[] = [];
  for (const row of rows)
    for (const [index, cell] of row.entries())
      widths[index] = Math.max(widths[index] ?? 0, cell.length);
  return rows.map((row) =>
    `  ${row.map((cell, index) => cell.padEnd(widths[index] ?? 0)).join('  ')}`.trimEnd(),
  );
}
