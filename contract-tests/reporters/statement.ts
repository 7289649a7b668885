import { bySection, sectionName } from '../../src/spec/clauses.ts';
import { clauseCountsOf, untestedBy } from '../model/tally.ts';
import { sha256Of } from '../run/provenance.ts';
import type { RunResult } from '../run/result.ts';
import { safeCopy } from './escaped.ts';
import { verdictQualifier } from './heading.ts';

/** The summary of a run, with a reference to the full report it is derived from. */
const statementOf = (report: string) => {
  const result = safeCopy(JSON.parse(report) as RunResult);
  const { clauses, target, basis, cases } = result;
  const binding = clauses.filter(({ kind }) => kind !== 'open');
  const numbers = [...new Set(binding.map(({ section }) => section))].sort(bySection);
  return {
    judged: {
      feed: target.baseUrl,
      lookup: target.analysisUrl ?? target.baseUrl,
      service: target.service,
      areas: target.areas,
    },
    by: { kit: result.kit, ...basis, ...(cases && { planSeed: cases.seed }) },
    at: result.startedAt,
    requests: result.requests,
    verdict: result.verdict,
    ...(result.budget && { budget: result.budget }),
    summary: result.summary,
    sections: numbers.map((number) => {
      const own = binding.filter(({ section }) => section === number);
      const { met, broken, untested, waived } = clauseCountsOf(own);
      return { section: sectionName(number), met, broken, untested, waived };
    }),
    broken: binding.filter(({ verdict }) => verdict === 'broken').map(({ id }) => id),
    waived: binding
      .filter(({ verdict }) => verdict === 'waived')
      .map(({ id, reason }) => ({ clause: id, reason })),
    untested: untestedBy(clauses),
    report: sha256Of(report),
  };
};

type Statement = ReturnType<typeof statementOf>;

/** Escapes Markdown and stays readable. */
const quoted = (text: string): string => `\`${text.replace(/[`\n]/g, ' ')}\``;

const listed = (title: string, lines: readonly string[]): string[] =>
  lines.length === 0 ? [] : [`## ${title}`, lines.map((line) => `- ${line}`).join('\n')];

const markdown = ({ judged, by, sections, ...told }: Statement): string => {
  const basis = Object.entries(by).map(([what, value]) => `${what}: ${quoted(String(value))}`);
  const rows = sections.map(
    ({ section, met, broken, untested, waived }) =>
      `| ${section} | ${met} | ${broken} | ${untested} | ${waived} |`,
  );
  return `${[
    `# Conformance statement: ${told.verdict}${verdictQualifier(told)}`,
    `${quoted(judged.feed)} (${quoted(judged.service)}), lookup at ${quoted(judged.lookup)}; areas: ${judged.areas.join(', ')}`,
    `Judged ${told.at} by abuse-feed-kit, with ${told.requests} requests: ${quoted(told.summary)}.`,
    `| section | met | broken | not testable | waived |\n|---|---|---|---|---|\n${rows.join('\n')}`,
    ...listed('Broken', told.broken),
    ...listed(
      'Waived',
      told.waived.map(({ clause, reason }) => `${clause}: ${quoted(reason ?? '')}`),
    ),
    ...listed(
      'Not testable',
      told.untested.map(({ reason, clauses }) => `${quoted(reason)}: ${clauses.join(', ')}`),
    ),
    ...listed('By what', basis),
    `Full report: ${told.report}`,
  ].join('\n\n')}\n`;
};

/** The statement for the text of a JSON report, in both formats. */
export const statementFiles = (report: string): { readonly md: string; readonly json: string } => {
  const statement = statementOf(report);
  return { md: markdown(statement), json: `${JSON.stringify(statement, null, 2)}\n` };
};
