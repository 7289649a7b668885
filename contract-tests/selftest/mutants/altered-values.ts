import { keepsClause, keptFields } from '../../../src/spec/clauses/field-clauses.ts';
import { draftFields, reportField } from '../../../src/spec/fields.ts';
import { type Normalisation, normalisations } from '../../../src/spec/normalisations.ts';
import { schemaSample } from '../../../src/spec/schema/samples.ts';
import { schemaNamed } from '../../../src/spec/schemas.ts';
import { kebab } from '../../../src/spec/statements.ts';
import { body, inReport, type Mutant, mutantsBreaking, onCall, overrideRules } from '../mutant.ts';
import { decoded } from '../realistic/front.ts';
import type { OperationName, ReportDraft, StoredReport } from '../server.ts';
import { otherValue } from './nearby-values.ts';
import { addReport, stateOf, stores } from './stored-reports.ts';

type Changes<T> = { readonly [name: string]: (value: T) => T };

const changedTags: Changes<string> = {
  'decodes-whole-tags': decoded,
  'turns-underscores-into-dashes': (tag) => tag.replaceAll('_', '-'),
  'cuts-tags-at-255': (tag) => tag.slice(0, 255),
  'cuts-tags-at-100': (tag) => tag.slice(0, 100),
  'loses-backslashes': (tag) => tag.replaceAll('\\', ''),
  'reads-plus-as-space': (tag) => tag.replaceAll('+', ' '),
  'decodes-percents': (tag) => tag.replaceAll('%41', 'a'),
  'escapes-for-html': (tag) => tag.replaceAll('<', '&lt;'),
  'ends-tags-at-nul': (tag) => tag.split('\0', 1)[0] ?? '',
  'loses-astral-characters': (tag) => tag.replace(/[\u{10000}-\u{10ffff}]/gu, '?'),
  'turns-tabs-into-spaces': (tag) => tag.replaceAll('\t', ' '),
  'doubles-single-quotes': (tag) => tag.replaceAll("'", "''"),
  'loses-the-sharp-before-a-tag': (tag) => tag.replace(/^#/, ''),
  'loses-the-dash-before-a-tag': (tag) => tag.replace(/^-/, ''),
  'loses-carriage-returns': (tag) => tag.replaceAll('\r', ''),
};

/** Keeps the first of those tags that have the same key. */
function uniqueBy(keyOf: (tag: string) => string) {
  return (tags: readonly string[]) =>
    tags.filter((tag, nth) => tags.findIndex((one) => keyOf(one) === keyOf(tag)) === nth);
}

/** By field: how its value is altered when it is stored. For other fields, it is derived. */
const changes: { readonly [F in keyof ReportDraft]?: Changes<ReportDraft[F]> } = {
  tags: {
    'keeps-one-tag': (tags) => tags.slice(0, 1),
    'keeps-no-tags': () => [],
    'adds-a-tag': (tags) => [...tags, 'new'],
    'keeps-64-tags': (tags) => tags.slice(0, 64),
    'splits-tags-at-commas': (tags) => tags.flatMap((tag) => tag.split(', ')),
    'splits-tags-at-spaces': (tags) => tags.flatMap((tag) => tag.split(' ')),
    'drops-tags-that-are-equal-after-trimming': uniqueBy((tag) => tag.trim()),
    'drops-tags-that-are-equal-but-for-blanks-at-the-end': uniqueBy((tag) => tag.trimEnd()),
    'doubles-tags-that-repeat': (tags) =>
      new Set(tags).size < tags.length ? [...tags, ...tags] : tags,
    'loses-tags-that-every-object-has': (tags) => tags.filter((tag) => !(tag in {})),
    ...Object.fromEntries(
      Object.entries(changedTags).map(([name, change]) => [
        name,
        (tags: readonly string[]) => tags.map(change),
      ]),
    ),
  },
  c2Address: {
    'changes-the-port': (address) => address.replace(/:\d+$/, ':80'),
    'cuts-addresses-at-255': (address) => address.slice(0, 255),
    'drops-www-of-a-host': (address) => address.replace(/^www\./, ''),
    'keeps-only-the-domain': (address) => address.replace(/^[^.:]+\./, ''),
  },
  file256Hash: { 'changes-the-hash': (hash) => [...hash].reverse().join('') },
  referenceLink: {
    'cuts-the-link': (link) => link.slice(0, 30),
    'drops-the-slash-at-the-end-of-a-link': (link) => link.replace(/\/$/, ''),
    'drops-campaigns-from-links': (link) => link.replace(/(?<![^?&])utm_[^&]*&?/g, ''),
    'reads-plus-in-links-as-space': (link) => link.replaceAll('+', '%20'),
    'cuts-links-at-255': (link) => link.slice(0, 255),
  },
  confidenceScore: {
    'raises-the-score': (score) => score + 1,
    'forgets-the-score': () => 0,
    'takes-99-for-100': (score) => (score === 99 ? 100 : score),
    'keeps-seven-bits-of-the-score': (score) => score & 63,
  },
};

/** Lost if it may be, and replaced by another valid value. */
function derived(field: string): Changes<unknown> {
  const other = otherValue(reportField(field), schemaSample(reportField(field)));
  const isRequired = schemaNamed('Report').required?.includes(field);
  return {
    ...(!isRequired && { [`loses-${kebab(field)}`]: () => undefined }),
    ...(other !== undefined && { [`alters-${kebab(field)}`]: () => other }),
  };
}

function keptMutants(field: string): Mutant[] {
  return Object.entries(
    (changes as { readonly [field: string]: Changes<unknown> })[field] ?? derived(field),
  ).map(([name, change]) => ({
    name,
    breaks: keepsClause(field),
    mutation: stores((report) => ({ [field]: change(report[field as keyof ReportDraft]) })),
  }));
}

/** What is a choice where it is done each time, done to every second report. */
function changesAtTimes<F extends keyof typeof normalisations>(
  field: F,
  rows: readonly Normalisation<StoredReport[F]>[],
): Mutant[] {
  const steady = rows.filter(({ mayVary = false }) => !mayVary);
  const once = steady.filter(
    ({ about }, nth) => steady.findIndex((one) => one.about === about) === nth,
  );
  return once.map(({ about, apply }) => ({
    name: `at-times-changes-${about.replaceAll(' ', '-')}`,
    breaks: keepsClause(field),
    mutation: () => {
      let created = 0;
      return stores((report) => {
        created += 1;
        return created % 2 === 0 ? { [field]: apply(report[field]) } : {};
      })();
    },
  }));
}

/** An operation that changes reports, and leaves a field as it was. Which they are shows in the store. */
export function ignoring({ operation, field }: (typeof keptFields)[number]): Mutant {
  return {
    name: `${operation}-ignores-${kebab(field)}`,
    breaks: keepsClause(field, operation),
    mutation: onCall(operation as OperationName, async (honest, served, call) => {
      const before = stateOf(served).contents().reports;
      const reply = await honest(served, call);
      for (const old of before) {
        const now = stateOf(served).report(old.service, old.id);
        const kept = { [field]: old[field as keyof StoredReport] };
        if (now && now !== old) await addReport(served, { ...now, ...kept });
      }
      return reply;
    }),
  };
}

export const keptValueMutants: readonly Mutant[] = [
  ...draftFields.flatMap(keptMutants),
  ...changesAtTimes('tags', normalisations.tags),
  ...changesAtTimes('c2Address', normalisations.c2Address),
  ...changesAtTimes('referenceLink', normalisations.referenceLink),
  ...keptFields.filter(({ operation }) => operation !== 'create').map(ignoring),
  ...mutantsBreaking({
    'report/tags-items': {
      'shows-tags-that-are-numbers-as-numbers': body(
        'fetched',
        inReport(({ tags, ...report }) => ({
          ...report,
          tags: (tags as string[]).map((tag) => (/^\d+$/.test(tag) ? Number(tag) : tag)),
        })),
      ),
    },
    'create/lowers-the-hash': {
      'keeps-upper-case-hashes': overrideRules((honest) => ({
        asStored: (sent) => ({ ...honest.asStored(sent), file256Hash: sent.file256Hash }),
      })),
    },
  }),
];
