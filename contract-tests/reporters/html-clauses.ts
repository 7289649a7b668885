import { bySection, sectionHeading } from '../../src/spec/clauses.ts';
import { plural } from '../../src/spec/listed.ts';
import type { ClauseResult } from '../model/verdict.ts';
import type { RunResult } from '../run/result.ts';
import { cutShort } from './cut-short.ts';
import { openPointsSeen } from './heading.ts';
import { anchorOf, clauseLink, evidence } from './html-causes.ts';
import { xml as text } from './xml.ts';

/** Open points are never judged: without evidence they were not seen. */
type End = ClauseResult['verdict'] | 'not-seen';
const endOf = ({ kind, verdict }: ClauseResult): End =>
  kind === 'open' && verdict === 'not-testable' ? 'not-seen' : verdict;

/** The results of a clause, in the order of the bar: mark and name. */
const ends: { readonly [end in End]: readonly [mark: string, name: string] } = {
  broken: ['✘', 'broken'],
  met: ['✔', 'met'],
  'not-testable': ['◌', 'not testable'],
  waived: ['~', 'waived'],
  observed: ['·', 'observed'],
  'not-seen': ['◌', 'open and not seen'],
  'not-applicable': ['–', 'not asked for'],
};
const all = Object.keys(ends) as End[];

export const fold = (summary: string, parts: readonly string[]): string =>
  parts.length === 0
    ? ''
    : `<details><summary>${text(summary)}</summary>${parts.join('')}</details>`;

export const markOf = (end: End): string =>
  `<span class="mark" role="img" aria-label="${ends[end][1]}">${ends[end][0]}</span>`;

const clauseItem = (clause: ClauseResult): string => {
  const end = endOf(clause);
  const seen = clause.observations.map(({ value }) => `<b>${text(String(value))}</b>`).join(', ');
  const folded = [
    ...clause.findings.slice(0, 10),
    ...clause.observations
      .filter(({ exchange }) => exchange)
      .map(({ value, exchange }) => ({
        expected: 'open',
        actual: String(value),
        ...(exchange && { exchange }),
      })),
  ].map((one, nth) => evidence(one, `${clause.id}-${nth}`));
  return [
    `<li class="${end}" id="${text(clause.id)}">${markOf(end)}`,
    `${text(clause.sentence)} ${seen} ${clauseLink(clause.id)}`,
    clause.reason ? `<p class="dim">${ends[end][1]}: ${text(clause.reason)}</p>` : '',
    fold('evidence', folded),
    '</li>',
  ].join('');
};

const sectionsOf = (clauses: readonly ClauseResult[]): string[] =>
  [...new Set(clauses.map(({ section }) => section))].sort(bySection);
const countOf = (clauses: readonly ClauseResult[], end: End): number =>
  clauses.filter((one) => endOf(one) === end).length;

/** Sections that are met are collapsed, others are open. */
export const bySections = (clauses: readonly ClauseResult[]): string =>
  sectionsOf(clauses)
    .map((number) => {
      const own = clauses.filter(({ section }) => section === number);
      const list = (some: readonly ClauseResult[]): string =>
        some.length === 0 ? '' : `<ul class="clauses">${some.map(clauseItem).join('')}</ul>`;
      const met = own.filter(({ verdict }) => verdict === 'met');
      return `<section class="${anchorOf(number)}"><h3 id="${anchorOf(number)}">${text(sectionHeading(number))}</h3>${list(own.filter(({ verdict }) => verdict !== 'met'))}${fold(`${met.length} met`, met.length === 0 ? [] : [list(met)])}</section>`;
    })
    .join('');

/** The counts as a bar, and a tile for each section that filters its clauses. */
export const overview = ({ clauses, counts, aborted }: RunResult): string => {
  const sizes = all.map((end) => ({ end, count: countOf(clauses, end) }));
  let x = 0;
  const parts = sizes.map(({ end, count }) => {
    x += count;
    return `<rect class="${end}" x="${x - count}" width="${count}" height="10"><title>${count} ${ends[end][1]}</title></rect>`;
  });
  const tile = (id: string, title: string, own: readonly ClauseResult[]): string => {
    const judged = own.filter(({ kind }) => kind !== 'open').length;
    const broken = countOf(own, 'broken');
    const met = countOf(own, 'met');
    const look = broken > 0 ? 'broken' : met > 0 ? 'met' : 'none';
    const said =
      broken > 0
        ? `${broken} broken, ${met} met`
        : judged === 0
          ? `${own.length} open`
          : `${met} of ${judged} met`;
    return `<label class="tile ${look}"><input type="radio" name="section" id="only-${id}"${id === 'all' ? ' checked' : ''}><b>${text(title)}</b><span>${said}</span></label>`;
  };
  const tiles = sectionsOf(clauses).map((number) =>
    tile(
      anchorOf(number),
      sectionHeading(number),
      clauses.filter(({ section }) => section === number),
    ),
  );
  return `<svg class="share" viewBox="0 0 ${x} 10" preserveAspectRatio="none" role="img" aria-label="How ${plural(x, 'clause')} ended">${parts.join('')}</svg>
<p class="tally"><span class="met">${counts.met} met</span><span class="broken">${counts.broken} broken${cutShort({ aborted })}</span><span class="not-testable">${counts.untested} not testable</span>${counts.waived > 0 ? `<span class="waived">${counts.waived} waived</span>` : ''}<span class="observed">${openPointsSeen({ counts, clauses })} open points that a run can see</span></p>
<p class="finder"><label>Find <input type="search" id="find" placeholder="delete, flag, 404 …" autocomplete="off"></label> <span class="dim" id="found" role="status"></span></p>
<fieldset class="tiles"><legend>Show causes and clauses of</legend>${tile('all', 'All sections', clauses)}${tiles.join('')}</fieldset>`;
};

/** Checkboxes that filter clauses by result, by CSS alone. */
export const filterOf = (clauses: readonly ClauseResult[]): string =>
  `<fieldset class="filter"><legend>Show the clauses that are</legend>${all
    .map((end) => ({ end, count: countOf(clauses, end) }))
    .filter(({ count }) => count > 0)
    .map(
      ({ end, count }) =>
        `<label><input type="checkbox" id="show-${end}" checked> ${ends[end][1]} (${count})</label>`,
    )
    .join('')}</fieldset>`;

/** The style rules of checkboxes and tiles. */
export const filterStyle = (clauses: readonly ClauseResult[]): string =>
  [
    ...all.map((end) => `main:has(#show-${end}:not(:checked)) .clauses>li.${end}{display:none}`),
    ...sectionsOf(clauses).map(
      (number) =>
        `main:has(#only-${anchorOf(number)}:checked) :is(section,.cause):not(.${anchorOf(number)}){display:none}`,
    ),
  ].join('\n');
