import { safeCopy } from '../../../contract-tests/index.ts';
import { type Reliance, reliances } from '../../matrix/reliances.ts';
import {
  type Answers,
  endOf,
  type JudgedRun,
  type MixTrial,
  type SearchResult,
  type Trial,
} from '../../matrix/search-result.ts';
import { relianceNotes, verdictOf } from '../../matrix/verdict.ts';
import { html, inlineMarkup, type Markup } from '../../pages/html.ts';
import { standalonePage } from '../../pages/report-page.ts';
import { readClauses, sectionHeading } from '../../spec/clauses/clauses.ts';
import { sectionAnchor } from '../../spec/specification-anchors.ts';
import { quoted } from '../../traffic/curl.ts';
import { plural } from '../../values/listed.ts';
import { bySection } from '../../values/section-order.ts';
import { outputOf } from './run-output.ts';

/** What a report says about the call that made it. */
export interface AboutMatrix {
  /** The words after the two dashes. */
  readonly command: readonly string[];
  /** The words before them. */
  readonly options: readonly string[];
  readonly date: string;
  readonly version: string;
  /** The seed of the mixes. */
  readonly seed: number;
}

const verdicts = {
  0: { kind: 'conforms', title: 'PASSES' },
  1: { kind: 'violates', title: 'FAILS' },
  3: { kind: 'inconclusive', title: 'NO RESULT' },
} as const;

function isPlain(word: string): boolean {
  return /^[\w./:=@,+-]+$/.test(word);
}

function shellWords(words: readonly string[]): string {
  return words.map((word) => (isPlain(word) ? word : quoted(word))).join(' ');
}

/** The line that repeats a call. */
function callOf(options: readonly string[], command: readonly string[]): string {
  return [
    'npx abuse-feed matrix',
    ...(options.length > 0 ? [shellWords(options)] : []),
    '--',
    shellWords(command),
  ].join(' ');
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
  const text = Object.entries(answers).map(([id, answer]) => `${id}: ${answer}`);
  return callOf([...timeLimitIn(options), '--only', text.join('; ')], command);
}

/** A self-contained page in the design of the other reports. */
export function matrixHtml(outcome: SearchResult, about: AboutMatrix): string {
  const { sentence, remarks, code } = verdictOf(outcome);
  const { kind, title } = verdicts[code];
  const found = reliances(outcome);
  const relied = found.length > 0 ? html`${found.map((one) => card(one, about))}` : undefined;
  return standalonePage({
    title: `matrix: ${title.toLowerCase()}`,
    name: 'abuse-feed matrix',
    top: html`<div class="verdict ${kind}"><h1>${title}</h1><p class="summary">${sentence}</p></div>${facts(about)}`,
    parts: [
      { id: 'relies', title: 'What it relies on', inner: relied },
      { id: 'sections', title: 'The sections it is about', inner: sectionsOf(found) },
      {
        id: 'runs',
        title: 'Runs',
        note: plural(outcome.runs, 'run'),
        inner: runsTable(outcome, about),
      },
      {
        id: 'remarks',
        title: 'Remarks',
        inner: html`<ul>${remarks.map((line) => html`<li>${line}</li>`)}</ul>`,
      },
    ],
  });
}

function facts({ command, options, date, version, seed }: AboutMatrix): Markup {
  const rows = [
    { name: 'command', value: shellWords(command) },
    { name: 'date', value: date },
    { name: 'version', value: `abuse-feed-kit ${version}` },
    { name: 'seed of the mixes', value: String(seed) },
    { name: 'to run it again', value: callOf(options, command) },
  ];
  return html`<dl class="pairs">${rows.map(({ name, value }) => html`<dt>${name}</dt><dd>${value}</dd>`)}</dl>`;
}

function card(reliance: Reliance, about: AboutMatrix): Markup {
  return html`<section>${reliance.points.length > 1 && html`<p>Together, and none of them alone:</p>`}${reliance.points.map(
    ({ id, question, section, passesWith, failsWith, advice }) =>
      html`<h3 id="${id}">${id}</h3><p>${question} (section ${sectionLinks(section)})</p><dl class="sides"><div><dt>passes with</dt><dd>${passesWith.join(', ')}</dd></div><div class="actual"><dt>fails with</dt><dd>${failsWith.join(', ')}</dd></div></dl><p>${advice}</p>`,
  )}${relianceNotes(reliance).map((note) => html`<p class="dim">${note}</p>`)}${againLine(reliance.again, about)}</section>`;
}

/** The sections of an open point, such as `4, 7`, each a link to what it is about. */
function sectionLinks(section: string): Markup {
  const numbers = section.split(', ');
  return html`${numbers.map((number, nth) => html`${nth > 0 && ', '}<a href="#${sectionAnchor(number)}">${number}</a>`)}`;
}

/** What the sections that are cited are about: a report is one file. */
function sectionsOf(found: readonly Reliance[]): Markup | undefined {
  const cited = found.flatMap(({ points }) => points.flatMap(({ section }) => section.split(', ')));
  if (cited.length === 0) return undefined;
  const numbers = [...new Set(cited)].sort(bySection);
  const { sections } = readClauses();
  return html`${numbers.map(
    (number) =>
      html`<h3 id="${sectionAnchor(number)}">${sectionHeading(number)}</h3><p>${inlineMarkup(sections[number]?.about ?? '')}</p>`,
  )}`;
}

function againLine(answers: Answers, about: AboutMatrix): Markup {
  return html`<p>To see it fail again:</p><pre class="code" tabindex="0">${againWith(answers, about)}</pre>`;
}

function runsTable(outcome: SearchResult, about: AboutMatrix): Markup {
  const { first, answers, mixes } = outcome;
  const failing = answers.filter((trial) => endOf(trial) !== 'passes');
  const passing = answers.filter((trial) => endOf(trial) === 'passes');
  const rows = [
    ...(first ? [row(first.label, first.passed ? 'passes' : 'fails', [first])] : []),
    ...failing.map((trial) => row(trial.label, endOf(trial), trial.runs)),
    ...mixes.map((mix) => row(mix.label, endOf(mix), mix.runs, switchedIn(mix, outcome, about))),
  ];
  const rest = html`<details><summary>${plural(passing.length, 'answer')} that it passes with, each alone</summary>${table(passing.map((trial: Trial) => row(trial.label, 'passes', trial.runs)))}</details>`;
  return html`${table(rows)}${passing.length > 0 && rest}`;
}

function table(rows: readonly Markup[]): Markup {
  return html`<table class="table cards"><thead><tr><th>answer or mix</th><th>result</th><th class="number">time</th><th>more</th></tr></thead><tbody>${rows}</tbody></table>`;
}

function row(
  label: string,
  end: 'passes' | 'fails' | 'unsteady',
  runs: readonly JudgedRun[],
  more?: Markup,
): Markup {
  const failed = runs.find(({ passed }) => !passed);
  const ms = runs.reduce((sum, run) => sum + run.ms, 0) / Math.max(runs.length, 1);
  const chip = end === 'passes' ? 'good' : 'bad';
  return html`<tr><th scope="row">${label}</th><td data-label="result"><span class="chip ${chip}">${end}</span></td><td class="number" data-label="time">${(ms / 1000).toFixed(1)} s</td><td>${failed && outputIn(failed)}${more}</td></tr>`;
}

function outputIn(run: JudgedRun): Markup {
  const { body } = safeCopy({ body: outputOf(run, true) });
  return html`<details><summary>output</summary><pre>${body.trim()}</pre></details>`;
}

/** What a mix switches, as a difference from the first run. */
function switchedIn(mix: MixTrial, outcome: SearchResult, about: AboutMatrix): Markup {
  const changes = Object.entries(mix.switched).map(([id, answer]) => {
    const usual = outcome.usual[id];
    return html`<tr><th scope="row">${id}</th><td data-label="from"><del>${String(usual)}</del></td><td data-label="to"><ins>${String(answer)}</ins></td></tr>`;
  });
  return html`<details><summary>switches ${plural(changes.length, 'answer')}</summary><table class="table cards"><thead><tr><th>open point</th><th>from</th><th>to</th></tr></thead><tbody>${changes}</tbody></table><p>To run it again:</p><pre class="code" tabindex="0">${againWith(mix.switched, about)}</pre></details>`;
}
