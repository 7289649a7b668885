import { html, type Markup } from '../../../src/pages/html.ts';
import type { RunResult } from '../run/result.ts';
import { exchangeCurl } from '../talk/exchange.ts';
import type { ExpectationReport, ExpectationResult } from '../verdict/expected.ts';
import { xml } from './xml.ts';

const marks = { 'as-expected': '✔', differs: '✘', 'not-seen': '◌' } as const;

function sentenceOf(result: ExpectationResult): string {
  return `${result.openPoint}: ${seenOf(result)}`;
}

function seenOf({ expected, verdict, actual }: ExpectationResult): string {
  if (verdict === 'as-expected') return String(expected);
  return verdict === 'differs'
    ? `${expected} expected, ${actual} seen`
    : `${expected} expected, not seen (${actual})`;
}

/** A separate section: expected answers to open points are not part of conformance. */
export function expectedLines(
  { file, results, summary, strict = false }: ExpectationReport,
  verbose: boolean,
): string[] {
  return [
    `Expected answers (${file}), apart from conformance`,
    ...results
      .filter(({ verdict }) => verbose || verdict !== 'as-expected')
      .flatMap((one) => [
        `  ${marks[one.verdict]} ${sentenceOf(one)}`,
        ...(one.verdict === 'differs' && one.exchange
          ? [`      request  ${exchangeCurl(one.exchange).replaceAll('\n', '\n      ')}`]
          : []),
      ]),
    `  ${summary}${results.some((one) => one.verdict === 'differs') ? said(strict) : ''}`,
    '',
  ];
}

function said(strict: boolean): string {
  return strict
    ? '; with --strict, that ends with 1'
    : '; without --strict, that changes no exit code';
}

/** A separate suite. A difference fails it only where it ends the run with 1. */
export function expectedSuite({ file, results, strict = false }: ExpectationReport) {
  const count = (verdict: ExpectationResult['verdict']): number =>
    results.filter((one) => one.verdict === verdict).length;
  const cases = results.map((one) => {
    const open = `    <testcase classname="expect" name="${xml(one.openPoint)}" time="0"`;
    if (one.verdict === 'as-expected') return `${open}/>`;
    const message = xml(sentenceOf(one));
    const inner =
      one.verdict === 'differs' && strict
        ? `<failure message="${message}" type="expected">${xml(one.exchange ? exchangeCurl(one.exchange) : '')}</failure>`
        : `<skipped message="${message}"/>`;
    return `${open}>\n      ${inner}\n    </testcase>`;
  });
  const failures = strict ? count('differs') : 0;
  const skipped = count('not-seen') + count('differs') - failures;
  const text = [
    `  <testsuite name="expected answers (${xml(file)})" tests="${results.length}" failures="${failures}" errors="0" skipped="${skipped}" time="0">`,
    ...cases,
    '  </testsuite>',
  ].join('\n');
  return { text, tests: results.length, failures, skipped };
}

export function expectedHtml(
  { file, results, summary }: ExpectationReport,
  { clauses }: Pick<RunResult, 'clauses'>,
): Markup {
  const pointMarkup = (openPoint: string): Markup => {
    const clause = clauses.find((one) => one.openPoint === openPoint);
    return clause
      ? html`<a href="#${clause.id}"><code>${openPoint}</code></a>`
      : html`<code>${openPoint}</code>`;
  };
  const items = results.map((one) => {
    const kind = { 'as-expected': 'met', differs: 'broken', 'not-seen': 'not-testable' }[
      one.verdict
    ];
    const again = one.verdict === 'differs' && one.exchange && exchangeCurl(one.exchange);
    return html`<li class="${kind}"><span class="mark" role="img" aria-label="${one.verdict}">${marks[one.verdict]}</span>${pointMarkup(one.openPoint)}: ${seenOf(one)}${again && html`<pre class="code" tabindex="0">${again}</pre>`}</li>`;
  });
  return html`<p class="dim">${file}, apart from conformance: ${summary}.</p><ul class="clauses plain">${items}</ul>`;
}
