import type { OperationName } from '../../../src/domain/operation.ts';
import type { Reply } from '../../../src/http/reply/reply.ts';
import {
  body,
  changed,
  type Mutant,
  mutantsBreaking,
  refusal,
  renamed,
  reply,
  withField,
  withoutField,
} from '../mutant.ts';

const withType = (operation: OperationName, type: string) =>
  reply(operation, (honest) => ({
    ...honest,
    headers: { ...honest.headers, 'Content-Type': type },
  }));

const errorBody = (operation: OperationName, of: (why: string) => Reply['body']) =>
  reply(operation, (honest) =>
    honest.why === undefined ? honest : { ...honest, body: of(honest.why) },
  );

/** The flag and text of all refusals of the feed (7). */
const errorMutants = (['create', 'fetch', 'delete'] as const).flatMap((operation) =>
  mutantsBreaking({
    [`${operation}/error-present`]: {
      [`${operation}-error-without-error`]: refusal(operation, withoutField('error')),
      [`${operation}-error-as-message`]: refusal(operation, renamed('error', 'message')),
    },
    [`${operation}/error-type`]: {
      [`${operation}-error-as-object`]: refusal(operation, (value) => ({
        ...value,
        error: { text: value.error },
      })),
      [`${operation}-error-as-code`]: refusal(operation, withField('error', 17)),
    },
    [`${operation}/error-flag-present`]: {
      [`${operation}-error-without-flag`]: refusal(operation, withoutField('successful')),
      [`${operation}-error-flag-named-success`]: refusal(
        operation,
        renamed('successful', 'success'),
      ),
    },
    [`${operation}/error-flag-type`]: {
      [`${operation}-error-flag-as-text`]: refusal(operation, withField('successful', 'false')),
      [`${operation}-error-flag-as-number`]: refusal(operation, withField('successful', 0)),
    },
    [`${operation}/error-flag-false`]: {
      [`${operation}-error-flag-true`]: refusal(operation, withField('successful', true)),
    },
    [`${operation}/body-is-json`]: {
      [`${operation}-sends-text`]: reply(operation, (honest) => ({
        ...honest,
        body: { type: 'text', value: 'done' },
      })),
      [`${operation}-errors-are-text`]: errorBody(operation, (value) => ({ type: 'text', value })),
      [`${operation}-errors-are-empty`]: errorBody(operation, () => ({ type: 'empty' })),
      [`${operation}-wraps-in-a-list`]: reply(operation, (honest) =>
        changed(honest, (value) => [value]),
      ),
    },
    [`${operation}/content-type-is-json`]: {
      [`${operation}-says-html`]: withType(operation, 'text/html'),
    },
  }),
);

export const envelopeMutants: readonly Mutant[] = [
  ...errorMutants,
  ...mutantsBreaking({
    'lookup/body-is-json': {
      'lookup-sends-more-than-json': reply('lookup', (honest) => ({
        ...honest,
        headers: { ...honest.headers, 'Content-Type': 'application/json' },
        body:
          honest.body.type === 'json'
            ? { type: 'text', value: `${JSON.stringify(honest.body.value)} done` }
            : honest.body,
      })),
    },
    'lookup/content-type-is-json': { 'lookup-says-text': withType('lookup', 'text/plain') },
    'create/id-present': {
      'create-without-id': body('created', withoutField('id')),
      'create-calls-it-report-id': body('created', renamed('id', 'reportId')),
    },
    'create/id-type': { 'create-id-as-number': body('created', withField('id', 17)) },
    'create/id-format': {
      'create-id-without-dashes': body('created', (value) => ({
        ...value,
        id: String(value.id).replaceAll('-', ''),
      })),
    },
    'create/flag-present': {
      'create-without-flag': body('created', withoutField('successful')),
      'create-flag-named-success': body('created', renamed('successful', 'success')),
    },
    'create/flag-type': {
      'create-flag-as-text': body('created', withField('successful', 'true')),
      'create-flag-as-number': body('created', withField('successful', 1)),
    },
    'create/flag-true': { 'create-flag-false': body('created', withField('successful', false)) },
    'create/returns-only-the-id': {
      ...Object.fromEntries(
        ['name', 'reportedAt', 'reportedBy', 'firstSeenID', 'c2Address'].map((field) => [
          `create-returns-${field}`,
          body('created', withField(field, 'x')),
        ]),
      ),
      'create-returns-the-report': body('created', (value) => ({
        ...value,
        report: { id: value.id, name: 'rat' },
      })),
    },
    'fetch/report-present': {
      'fetch-without-report': body('fetched', withoutField('report')),
      'fetch-unwrapped': body('fetched', ({ report, successful }) => ({
        ...(report as object),
        successful,
      })),
      'fetch-calls-it-data': body('fetched', renamed('report', 'data')),
    },
    'fetch/report-type': {
      'fetch-report-in-a-list': body('fetched', (value) => ({ ...value, report: [value.report] })),
      'fetch-report-as-text': body('fetched', (value) => ({
        ...value,
        report: JSON.stringify(value.report),
      })),
    },
    'fetch/flag-present': {
      'fetch-without-flag': body('fetched', withoutField('successful')),
      'fetch-flag-named-success': body('fetched', renamed('successful', 'success')),
    },
    'fetch/flag-type': { 'fetch-flag-as-text': body('fetched', withField('successful', 'true')) },
    'fetch/flag-true': { 'fetch-flag-false': body('fetched', withField('successful', false)) },
    'delete/message-present': {
      'delete-without-message': body('deleted', withoutField('message')),
    },
    'delete/message-type': {
      'delete-message-as-object': body('deleted', withField('message', {})),
    },
    'delete/flag-is-success': {
      'delete-flag-named-successful': body('deleted', renamed('success', 'successful')),
      'delete-without-flag': body('deleted', withoutField('success')),
    },
    'delete/flag-not-successful': {
      'delete-with-both-flags': body('deleted', withField('successful', true)),
    },
    'delete/flag-type': { 'delete-flag-as-text': body('deleted', withField('success', 'true')) },
    'delete/flag-true': { 'delete-flag-false': body('deleted', withField('success', false)) },
    'delete/error-is-no-success': {
      'delete-error-says-success': refusal('delete', withField('success', true)),
    },
    'lookup/body-is-the-analysis': {
      'lookup-wrapped': body('found', (analysis) => ({ analysis, successful: true })),
      'lookup-in-a-list': body('found', (analysis) => [analysis]),
    },
  }),
];
