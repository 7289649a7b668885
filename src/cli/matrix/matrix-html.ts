import { safeCopy } from '../../../contract-tests/index.ts';
import { type Reliance, reliances } from '../../matrix/reliances.ts';
import type { SearchResult } from '../../matrix/search-result.ts';
import { conclusion, testLines } from '../../matrix/verdict.ts';
import { html } from '../../pages/html.ts';
import { standalonePage } from '../../pages/report-page.ts';
import { because, exitCodeOf, outputOf } from './table.ts';

const verdicts = {
  0: ['conforms', 'PASSES'],
  1: ['violates', 'FAILS'],
  2: ['inconclusive', 'NO RESULT'],
  3: ['inconclusive', 'NO RESULT'],
} as const;

const card = ({ points, tests }: Reliance) =>
  html`<section>${points.map(
    ({ id, question, section, passesWith, failsWith, advice }) =>
      html`<h3 id="${id}">${id}</h3><p>${question} (section ${section})</p><dl class="sides"><div><dt>passes with</dt><dd>${passesWith.join(', ')}</dd></div><div class="actual"><dt>fails with</dt><dd>${failsWith.join(', ')}</dd></div></dl><p>${advice}</p>`,
  )}${testLines(tests).map((line) => html`<p class="dim">${line.trim()}</p>`)}</section>`;

/** A self-contained page in the design of the other reports. */
export function matrixHtml(outcome: SearchResult): string {
  const { runs, blamed } = outcome;
  const [kind, verdict] = verdicts[exitCodeOf(outcome)];
  const [first, ...remarks] = conclusion(outcome, []).trimEnd().split('\n');
  const found = reliances(outcome);
  const rows = runs.map((run) => {
    const causes = because(blamed, run).map(
      (cause) => html`<a href="#${cause.split(':', 1)[0]}">${cause}</a> `,
    );
    const { body } = safeCopy({ body: outputOf(run, true) });
    const output = html`<details><summary>output</summary><pre>${body.trim()}</pre></details>`;
    const [tone, result] = run.passed ? ['good', 'passed'] : ['bad', 'failed'];
    return html`<tr><th scope="row">${run.label}</th><td data-label="result"><span class="chip ${tone}">${result}</span></td><td class="number" data-label="time">${(run.ms / 1000).toFixed(1)} s</td><td>${causes}${!run.passed && output}</td></tr>`;
  });
  return standalonePage({
    title: `matrix: ${verdict.toLowerCase()}`,
    name: 'abuse-feed matrix',
    top: html`<div class="verdict ${kind}"><h1>${verdict}</h1><p class="summary">${first}</p></div>`,
    parts: [
      ...(found.length > 0
        ? [{ id: 'relies', title: 'What it relies on', inner: html`${found.map(card)}` }]
        : []),
      {
        ...{ id: 'runs', title: 'Runs' },
        inner: html`<table class="table cards"><thead><tr><th>dialect</th><th>result</th><th class="number">time</th><th>fails because of</th></tr></thead><tbody>${rows}</tbody></table>`,
      },
      {
        ...{ id: 'tried', title: 'What was tried' },
        inner: html`<ul>${remarks.map((line) => html`<li>${line}</li>`)}</ul>`,
      },
    ],
  });
}
