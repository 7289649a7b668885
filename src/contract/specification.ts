import type { Clause } from '../spec/clauses/clause.ts';
import { readClauses } from '../spec/clauses/clauses.ts';
import { isStatus, type OpenPoint } from '../spec/open-point.ts';
import { openPoints } from '../spec/open-points.ts';
import { sectionAnchor } from '../spec/specification-anchors.ts';
import { bySection } from '../values/section-order.ts';

/** A section of the specification: what it states, what follows from that, what it leaves open. */
export interface SpecifiedSection {
  readonly number: string;
  readonly title: string;
  readonly about: string;
  readonly stated: readonly Clause[];
  readonly derived: readonly Clause[];
  readonly open: readonly OpenPoint[];
  /** Open points as well, of which there are many: which status a response has. */
  readonly statuses: readonly OpenPoint[];
}

/** A question that concerns several sections is asked in the first of them. */
function sectionOf({ section }: OpenPoint): string {
  const [first = ''] = section.split(', ');
  return first;
}

export function specifiedSections(): readonly SpecifiedSection[] {
  const { sections, clauses } = readClauses();
  const numbers = Object.keys(sections).sort(bySection);
  return numbers.map((number) => {
    const own = clauses.filter(({ section }) => section === number);
    const points = openPoints.filter((point) => sectionOf(point) === number);
    return {
      number,
      title: sections[number]?.title ?? '',
      about: sections[number]?.about ?? '',
      stated: own.filter(({ kind }) => kind === 'fixed'),
      derived: own.filter(({ kind }) => kind === 'derived'),
      open: points.filter(({ id }) => !isStatus(id)),
      statuses: points.filter(({ id }) => isStatus(id)),
    };
  });
}

function clauseLine({ id, sentence }: Clause): string {
  return `- <a id="${id}"></a>${sentence} \`${id}\``;
}

function pointLine({ id, question, default: usual, alternatives, why }: OpenPoint): string {
  const others = alternatives.map((answer) => `\`${answer}\``).join(', ');
  return `- <a id="${id}"></a>${question} Here \`${usual}\`, elsewhere ${others}. ${why} \`${id}\``;
}

function group(title: string, lines: readonly string[]): string[] {
  return lines.length === 0 ? [] : [`**${title}**`, '', ...lines, ''];
}

/** The whole specification as Markdown. */
export function specificationText(): string {
  const sections = specifiedSections().flatMap((section) => [
    `<a id="${sectionAnchor(section.number)}"></a>`,
    '',
    `## ${section.number === '0' ? section.title : `${section.number} ${section.title}`}`,
    '',
    section.about,
    '',
    ...group('Stated', section.stated.map(clauseLine)),
    ...group('Derived', section.derived.map(clauseLine)),
    ...group('Open', section.open.map(pointLine)),
    ...group('Open: status codes', section.statuses.map(pointLine)),
  ]);
  return [
    '<!-- Generated from openapi.yaml and contract-tests/clauses.yaml by `npm run generate`. Do not edit. -->',
    '',
    '# The specification, in our words',
    '',
    '[README](../README.md)',
    '',
    'What the service is specified to do, section by section, with the numbers that reports and messages cite. What it says',
    '(*stated*), and what follows from that (*derived*), are *clauses*: `abuse-feed verify` holds a server to each. Where it',
    'says nothing, there is an *open point*: each has an answer here, and others that a [dialect](dialects.md) switches to. A',
    'client should rely on none of them.',
    '',
    ...sections,
  ].join('\n');
}
