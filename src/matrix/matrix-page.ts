import { html, inlineMarkup, type Markup } from '../pages/html.ts';
import { standalonePage } from '../pages/report-page.ts';
import { readClauses, sectionHeading } from '../spec/clauses/clauses.ts';
import { sectionAnchor } from '../spec/specification-anchors.ts';
import { quoted } from '../traffic/curl.ts';
import { plural } from '../values/listed.ts';
import { printableLines } from '../values/printable.ts';
import { bySection } from '../values/section-order.ts';
import { type Reliance, relianceNotes } from './reliances.ts';
import { type AboutMatrix, onlyText, outputOf, type Report, type ReportedTrial } from './report.ts';
import type { Answers, Run } from './trial.ts';

const verdicts = {
  0: { kind: 'conforms', title: 'PASSES' },
  1: { kind: 'violates', title: 'FAILS' },
  3: { kind: 'inconclusive', title: 'NO RESULT' },
} as const;

function shellWords(words: readonly string[]): string {
  return words.map((word) => (/^[\w./:=@,+-]+$/.test(word) ? word : quoted(word))).join(' ');
}

/** The line that repeats a call. */
function callOf(options: readonly string[], command: readonly string[]): string {
  const given = options.length > 0 ? [shellWords(options)] : [];
  return ['npx abuse-feed matrix', ...given, '--', shellWords(command)].join(' ');
}

/** The time limit of a run, as it was given: without it, another run may fail or pass. */
function timeLimitIn(options: readonly string[]): readonly string[] {
  const at = options.indexOf('--timeout');
  if (at >= 0) return options.slice(at, at + 2);
  return options.filter((word) => word.startsWith('--timeout='));
}

/** The line that tries these answers again, and nothing else. */
export function againWith(
  answers: Answers,
  { command, options }: Pick<AboutMatrix, 'command' | 'options'>,
): string {
  return callOf([...timeLimitIn(options), '--only', onlyText(answers)], command);
}

/** A self-contained page in the design of the other reports. */
export function matrixPage(report: Report, about: AboutMatrix): string {
  const { sentence, remarks, exitCode, reliesOn, findings, runs } = report;
  const { kind, title } = verdicts[exitCode];
  return standalonePage({
    title: `matrix: ${title.toLowerCase()}`,
    name: 'abuse-feed matrix',
    top: html`<div class="verdict ${kind}"><h1>${title}</h1><p class="summary">${sentence}</p></div>${facts(about)}`,
    parts: [
      {
        id: 'relies',
        title: 'What it relies on',
        inner: unlessEmpty(reliesOn.map((one) => card(one, about))),
      },
      {
        id: 'faults',
        title: 'What it does about faults',
        inner: unlessEmpty(
          findings.map(
            (one) =>
              html`<h3>${one.sentence}</h3><p><span class="chip ${one.is === 'harm' ? 'bad' : ''}">${one.is}</span></p><ul>${one.in.map((place) => html`<li>${place}</li>`)}</ul>`,
          ),
        ),
      },
      { id: 'sections', title: 'The sections it is about', inner: sectionsOf(reliesOn) },
      { id: 'runs', title: 'Runs', note: plural(runs, 'run'), inner: runsTable(report, about) },
      {
        id: 'remarks',
        title: 'Remarks',
        inner: unlessEmpty([html`<ul>${remarks.map((line) => html`<li>${line}</li>`)}</ul>`]),
      },
    ],
  });
}

function unlessEmpty(all: readonly Markup[]): Markup | undefined {
  return all.length > 0 ? html`${all}` : undefined;
}

function facts({ command, options, date, version, seed }: AboutMatrix): Markup {
  const rows = [
    ['command', shellWords(command)],
    ['date', date],
    ['version', `abuse-feed-kit ${version}`],
    ['seed of the mixes', String(seed)],
    ['to run it again', callOf(options, command)],
  ];
  return html`<dl class="pairs">${rows.map(([name, value]) => html`<dt>${name}</dt><dd>${value}</dd>`)}</dl>`;
}

function card(reliance: Reliance, about: AboutMatrix): Markup {
  return html`<section>${reliance.points.length > 1 && html`<p>Together, and none of them alone:</p>`}${reliance.points.map(
    ({ id, question, section, passesWith, failsWith, advice }) =>
      html`<h3 id="${id}">${id}</h3><p>${question} (section ${sectionLinks(section)})</p><dl class="sides"><div><dt>passes with</dt><dd>${passesWith.join(', ')}</dd></div><div class="actual"><dt>fails with</dt><dd>${failsWith.join(', ')}</dd></div></dl><p>${advice}</p>`,
  )}${relianceNotes(reliance).map((note) => html`<p class="dim">${note}</p>`)}<p>To see it fail again:</p>${callLine(reliance.again, about)}</section>`;
}

function callLine(answers: Answers, about: AboutMatrix): Markup {
  return html`<pre class="code" tabindex="0">${againWith(answers, about)}</pre>`;
}

/** The sections of an open point, such as `4, 7`, each a link to what it is about. */
function sectionLinks(section: string): Markup {
  const numbers = section.split(', ');
  return html`${numbers.map((number, nth) => html`${nth > 0 && ', '}<a href="#${sectionAnchor(number)}">${number}</a>`)}`;
}

/** What the sections that are cited are about: a report is one file. */
function sectionsOf(found: readonly Reliance[]): Markup | undefined {
  const cited = found.flatMap(({ points }) => points.flatMap(({ section }) => section.split(', ')));
  const numbers = [...new Set(cited)].sort(bySection);
  const { sections } = readClauses();
  return unlessEmpty(
    numbers.map(
      (number) =>
        html`<h3 id="${sectionAnchor(number)}">${sectionHeading(number)}</h3><p>${inlineMarkup(sections[number]?.about ?? '')}</p>`,
    ),
  );
}

function runsTable({ control, trials, usual }: Report, about: AboutMatrix): Markup {
  const isFolded = ({ kind, isBad }: ReportedTrial) => kind === 'answer' && !isBad;
  const first = control.slice(0, 1).map((run) => {
    const { label, passed } = run;
    return row({ label, ends: passed ? 'passes' : 'fails', isBad: !passed, runs: [run] });
  });
  const shown = trials.filter((trial) => !isFolded(trial));
  const rows = shown.map((trial) => row(trial, changesOf(trial, usual, about)));
  const passing = trials.filter(isFolded);
  const rest = html`<details><summary>${plural(passing.length, 'answer')} that it passes with, each alone</summary>${table(passing.map((trial) => row(trial)))}</details>`;
  return html`${table([...first, ...rows])}${passing.length > 0 && rest}`;
}

function table(rows: readonly Markup[]): Markup {
  return html`<table class="table cards"><thead><tr><th>what was changed</th><th>result</th><th class="number">time</th><th>more</th></tr></thead><tbody>${rows}</tbody></table>`;
}

function row(
  { label, ends, isBad, runs }: Pick<ReportedTrial, 'label' | 'ends' | 'isBad' | 'runs'>,
  more?: Markup,
): Markup {
  const failed = runs.find(({ passed }) => !passed);
  const ms = runs.reduce((sum, run) => sum + run.ms, 0) / Math.max(runs.length, 1);
  return html`<tr><th scope="row">${label}</th><td data-label="result"><span class="chip ${isBad ? 'bad' : 'good'}">${ends}</span></td><td class="number" data-label="time">${(ms / 1000).toFixed(1)} s</td><td>${failed && outputIn(failed)}${more}</td></tr>`;
}

function outputIn(run: Run): Markup {
  return html`<details><summary>output</summary><pre>${printableLines(outputOf(run, true)).trim()}</pre></details>`;
}

/** What a mix switches, as a difference from the first run. */
function changesOf(
  { kind, answers }: ReportedTrial,
  usual: Answers,
  about: AboutMatrix,
): Markup | undefined {
  if (kind !== 'mix') return undefined;
  const changes = Object.entries(answers).map(
    ([id, answer]) =>
      html`<tr><th scope="row">${id}</th><td data-label="from"><del>${String(usual[id])}</del></td><td data-label="to"><ins>${String(answer)}</ins></td></tr>`,
  );
  return html`<details><summary>switches ${plural(changes.length, 'answer')}</summary><table class="table cards"><thead><tr><th>open point</th><th>from</th><th>to</th></tr></thead><tbody>${changes}</tbody></table><p>To run it again:</p>${callLine(answers, about)}</details>`;
}
