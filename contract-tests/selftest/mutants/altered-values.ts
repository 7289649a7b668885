import { body, type Mutant, overrideRules } from '../mutant.ts';
import { stores } from './stored-reports.ts';

/** A text with a stray percent sign stays unchanged. */
const decoded = (text: string): string => {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
};

export const keptValueMutants: readonly Mutant[] = [
  {
    name: 'keeps-one-tag',
    breaks: 'create/keeps-tags',
    mutation: stores((report) => ({ tags: report.tags.slice(0, 1) })),
  },
  { name: 'keeps-no-tags', breaks: 'create/keeps-tags', mutation: stores(() => ({ tags: [] })) },
  {
    name: 'adds-a-tag',
    breaks: 'create/keeps-tags',
    mutation: stores((report) => ({ tags: [...report.tags, 'new'] })),
  },
  {
    name: 'splits-tags-at-commas',
    breaks: 'create/keeps-tags',
    mutation: stores((report) => ({ tags: report.tags.flatMap((tag) => tag.split(', ')) })),
  },
  {
    name: 'shows-tags-that-are-numbers-as-numbers',
    breaks: 'report/tags-items',
    mutation: body('fetched', (value) => {
      const { tags, ...report } = value.report as { tags: string[] };
      const read = tags.map((tag) => (/^\d+$/.test(tag) ? Number(tag) : tag));
      return { ...value, report: { ...report, tags: read } };
    }),
  },
  {
    name: 'changes-the-port',
    breaks: 'create/keeps-c2-address',
    mutation: stores((report) => ({ c2Address: report.c2Address.replace(/:\d+$/, ':80') })),
  },
  {
    name: 'keeps-only-the-domain',
    breaks: 'create/keeps-c2-address',
    mutation: stores((report) => ({ c2Address: report.c2Address.replace(/^[^.:]+\./, '') })),
  },
  {
    name: 'changes-the-hash',
    breaks: 'create/keeps-file256-hash',
    mutation: stores((report) => ({ file256Hash: [...report.file256Hash].reverse().join('') })),
  },
  {
    name: 'cuts-the-link',
    breaks: 'create/keeps-reference-link',
    mutation: stores((report) => ({ referenceLink: report.referenceLink.slice(0, 30) })),
  },
  {
    name: 'drops-the-slash-at-the-end-of-a-link',
    breaks: 'create/keeps-reference-link',
    mutation: stores((report) => ({ referenceLink: report.referenceLink.replace(/\/$/, '') })),
  },
  {
    name: 'splits-tags-at-spaces',
    breaks: 'create/keeps-tags',
    mutation: stores((report) => ({ tags: report.tags.flatMap((tag) => tag.split(' ')) })),
  },
  {
    name: 'loses-tags-that-every-object-has',
    breaks: 'create/keeps-tags',
    mutation: stores(({ tags }) => ({ tags: tags.filter((tag) => !(tag in {})) })),
  },
  {
    name: 'decodes-whole-tags',
    breaks: 'create/keeps-tags',
    mutation: stores(({ tags }) => ({ tags: tags.map(decoded) })),
  },
  {
    name: 'turns-underscores-into-dashes',
    breaks: 'create/keeps-tags',
    mutation: stores(({ tags }) => ({ tags: tags.map((tag) => tag.replaceAll('_', '-')) })),
  },
  {
    name: 'raises-the-score',
    breaks: 'create/keeps-confidence-score',
    mutation: stores((report) => ({ confidenceScore: report.confidenceScore + 1 })),
  },
  {
    name: 'forgets-the-score',
    breaks: 'create/keeps-confidence-score',
    mutation: stores(() => ({ confidenceScore: 0 })),
  },
  {
    name: 'keeps-upper-case-hashes',
    breaks: 'create/lowers-the-hash',
    mutation: overrideRules((honest) => ({
      asStored: (sent) => ({ ...honest.asStored(sent), file256Hash: sent.file256Hash }),
    })),
  },
];
