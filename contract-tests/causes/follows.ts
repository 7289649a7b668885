/**
 * What two findings have to share for one to follow from the other: the answer, the report it is about,
 * a field of one answer, a value that was already wrong when it was sent, or nothing. A
 * report that was there and has vanished was taken by whatever takes reports away; one that was never
 * there, though others are, was lost on its way in.
 */
export type Bond = 'answer' | 'report' | 'field' | 'sent' | 'vanished' | 'lost' | 'nothing';

/** A clause that is broken where others are. `$1` stands for what the first group has matched. */
export interface Consequence {
  readonly clause: RegExp;
  readonly from: readonly string[];
  readonly by: Bond;
}

/** A field of a report (2.1) as clauses name it, and the clauses about sending it. */
export const sentFields = [
  { field: 'tags', name: 'tags', keeps: ['create/keeps-tags'], stores: ['stores-valid-tags'] },
  {
    field: 'c2Address',
    name: 'c2-address',
    keeps: ['create/keeps-c2-address'],
    stores: ['stores-a-valid-address'],
  },
  {
    field: 'file256Hash',
    name: 'file256-hash',
    keeps: ['create/keeps-file-hash', 'create/lowers-the-hash'],
    stores: ['lowers-the-hash', 'stores-a-valid-hash'],
  },
  {
    field: 'referenceLink',
    name: 'reference-link',
    keeps: ['create/keeps-reference-link'],
    stores: ['stores-a-valid-link'],
  },
  {
    field: 'confidenceScore',
    name: 'confidence-score',
    keeps: ['create/keeps-confidence-score'],
    stores: ['stores-a-valid-score'],
  },
] as const;

const forms = ['present', 'type', 'format', 'items'];
const anyForm = (name: string): string[] => forms.map((form) => `report/${name}-${form}`);
const exactly = (...ids: readonly string[]): RegExp => new RegExp(`^(${ids.join('|')})$`);

/** What is wrong with a field shows again in what is said about sending it, and the other way round. */
const ofSentFields: Consequence[] = sentFields.flatMap(({ name, keeps, stores }) => [
  {
    clause: new RegExp(`^report/${name}-`),
    from: [...stores, 'stores-every-field', 'stores-only-reports'].map((one) => `create/${one}`),
    by: 'sent',
  },
  {
    clause: exactly(...keeps),
    from: [...anyForm(name), 'fetch/gives-the-report-asked-for'],
    by: 'answer',
  },
  { clause: exactly(...stores.map((one) => `create/${one}`)), from: anyForm(name), by: 'report' },
  {
    clause: /^fetch\/(repeated-fetches|callers)-agree$/,
    from: [...anyForm(name), ...keeps],
    by: 'field',
  },
]);

/** A deletion that was refused and happened all the same. */
const refusals = [
  'other-researcher-may-not',
  'researchers-are-equal',
  'reader-may-not',
  'other-owner-may-not',
  'owners-are-equal',
  'token-required',
  'token-must-be-known',
].map((one) => `delete/${one}`);

/** What else is said of reports that are looked for. */
const unfound = ['overwrites-nothing', 'leaves-others-unchanged'].map((one) => `create/${one}`);

/** Whatever takes reports away that nobody deleted, the surest sign of it first. */
const takers = [
  'delete/missing-id-is-refused',
  'delete/removes-only-that-report',
  'delete/refused-means-unchanged',
  'delete/own-feed-only',
  'fetch/report-stays',
];

/** These take only what somebody tried to delete. */
export const takersOfTheTried: readonly string[] = [
  'delete/refused-means-unchanged',
  'delete/own-feed-only',
];

/** Where a report that has vanished is missed. */
const missedIn = [
  ...['fetch/stored-report-is-found', 'create/id-finds-the-report'],
  ...['create/in-the-named-feed', 'create/parallel-creates-are-all-kept'],
  ...['create/repeats-make-new-reports', 'create/leaves-others-unchanged'],
  ...['delete/creator-may-delete', 'delete/owner-may-delete-any', 'delete/owner-of-any-feed'],
  ...refusals,
];

const ofVanished: Consequence[] = takers.map((taker) => ({
  clause: exactly(...missedIn, ...takers),
  from: [taker],
  by: 'vanished',
}));

/** Which clause is broken because another is. What is not in here is a cause of its own. */
export const consequences: readonly Consequence[] = [
  // One flag by the name of the other (4.3).
  { clause: exactly('delete/flag-not-successful'), from: ['delete/flag-is-success'], by: 'answer' },
  { clause: /^(\w+)\/content-type-is-json$/, from: ['$1/body-is-json'], by: 'answer' },
  {
    clause: exactly(
      'fetch/stored-report-is-found',
      'create/id-finds-the-report',
      ...unfound,
      ...takers,
    ),
    from: ['fetch/report-present', 'fetch/report-type', 'fetch/body-is-json'],
    by: 'answer',
  },
  {
    clause: exactly(...missedIn, ...takers),
    from: ['create/parallel-creates-are-all-kept'],
    by: 'lost',
  },
  {
    clause: /^create\/(id-finds-the-report|in-the-named-feed|parallel-creates-are-all-kept)$/,
    from: ['fetch/stored-report-is-found'],
    by: 'nothing',
  },
  {
    clause: /^report\/id-(type|format)$/,
    from: ['create/id-type', 'create/id-format'],
    by: 'report',
  },
  {
    clause: exactly('fetch/gives-the-report-asked-for', 'create/id-finds-the-report'),
    from: [...anyForm('id'), 'create/id-format', 'fetch/gives-the-report-asked-for'],
    by: 'report',
  },
  {
    clause: /^fetch\/(repeated-fetches|callers)-agree$/,
    from: ['fetch/gives-the-report-asked-for'],
    by: 'answer',
  },
  ...ofSentFields,
  {
    clause: /^create\/stores-(every-field|only-reports)$/,
    from: sentFields.flatMap(({ name }) => anyForm(name)),
    by: 'report',
  },
  {
    clause: /^create\/stores-only-reports$/,
    from: ['name', 'first-seen-id', 'id', 'reported-at', 'reported-by'].flatMap(anyForm),
    by: 'report',
  },
  {
    clause: /^report\/(name|first-seen-id)-/,
    from: ['create/stores-only-reports'],
    by: 'sent',
  },
  {
    clause: /^report\/reported-by-is-the-creator$/,
    from: [
      'create/reporter-is-the-services',
      'report/reported-by-named',
      ...anyForm('reported-by'),
    ],
    by: 'nothing',
  },
  {
    clause: /^create\/(overwrites-nothing|makes-a-new-report|id-finds-the-report)$/,
    from: ['create/id-is-the-services'],
    by: 'nothing',
  },
  {
    clause: /^create\/(makes-a-new-report)$/,
    from: ['create/repeats-make-new-reports'],
    by: 'answer',
  },
  {
    clause: /^create\/(repeats-make-new-reports|parallel-creates-are-all-kept)$/,
    from: ['create/makes-a-new-report'],
    by: 'nothing',
  },
  { clause: /^fetch\/report-stays$/, from: refusals, by: 'report' },
  ...ofVanished,
  {
    clause: /^(create\/keeps-.*|fetch\/(repeated-fetches|callers)-agree)$/,
    from: [
      'create/overwrites-nothing',
      'create/leaves-others-unchanged',
      'delete/refused-means-unchanged',
    ],
    by: 'report',
  },
  {
    clause: /^(create|delete|lookup)\/token-must-be-known$/,
    from: ['$1/token-required'],
    by: 'nothing',
  },
  // Whoever has less right than others got through, so there is no rule that would stop the others.
  {
    clause:
      /^delete\/(other-researcher-may-not|researchers-are-equal|other-owner-may-not|owners-are-equal)$/,
    from: ['delete/reader-may-not'],
    by: 'nothing',
  },
  {
    clause: /^delete\/researchers-are-equal$/,
    from: ['delete/other-researcher-may-not'],
    by: 'nothing',
  },
  { clause: /^delete\/owners-are-equal$/, from: ['delete/other-owner-may-not'], by: 'nothing' },
  { clause: /^delete\/owner-of-any-feed$/, from: ['delete/owner-may-delete-any'], by: 'nothing' },
  {
    clause: exactly(...['sha256', 'sha512', 'blake3'].map((kind) => `lookup/by-${kind}`)),
    from: ['lookup/body-is-json'],
    by: 'answer',
  },
  {
    clause: /^lookup\/(states-its-hashes|same-by-every-hash|gives-the-file-asked-for)$/,
    from: ['sha256', 'sha512', 'blake3'].flatMap((kind) =>
      forms.map((form) => `analysis/${kind}-hash-${form}`),
    ),
    by: 'answer',
  },
  {
    clause: /^lookup\/(states-its-hashes|same-by-every-hash|any-case-means-that-file)$/,
    from: ['lookup/gives-the-file-asked-for'],
    by: 'answer',
  },
  {
    clause: /^lookup\/(same-by-every-hash|any-case-means-that-file)$/,
    from: ['lookup/repeats-agree'],
    by: 'nothing',
  },
  // The same calls, explained in several ways.
  {
    clause: /^lookup\/(every-call-counts|repeats-count)$/,
    from: ['lookup/misses-count', 'lookup/repeats-count'],
    by: 'answer',
  },
];
