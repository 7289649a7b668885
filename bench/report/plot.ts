import type { Workload } from '../load/workload.ts';
import { type Raced, titleOf } from '../measure/race.ts';
import { bareIn, type Figures, fasterBy, lapsOf } from './figures.ts';

const width = 760;
const left = 270;
const right = 70;
const bar = 14;
const gap = 34;

/** Bars of one colour for us and one for the others, with a whisker from the least to the most. */
export function plotOf(figures: Figures): string {
  const bare = bareIn(figures);
  const others = figures.raced.filter((one) => one !== bare);
  const parts: string[] = [];
  let y = 46;
  for (const workload of bare ? figures.settings.workloads : []) {
    parts.push(text(16, y, workload, 'heading'));
    y += 8;
    for (const one of others) {
      if (lapsOf(one, workload).length === 0) continue;
      parts.push(...row(one, bare as Raced, workload, y));
      y += bar + 6;
    }
    y += gap - bar;
  }
  const title = 'Requests per second, as a share of bare node:http sending the same bytes';
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${y}" role="img" aria-label="${title}">`,
    `<style>${style}</style>`,
    `<rect width="${width}" height="${y}" class="paper"/>`,
    text(16, 22, title, 'title'),
    ...parts,
    '</svg>\n',
  ].join('\n');
}

const style = [
  'text{font:12px system-ui,sans-serif;fill:#1f2430}',
  '.title{font-weight:600;font-size:14px}.heading{font-weight:600}.value{fill:#57606a}',
  '.paper{fill:#fff}.ours{fill:#1f6feb}.other{fill:#9aa4b2}.whisker{stroke:#1f2430}',
  '@media (prefers-color-scheme:dark){text{fill:#e6e8ee}.paper{fill:#14171f}',
  '.value{fill:#aab2bf}.ours{fill:#58a6ff}.other{fill:#6b7482}.whisker{stroke:#e6e8ee}}',
].join('');

function row(one: Raced, bare: Raced, workload: Workload, y: number): string[] {
  const { median, least, most } = fasterBy(one, bare, workload);
  const x = (share: number) => left + Math.min(share, 1) * (width - left - right);
  const middle = y + bar / 2;
  const kind = one.contestant.kind === 'ours' ? 'ours' : 'other';
  return [
    text(left - 8, y + bar - 3, titleOf(one), '', 'end'),
    `<rect x="${left}" y="${y}" width="${(x(median) - left).toFixed(1)}" height="${bar}" class="${kind}"/>`,
    `<line x1="${x(least).toFixed(1)}" x2="${x(most).toFixed(1)}" y1="${middle}" y2="${middle}" class="whisker"/>`,
    text(x(Math.max(median, most)) + 6, y + bar - 3, median.toFixed(2), 'value'),
  ];
}

const text = (x: number, y: number, words: string, kind: string, anchor = 'start'): string =>
  `<text x="${x.toFixed(1)}" y="${y}" class="${kind}" text-anchor="${anchor}">${words}</text>`;
