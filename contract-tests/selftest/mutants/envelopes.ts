import {
  body,
  changed,
  type Json,
  type Mutant,
  refusal,
  reply,
  withField,
  withoutField,
} from '../mutant.ts';

/** By the end of a name and of a clause: how the body of a refusal is changed. */
const refusals: readonly [name: string, clause: string, change: (body: Json) => Json][] = [
  ['error-without-error', 'error-present', withoutField('error')],
  ['error-as-message', 'error-present', ({ error, ...rest }) => ({ ...rest, message: error })],
  ['error-as-object', 'error-type', (value) => ({ ...value, error: { text: value.error } })],
  ['error-as-code', 'error-type', withField('error', 17)],
  ['error-without-flag', 'error-flag-present', withoutField('successful')],
  [
    'error-flag-named-success',
    'error-flag-present',
    ({ successful, ...rest }) => ({ ...rest, success: successful }),
  ],
  ['error-flag-as-text', 'error-flag-type', withField('successful', 'false')],
  ['error-flag-as-number', 'error-flag-type', withField('successful', 0)],
  ['error-flag-true', 'error-flag-false', withField('successful', true)],
];

/** The flag and text of all refusals of the feed (7). */
const errorMutants = (['create', 'fetch', 'delete'] as const).flatMap((operation): Mutant[] => [
  ...refusals.map(([name, clause, change]) => ({
    name: `${operation}-${name}`,
    breaks: `${operation}/${clause}`,
    mutation: refusal(operation, change),
  })),
  {
    name: `${operation}-sends-text`,
    breaks: `${operation}/body-is-json`,
    mutation: reply(operation, (honest) => ({ ...honest, body: { type: 'text', value: 'done' } })),
  },
  {
    name: `${operation}-errors-are-text`,
    breaks: `${operation}/body-is-json`,
    mutation: reply(operation, (honest) =>
      honest.why === undefined ? honest : { ...honest, body: { type: 'text', value: honest.why } },
    ),
  },
  {
    name: `${operation}-errors-are-empty`,
    breaks: `${operation}/body-is-json`,
    mutation: reply(operation, (honest) =>
      honest.why === undefined ? honest : { ...honest, body: { type: 'empty' } },
    ),
  },
  {
    name: `${operation}-wraps-in-a-list`,
    breaks: `${operation}/body-is-json`,
    mutation: reply(operation, (honest) => changed(honest, (value) => [value])),
  },
  {
    name: `${operation}-says-html`,
    breaks: `${operation}/content-type-is-json`,
    mutation: reply(operation, (honest) => ({
      ...honest,
      headers: { ...honest.headers, 'Content-Type': 'text/html' },
    })),
  },
]);

export const envelopeMutants: readonly Mutant[] = [
  ...errorMutants,
  {
    name: 'lookup-sends-more-than-json',
    breaks: 'lookup/body-is-json',
    mutation: reply('lookup', (honest) => ({
      ...honest,
      headers: { ...honest.headers, 'Content-Type': 'application/json' },
      body:
        honest.body.type === 'json'
          ? { type: 'text', value: `${JSON.stringify(honest.body.value)} done` }
          : honest.body,
    })),
  },
  {
    name: 'lookup-says-text',
    breaks: 'lookup/content-type-is-json',
    mutation: reply('lookup', (honest) => ({
      ...honest,
      headers: { ...honest.headers, 'Content-Type': 'text/plain' },
    })),
  },
  {
    name: 'create-without-id',
    breaks: 'create/id-present',
    mutation: body('created', withoutField('id')),
  },
  {
    name: 'create-calls-it-report-id',
    breaks: 'create/id-present',
    mutation: body('created', ({ id, ...rest }) => ({ ...rest, reportId: id })),
  },
  {
    name: 'create-id-as-number',
    breaks: 'create/id-type',
    mutation: body('created', withField('id', 17)),
  },
  {
    name: 'create-id-without-dashes',
    breaks: 'create/id-format',
    mutation: body('created', (value) => ({ ...value, id: String(value.id).replaceAll('-', '') })),
  },
  {
    name: 'create-without-flag',
    breaks: 'create/flag-present',
    mutation: body('created', withoutField('successful')),
  },
  {
    name: 'create-flag-named-success',
    breaks: 'create/flag-present',
    mutation: body('created', ({ id }) => ({ id, success: true })),
  },
  {
    name: 'create-flag-as-text',
    breaks: 'create/flag-type',
    mutation: body('created', withField('successful', 'true')),
  },
  {
    name: 'create-flag-as-number',
    breaks: 'create/flag-type',
    mutation: body('created', withField('successful', 1)),
  },
  {
    name: 'create-flag-false',
    breaks: 'create/flag-true',
    mutation: body('created', withField('successful', false)),
  },
  ...['name', 'reportedAt', 'reportedBy', 'firstSeenID', 'c2Address'].map((field) => ({
    name: `create-returns-${field}`,
    breaks: 'create/returns-only-the-id',
    mutation: body('created', withField(field, 'x')),
  })),
  {
    name: 'create-returns-the-report',
    breaks: 'create/returns-only-the-id',
    mutation: body('created', (value) => ({ ...value, report: { id: value.id, name: 'rat' } })),
  },
  {
    name: 'fetch-without-report',
    breaks: 'fetch/report-present',
    mutation: body('fetched', withoutField('report')),
  },
  {
    name: 'fetch-unwrapped',
    breaks: 'fetch/report-present',
    mutation: body('fetched', ({ report, successful }) => ({ ...(report as object), successful })),
  },
  {
    name: 'fetch-calls-it-data',
    breaks: 'fetch/report-present',
    mutation: body('fetched', ({ report, ...rest }) => ({ ...rest, data: report })),
  },
  {
    name: 'fetch-report-in-a-list',
    breaks: 'fetch/report-type',
    mutation: body('fetched', (value) => ({ ...value, report: [value.report] })),
  },
  {
    name: 'fetch-report-as-text',
    breaks: 'fetch/report-type',
    mutation: body('fetched', (value) => ({ ...value, report: JSON.stringify(value.report) })),
  },
  {
    name: 'fetch-without-flag',
    breaks: 'fetch/flag-present',
    mutation: body('fetched', withoutField('successful')),
  },
  {
    name: 'fetch-flag-named-success',
    breaks: 'fetch/flag-present',
    mutation: body('fetched', ({ report }) => ({ report, success: true })),
  },
  {
    name: 'fetch-flag-as-text',
    breaks: 'fetch/flag-type',
    mutation: body('fetched', withField('successful', 'true')),
  },
  {
    name: 'fetch-flag-false',
    breaks: 'fetch/flag-true',
    mutation: body('fetched', withField('successful', false)),
  },
  {
    name: 'delete-without-message',
    breaks: 'delete/message-present',
    mutation: body('deleted', withoutField('message')),
  },
  {
    name: 'delete-message-as-object',
    breaks: 'delete/message-type',
    mutation: body('deleted', withField('message', {})),
  },
  {
    name: 'delete-flag-named-successful',
    breaks: 'delete/flag-is-success',
    mutation: body('deleted', ({ message }) => ({ message, successful: true })),
  },
  {
    name: 'delete-without-flag',
    breaks: 'delete/flag-is-success',
    mutation: body('deleted', withoutField('success')),
  },
  {
    name: 'delete-with-both-flags',
    breaks: 'delete/flag-not-successful',
    mutation: body('deleted', withField('successful', true)),
  },
  {
    name: 'delete-flag-as-text',
    breaks: 'delete/flag-type',
    mutation: body('deleted', withField('success', 'true')),
  },
  {
    name: 'delete-flag-false',
    breaks: 'delete/flag-true',
    mutation: body('deleted', withField('success', false)),
  },
  {
    name: 'delete-error-says-success',
    breaks: 'delete/error-is-no-success',
    mutation: refusal('delete', withField('success', true)),
  },
  {
    name: 'lookup-wrapped',
    breaks: 'lookup/body-is-the-analysis',
    mutation: body('found', (analysis) => ({ analysis, successful: true })),
  },
  {
    name: 'lookup-in-a-list',
    breaks: 'lookup/body-is-the-analysis',
    mutation: body('found', (analysis) => [analysis]),
  },
];
