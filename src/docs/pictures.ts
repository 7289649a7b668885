import { answerTo, dialectOf } from '../dialects/dialect.ts';
import { dialectNames, namedDialects } from '../dialects/named.ts';
import type { Clause } from '../spec/clauses.ts';
import { plural } from '../spec/listed.ts';
import type { OpenPoint } from '../spec/open-point.ts';
import { html, type Markup } from './html.ts';
import { mutantsByClause } from './mutants.generated.ts';
import type { ReferenceModel } from './reference.ts';

const cell = 11;
const line = 14;
const left = 84;
const gap = 5;

/** The space of dialects: the answers that each named one changes, and all possible answers below. */
export function dialectPicture(reference: ReferenceModel, points: readonly OpenPoint[]): Markup {
  const groups = [...new Set(points.map(groupOf))];
  const columns = [...points].sort(
    (a, b) => groups.indexOf(groupOf(a)) - groups.indexOf(groupOf(b)),
  );
  const x = (at: number): number =>
    left + at * cell + groups.indexOf(groupOf(columns[at] as OpenPoint)) * gap;
  const dialects = dialectNames.map((name) => ({
    name,
    dialect: dialectOf(namedDialects[name].differences),
  }));
  const top = 16;
  const below = top + dialects.length * line + 10;
  const answers = columns.map((point) => [...new Set([point.default, ...point.alternatives])]);
  const height = below + Math.max(...answers.map(({ length }) => length)) * cell + 4;
  const rows = dialects.map(({ name, dialect }, row) => {
    const dots = columns.map((point, at) => {
      const answer = answerTo(dialect, point.id);
      const look = answer === point.default ? 'same' : 'other';
      return html`<circle class="${look}" cx="${x(at) + 5}" cy="${top + row * line + 5}" r="${look === 'same' ? 1.5 : 4}"><title>${name}: ${point.question} ${String(answer)}</title></circle>`;
    });
    return html`<text x="0" y="${top + row * line + 9}">${name}</text>${dots}\n`;
  });
  const squares = columns.map((point, at) =>
    answers[at]?.map((answer, row) => {
      const here = answerTo(reference.dialect, point.id) === answer;
      const look = here ? 'here' : 'there';
      return html`<rect class="${look}" x="${x(at) + 1}" y="${below + row * cell}" width="9" height="9" rx="2"><title>${point.question} ${String(answer)}${here && ', the answer here'}</title></rect>`;
    }),
  );
  return html`<figure class="picture"><div class="wide" tabindex="0" role="group" aria-label="Picture of the dialects">
<svg viewBox="0 0 ${x(columns.length - 1) + cell} ${height}" role="img" aria-label="Which of the ${points.length} open points each named dialect answers otherwise, and how many answers each point has">
${groups.map((group) => html`<text class="dim" x="${x(columns.findIndex((one) => groupOf(one) === group))}" y="9">${group}</text>`)}
${rows}<text x="0" y="${below + 9}">answers</text>${squares}
</svg></div>
<figcaption class="dim">A column is an open point. Above: a large dot is an answer other than the default. Below: every answer that <code>abuse-feed matrix</code> tries, the one given here filled.</figcaption></figure>`;
}

const groupOf = ({ id }: OpenPoint): string => id.split('.')[0] ?? '';

/** The number of statements per kind and section. */
export function sectionPicture(
  sections: readonly { readonly section: string; readonly title: string }[],
  clauses: readonly Clause[],
): Markup {
  const kinds = ['fixed', 'derived', 'open'] as const;
  const own = (section: string) => clauses.filter((one) => one.section === section);
  const count = (section: string, kind: string): number =>
    own(section).filter((one) => one.kind === kind).length;
  const all = (section: string): number => own(section).length;
  const caught = (section: string): number =>
    own(section).flatMap(({ id }) => mutantsByClause[id] ?? []).length;
  const most = Math.max(...sections.map(({ section }) => all(section)));
  const bar = (section: string): Markup => {
    let x = 0;
    const parts = kinds.map((kind) => {
      const size = (count(section, kind) / most) * 100;
      x += size;
      return html`<rect class="${kind}" x="${x - size}" width="${size}" height="6"><title>${count(section, kind)} ${kind}</title></rect>`;
    });
    return html`<svg viewBox="0 0 100 6" preserveAspectRatio="none" role="img" aria-label="${kinds.map((kind) => `${count(section, kind)} ${kind}`).join(', ')}">${parts}</svg>`;
  };
  return html`<ul class="bars plain">${sections.map(
    ({ section, title }) =>
      html`<li><a href="#section-${section}">${section !== '0' && `${section} `}${title}</a>${bar(section)}<span class="dim">${all(section)}</span><span class="dim">${caught(section) > 0 && plural(caught(section), 'mutant')}</span></li>\n`,
  )}</ul>`;
}

/** One square per mutant that a clause catches; their names expand. */
export const mutantPicture = (names: readonly string[]): Markup =>
  names.length === 0
    ? html`<span class="dim">never judged</span>`
    : html`<details class="mutants"><summary><svg viewBox="0 0 ${names.length * 10} 8" width="${names.length * 10}" height="8" aria-hidden="true">${names.map(
        (name, at) =>
          html`<rect x="${at * 10}" width="8" height="8" rx="2"><title>${name}</title></rect>`,
      )}</svg> ${plural(names.length, 'mutant')}</summary>${names.map((name) => html`<code>${name}</code> `)}</details>`;
