import type { OpenPointId } from '../dialects/dialect.ts';
import { answerTo, differencesOf } from '../dialects/dialect.ts';
import { bySection, readClauses, sectionHeading } from '../spec/clauses.ts';
import { type GuidePage, guide, guideGroups, guideText, siteLink } from './guide.ts';
import type { ReferenceModel } from './reference.ts';

type Content = (reference: ReferenceModel) => string;

const asMarkdown = (file: string): string => file.replace(/\.html(?=#|$)/, '.md');

/** Links lead to the Markdown versions; links without a page become text. */
const relinked = (page: GuidePage): string =>
  guideText(page).replace(/\[([^\]]*)\]\(([^)\s]+)\)/g, (_, words, href) => {
    const to = siteLink(page.source, href);
    return to === undefined ? words : `[${words}](${asMarkdown(to)})`;
  });

const openPoints: GuidePage = {
  ...{ source: 'docs/open-points.md', file: 'open-points.html', name: 'Open points' },
};

const differing = ({ dialect, dialectLabel }: ReferenceModel): string => {
  const ids = Object.keys(differencesOf(dialect)) as OpenPointId[];
  if (ids.length === 0) return '';
  const rows = ids.map((id) => `- \`${id}\`: \`${answerTo(dialect, id)}\``);
  return `\n## Answered otherwise by the dialect ${dialectLabel}\n\n${rows.join('\n')}\n`;
};

const clauses = (): string => {
  const all = readClauses().clauses;
  const sections = [...new Set(all.map(({ section }) => section))].sort(bySection);
  const lists = sections.map((number) => {
    const own = all.filter(({ section }) => section === number);
    const rows = own.map(({ id, kind, sentence }) => `- \`${id}\` (${kind}): ${sentence}`);
    return `## ${sectionHeading(number)}\n\n${rows.join('\n')}\n`;
  });
  return `# Clauses\n\n${lists.join('\n')}`;
};

const titleOf = (page: GuidePage): string =>
  /^# (?:[^:\n]+: )?(.+)$/m.exec(guideText(page))?.[1] ?? page.name;

/** An index of the pages, see https://llmstxt.org. */
const llms = (): string => {
  const groups = Object.entries(guideGroups).map(([group, pages]) => {
    const rows = pages.map(
      (page) => `- [${page.name}](${asMarkdown(page.file)}): ${titleOf(page)}`,
    );
    return `## ${group}\n\n${rows.join('\n')}\n`;
  });
  return `# abuse-feed-kit

> A reference server and a contract-test kit for the Abuse-Report Feed and Static-Analysis Lookup Service.

## Contract

- [openapi.yaml](openapi.yaml): every operation, answer and open point
- [Clauses](clauses.md): every statement that a server is verified against
- [Open points](open-points.md): every question that the specification leaves open, with its answers

${groups.join('\n')}`;
};

/** The Markdown version of each page, and an index of them. */
export const plainText: { readonly [file: string]: Content } = {
  'llms.txt': llms,
  'clauses.md': clauses,
  'open-points.md': (reference) => relinked(openPoints) + differing(reference),
  ...Object.fromEntries(guide.map((page) => [asMarkdown(page.file), () => relinked(page)])),
};
