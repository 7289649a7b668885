import { reportStyle, safeCopy, xml as text } from '../../../contract-tests/index.ts';
import { type Reliance, reliances } from '../../matrix/reliances.ts';
import type { SearchResult } from '../../matrix/search.ts';
import { conclusion } from '../../matrix/verdict.ts';
import { because, exitCodeOf, outputOf } from './table.ts';

const verdicts = {
  0: ['conforms', 'PASSES'],
  1: ['violates', 'FAILS'],
  2: ['inconclusive', 'NO RESULT'],
  3: ['inconclusive', 'NO RESULT'],
} as const;

const side = (title: string, answers: readonly unknown[], kind = ''): string =>
  `<div class="${kind}"><dt>${title}</dt><dd>${text(answers.join(', '))}</dd></div>`;

const card = ({ points, tests }: Reliance): string =>
  `<section class="cause">${points
    .map(
      ({ id, question, section, passesWith, failsWith, advice }) =>
        `<h3 id="${id}">${id}</h3><p>${text(question)} (section ${section})</p><dl class="sides">${side('passes with', passesWith)}${side('fails with', failsWith, 'actual')}</dl><p>${text(advice)}</p>`,
    )
    .join(
      '',
    )}${tests.length > 0 ? `<p class="dim">in ${text(tests.join(', '))}</p>` : ''}</section>`;

/** A self-contained page in the design of the report of verify. */
export function matrixHtml(outcome: SearchResult): string {
  const { runs, blamed } = outcome;
  const [kind, verdict] = verdicts[exitCodeOf(outcome)];
  const [first = '', ...remarks] = conclusion(outcome, []).trimEnd().split('\n').map(text);
  const found = reliances(outcome);
  const linked = (cause: string) => `<a href="#${cause.split(':', 1)[0]}">${text(cause)}</a>`;
  const rows = runs.map((run) => {
    const output = run.passed
      ? ''
      : `<details><summary>output</summary><pre>${text(safeCopy({ body: outputOf(run, true) }).body)}</pre></details>`;
    return `<tr><td>${text(run.label)}</td><td>${run.passed ? 'passed' : 'failed'}</td><td class="n">${(run.ms / 1000).toFixed(1)} s</td><td>${because(blamed, run).map(linked).join(', ')}${output}</td></tr>`;
  });
  const body = [
    '<h1>abuse-feed matrix</h1>',
    `<div class="verdict ${kind}"><b>${verdict}</b><p>${first}</p></div>`,
    ...remarks.map((line) => `<p>${line}</p>`),
    ...(found.length > 0 ? ['<h2>What it relies on</h2>', ...found.map(card)] : []),
    `<h2>Runs</h2><div class="wide" tabindex="0"><table><thead><tr><th>dialect</th><th>result</th><th class="n">time</th><th>fails because of</th></tr></thead><tbody>${rows.join('')}</tbody></table></div>`,
  ].join('\n');
  return `<!doctype html>\n<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1"><title>matrix: ${verdict.toLowerCase()}</title><style>${reportStyle}</style></head><body><main>${body}</main></body></html>\n`;
}
