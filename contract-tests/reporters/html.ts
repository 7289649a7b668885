import { plural } from '../../src/spec/listed.ts';
import { untestedBy } from '../model/tally.ts';
import { operationPlace } from '../operations/operations.ts';
import type { RunResult } from '../run/result.ts';
import type { OperationId } from '../talk/exchange.ts';
import { causeCount } from './cause-lines.ts';
import { endingLines, leftoverLines } from './cut-short.ts';
import { safely } from './escaped.ts';
import { expectedHtml } from './expected.ts';
import { casesLine, heading, remarkLines, verdictQualifier } from './heading.ts';
import { causeCard, clauseLink } from './html-causes.ts';
import { bySections, filterOf, filterStyle, fold, overview } from './html-clauses.ts';
import { script, style } from './html-style.ts';
import { brokenIn, type Former, sinceHtml, sinceTitle } from './since.ts';
import { xml as text } from './xml.ts';

/** A part of the page with an entry in the contents; omitted where empty. */
interface Part {
  readonly id: string;
  readonly title: string;
  readonly inner: string;
}

const causes = (result: RunResult, former?: Former): string => {
  const known = former && brokenIn(former);
  return result.causes
    .map((cause, nth) => causeCard(cause, nth, known && !known.includes(cause.clause)))
    .join('');
};

const items = (list: readonly string[]): string =>
  list.length === 0 ? '' : `<ul>${list.map((item) => `<li>${text(item)}</li>`).join('')}</ul>`;

const untested = ({ clauses }: RunResult): string =>
  untestedBy(clauses)
    .map(
      ({ reason, clauses: ids }) =>
        `<p>${ids.length} × ${text(reason)}</p>${fold('which', [`<p>${ids.map(clauseLink).join(', ')}</p>`])}`,
    )
    .join('');

const isAbout = (operation: OperationId, clause: string): boolean =>
  operationPlace(operation).prefixes.includes(clause.split('/')[0] ?? '');

const coverage = (result: RunResult): string => {
  const rows = result.coverage.map(({ operation, outcome, status, times }) => {
    const clauses = result.clauses.filter(
      ({ id, kind }) => kind !== 'open' && isAbout(operation, id),
    );
    const about = clauses.filter(({ id }) => /\/error-/.test(id) === (outcome === 'refusal'));
    const met = about.filter(({ verdict }) => verdict === 'met').length;
    const broken = about.filter(({ verdict }) => verdict === 'broken').length;
    return `<tr><td>${operation}</td><td>${outcome}</td><td class="n">${status}</td><td class="n">${times}</td><td class="n">${met}</td><td class="n">${broken}</td></tr>`;
  });
  return `<p class="dim">Which responses were seen, how often, and how the clauses about them ended.</p><div class="wide" tabindex="0"><table><thead><tr><th>operation</th><th>response</th><th class="n">status</th><th class="n">times</th><th class="n">met</th><th class="n">broken</th></tr></thead><tbody>${rows.join('')}</tbody></table></div>`;
};

/** Time, target, speed and cost. */
const conditions = (result: RunResult): string => {
  const { target, cases, spending } = result;
  const seconds = (result.durationMs / 1000).toFixed(1);
  const spent = spending
    .filter(({ calls }) => calls > 0)
    .map(
      ({ key, remaining, calls }) =>
        `${key}: all ${remaining} that were left, in ${plural(calls, 'lookup')}`,
    );
  const rows: [string, string][] = [
    ['when', `${result.startedAt.slice(0, 19).replace('T', ' ')} UTC, ${seconds} s`],
    ['kit', `abuse-feed-kit ${result.kit}`],
    ['target', target.file ?? 'no file'],
    ['feed', `${target.baseUrl}, ${target.service}`],
    ['lookup', target.analysisUrl ?? target.baseUrl],
    ['areas', target.areas.join(', ')],
    ['pace', paceOf(target.pace)],
    ['requests', `${result.requests}, ${result.cleaning} of them to clean up`],
    ['asked', cases ? casesLine(cases) : 'nothing: only listened'],
    ['spent', spent.join('; ') || 'no counted lookups'],
    [
      'left behind',
      result.leftovers.length === 0 ? 'nothing' : plural(result.leftovers.length, 'report'),
    ],
    ...(result.conditions ?? []).map((one): [string, string] => ['also', one]),
  ];
  return `<table><tbody>${rows.map(([name, value]) => `<tr><th scope="row">${name}</th><td>${text(value)}</td></tr>`).join('')}</tbody></table>`;
};

const paceOf = (pace: RunResult['target']['pace']): string =>
  pace?.requestsPerSecond === undefined
    ? 'as fast as the target responds'
    : `${plural(pace.requestsPerSecond, 'request')} a second`;

const partsOf = (result: RunResult, former?: Former): Part[] => {
  const line = (number: number | undefined): string => (number ? `, line ${number}` : '');
  const parts: Part[] = [
    ...(former
      ? [{ id: 'since', title: sinceTitle(former), inner: sinceHtml(former, result) }]
      : []),
    { id: 'causes', title: 'Causes', inner: causes(result, former) },
    {
      id: 'target-file',
      title: 'Look at the target file',
      inner: items(result.problems.map((one) => `${one.key}${line(one.line)}: ${one.message}`)),
    },
    { id: 'untested', title: 'Not testable', inner: untested(result) },
    {
      id: 'not-tried',
      title: 'Not tried, since the target file does not say who is what',
      inner: items(result.unlocks),
    },
    {
      id: 'uncounted',
      title: 'Kinds of lookup not counted, with the tokens given',
      inner: items(
        (result.counting?.uncounted ?? []).map(({ what, needs }) => `${what}: needs ${needs}`),
      ),
    },
    {
      id: 'left-behind',
      title: 'Left behind',
      inner: items(leftoverLines(result.leftovers)),
    },
    {
      id: 'expected',
      title: 'Expected answers',
      inner: result.expectations ? expectedHtml(result.expectations) : '',
    },
    {
      id: 'remarks',
      title: 'Remarks, no part of the verdict',
      inner: items(remarkLines(result)),
    },
    { id: 'conditions', title: 'Conditions', inner: conditions(result) },
    {
      id: 'clauses',
      title: 'Every clause',
      inner: filterOf(result.clauses) + bySections(result.clauses),
    },
    { id: 'coverage', title: 'Coverage', inner: coverage(result) },
  ];
  return parts.filter(({ inner }) => inner !== '');
};

const contents = (parts: readonly Part[]): string =>
  `<nav aria-label="Contents">${parts.map(({ id, title }) => `<a href="#${id}">${text(title)}</a>`).join('')}</nav>`;

/** A self-contained page: readable without scripts, on a phone, in the dark, and on paper. */
export const htmlReport = safely((result, former?: Former): string => {
  const { verdict, summary } = result;
  const parts = partsOf(result, former);
  const behind =
    result.causes.length > 0 ? `<p><a href="#causes">${causeCount(result)}</a></p>` : '';
  const ending = endingLines(result)
    .map((line) => `<p>${text(line)}</p>`)
    .join('');
  const body = [
    `<h1>abuse-feed verify</h1><p class="dim">${text(heading(result.target))}</p>`,
    `<div class="verdict ${verdict}"><b>${verdict.toUpperCase()}${verdictQualifier(result)}</b>${ending}<p>${text(summary)}</p>${behind}</div>`,
    overview(result),
    contents(parts),
    ...parts.map(({ id, title, inner }) => `<h2 id="${id}">${text(title)}</h2>${inner}`),
  ].join('\n');
  const head = `<meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1"><title>${verdict}${verdictQualifier(result)}: ${text(result.target.baseUrl)}</title><style>${style}${filterStyle(result.clauses)}</style>`;
  return `<!doctype html>\n<html lang="en"><head>${head}</head><body><main>${body}</main><script>${script}</script></body></html>\n`;
});
