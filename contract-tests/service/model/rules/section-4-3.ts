import { formatValue } from '../../../judging/talk/format.ts';
import { failure, type Rule, rule } from '../rule.ts';

export const section43: readonly Rule[] = [
  rule('delete/flag-not-successful', {
    on: 'delete',
    when: ({ answer }) => answer.outcome === 'success',
    demand: ({ answer: { body } }) =>
      !('successful' in body) ||
      failure('no field successful beside success', `successful: ${formatValue(body.successful)}`, {
        rests: ['delete/flag-is-success'],
        sign: { field: 'successful' },
      }),
  }),
  rule('delete/error-is-no-success', {
    on: 'delete',
    when: ({ answer }) => answer.outcome === 'refusal',
    demand: ({ answer: { body } }) =>
      body.success !== true ||
      failure('no success: true on an error', 'success: true', {
        sign: { field: 'success' },
      }),
  }),
];
