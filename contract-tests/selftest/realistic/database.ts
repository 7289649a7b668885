import { aHash, del, get, look, noFile, post, tagged } from './conversation.ts';
import type { FrontState, Made } from './front.ts';
import {
  type FaultsById,
  hides,
  isDone,
  on,
  otherResearcher,
  reader,
  shows,
  showsTags,
  withHash,
  withId,
} from './layers.ts';

const anyScore = {
  'create.score.minimum': 'unbounded',
  'create.score.maximum': 'unbounded',
} as const;
const scored = (confidenceScore: number) => [post({ draft: { confidenceScore } }), get(1)];
const linked = (rest: string) => [
  post({ draft: { referenceLink: `https://results.example/${rest}` } }),
  get(1),
];
const at = (c2Address: string) => [post({ draft: { c2Address } }), get(1)];
const same = { file256Hash: aHash };

const isThere = ({ gone }: FrontState, { id }: Made): boolean => !gone.has(id);
const first = ({ made }: FrontState, { draft, nth }: Made): Made | undefined =>
  [...made.values()].find((one) => one.draft.file256Hash === draft.file256Hash && one.nth < nth);
/** The report that matches an SQL pattern. */
const like = (world: FrontState, service: string, pattern: string): Made | undefined => {
  const escaped = pattern
    .replace(/[^\w%-]/g, '.')
    .replace(/%/g, '.*')
    .replace(/_/g, '.');
  return [...world.made.values()].find(
    (one) => isThere(world, one) && one.service === service && RegExp(`^${escaped}$`).test(one.id),
  );
};
/** Ids of this form find what a pattern matches. */
const finds = (operation: 'fetch' | 'delete', form: RegExp, pattern: (id: string) => string) =>
  on(operation, (one, world) => {
    const found = form.test(one.id) ? like(world, one.service, pattern(one.id)) : undefined;
    return found && world.pass(withId(one, found.id));
  });
const plain = (tag: string): string => tag.normalize('NFD').replace(/\p{M}/gu, '');

/** Columns, collations, keys, and the code that writes to them. */
export const databaseFaults: FaultsById = {
  'tags-concatenated-up-to-1024': {
    says: 'Tags are read by GROUP_CONCAT, which ends after 1,024 bytes.',
    breaks: 'create/keeps-tags',
    layer: shows(({ tags }) =>
      tags.length > 0 ? { tags: tags.join('\u001f').slice(0, 1024).split('\u001f') } : {},
    ),
    shows: [tagged(...Array.from({ length: 40 }, (_, nth) => `${nth}`.padStart(30, 'x'))), get(1)],
  },
  'links-of-1024': {
    says: 'The link is a VARCHAR(1024), and what is longer is cut.',
    breaks: 'create/keeps-reference-link',
    layer: shows(({ referenceLink }) => ({ referenceLink: referenceLink.slice(0, 1024) })),
    shows: linked('x'.repeat(1100)),
  },
  'hosts-of-64': {
    says: 'The host is a VARCHAR(64), and what is longer is cut.',
    breaks: 'create/keeps-c2-address',
    layer: shows(({ c2Address }) => ({
      c2Address: c2Address.replace(/^(.{64}).*(:\d+)$/, '$1$2'),
    })),
    shows: at(`${'l'.repeat(40)}.${'m'.repeat(40)}.example:4444`),
  },
  'ports-up-to-32767': {
    says: 'The port is a signed SMALLINT, and what is larger becomes the largest.',
    breaks: 'create/keeps-c2-address',
    layer: shows(({ c2Address }) => ({
      c2Address: c2Address.replace(/\d+$/, (port) => String(Math.min(Number(port), 32_767))),
    })),
    shows: at('c2.example.com:50000'),
  },
  'scores-of-a-byte': {
    says: 'The score is a TINYINT that wraps round.',
    breaks: 'create/keeps-confidence-score',
    dialect: anyScore,
    layer: shows(({ confidenceScore }) => ({ confidenceScore: (confidenceScore << 24) >> 24 })),
    shows: scored(128),
  },
  'scores-as-float': {
    says: 'The score is a FLOAT of 32 bits.',
    breaks: 'create/keeps-confidence-score',
    dialect: anyScore,
    layer: shows(({ confidenceScore }) => ({ confidenceScore: Math.fround(confidenceScore) })),
    shows: scored(2 ** 24 + 1),
  },
  'text-ends-at-an-emoji': {
    says: 'The table is in utf8mb3, which ends a text at its first character of four bytes.',
    breaks: 'create/keeps-tags',
    layer: showsTags((tag) => tag.replace(/[\u{10000}-\u{10ffff}].*/su, '')),
    shows: [tagged('rat 🐀 rat'), get(1)],
  },
  'text-encoded-twice': {
    says: 'The connection is set to latin1, so that UTF-8 is encoded a second time.',
    breaks: 'create/keeps-tags',
    layer: showsTags((tag) => Buffer.from(tag).toString('latin1')),
    shows: [tagged('café'), get(1)],
  },
  'accents-are-alike': {
    says: 'Tags are unique in a collation without accents, so that of two only the first is kept.',
    breaks: 'create/keeps-tags',
    layer: shows(({ tags }) => ({
      tags: tags.filter((tag, nth) => tags.findIndex((one) => plain(one) === plain(tag)) === nth),
    })),
    shows: [tagged('resume', 'résumé'), get(1)],
  },
  'tags-in-compatible-form': {
    says: 'Tags are normalised by NFKC, which turns ligatures and circled numbers into plain ones.',
    breaks: 'create/keeps-tags',
    layer: showsTags((tag) => tag.normalize('NFKC')),
    shows: [tagged('oﬃce ①'), get(1)],
  },
  'no-tags-are-null': {
    says: 'Aggregating no rows gives NULL.',
    breaks: 'report/tags-type',
    layer: shows(({ tags }) => (tags.length === 0 ? { tags: null } : {})),
    shows: [tagged(), get(1)],
  },
  'empty-tag-is-null': {
    says: 'To this database an empty text is NULL.',
    breaks: 'report/tags-items',
    layer: showsTags((tag) => (tag === '' ? null : tag)),
    shows: [tagged('rat', ''), get(1)],
  },
  'ids-of-34-characters': {
    says: 'The column of ids is two characters short, and compared with what is as short.',
    breaks: 'fetch/unknown-id-is-refused',
    layer: on('fetch', (one, world) => {
      const found = like(world, one.service, `${one.id.slice(0, 34)}__`);
      return one.id.length === 36 && found ? world.pass(withId(one, found.id)) : undefined;
    }),
    shows: [post(), get(1, { query: '?report={1:34}zz' })],
  },
  'ids-are-patterns': {
    says: 'Reports are found by LIKE.',
    breaks: 'fetch/unknown-id-is-refused',
    layer: finds('fetch', /[%_]/, (id) => id),
    shows: [post(), get(1, { query: '?report=%25' })],
  },
  'ids-are-part-of-a-query': {
    says: 'The id is put into the text of a query.',
    breaks: 'fetch/unknown-id-is-refused',
    layer: finds('fetch', /' or '(.)'='\1$/, () => '%'),
    shows: [post(), get(1, { query: "?report=' or 'a'='a" })],
  },
  'deletes-by-pattern': {
    says: 'Reports are deleted by LIKE.',
    breaks: 'delete/removes-only-that-report',
    layer: finds('delete', /[%_]/, (id) => id),
    shows: [post(), del(1, { query: '?report=%25' }), get(1)],
  },
  'hashes-are-patterns': {
    says: 'Analyses are found by LIKE.',
    breaks: 'lookup/unknown-hash-finds-nothing',
    layer: on('lookup', (one, { pass }) =>
      /^[%_]+$/.test(one.hash) ? pass(withHash(one, firstFile)) : undefined,
    ),
    shows: [look('_'.repeat(64)), look(noFile)],
  },
  'one-file-one-feed': {
    says: 'The hash is unique over all feeds, and a second report of a file moves the first.',
    breaks: 'create/leaves-others-unchanged',
    layer: hides((made, { made: all }) =>
      [...all.values()].some(
        ({ draft, service, nth }) =>
          draft.file256Hash === made.draft.file256Hash &&
          service !== made.service &&
          nth > made.nth,
      ),
    ),
    shows: [post({ draft: same }), get(1), post({ draft: same, feed: 'dyndnsco' }), get(1)],
  },
  'one-address-one-row': {
    says: 'A report of an address that is in the feed already writes its score there too.',
    breaks: 'create/leaves-others-unchanged',
    layer: shows(({ id, c2Address }, { made }, { service }) => {
      const later = [...made.values()].findLast(
        ({ draft, service: feed }) => draft.c2Address === c2Address && feed === service,
      );
      return later && later.id !== id ? { confidenceScore: later.draft.confidenceScore } : {};
    }),
    shows: [post(), get(1), post({ by: otherResearcher, draft: { confidenceScore: 7 } }), get(1)],
  },
  'later-reports-go-with-the-first': {
    says: 'firstSeenID is a foreign key that cascades.',
    breaks: 'delete/removes-only-that-report',
    layer: hides((made, world) => {
      const earliest = first(world, made);
      return earliest !== undefined && !isThere(world, earliest);
    }),
    shows: [post({ draft: same }), post({ draft: same }), del(1), get(2)],
  },
  'first-seen-set-to-null': {
    says: 'firstSeenID is a foreign key that is set to NULL when the first report goes.',
    breaks: 'report/first-seen-id-type',
    layer: shows(({ id }, world) => {
      const made = world.made.get(id);
      const earliest = made && first(world, made);
      return earliest && !isThere(world, earliest) ? { firstSeenID: null } : {};
    }),
    shows: [post({ draft: same }), post({ draft: same }), del(1), get(2)],
  },
  'touched-by-a-refusal': {
    says: 'The time is a TIMESTAMP that is set by every write, and a refused deletion is noted.',
    breaks: 'delete/refused-means-unchanged',
    layer: shows(({ id }, { history }) => {
      const touched = history.findLast(
        ({ request, response }) =>
          request.operation === 'delete' && request.id === id && !isDone(response),
      );
      if (!touched) return {};
      return { reportedAt: new Date(touched.at).toISOString().slice(0, 19).replace('T', ' ') };
    }),
    shows: [post(), 2, del(1, { by: reader }), get(1)],
  },
};

const firstFile = 'd3375bdd2d063f96df34e68d266e968d553c0c0a7acbf90202fe3d3829a36218';
