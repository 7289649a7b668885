import { formatValue } from '../../../judging/talk/format.ts';
import { debatable, failure, type Rule, rule } from '../rule.ts';

export const section43: readonly Rule[] = [
  rule('delete/flag-not-successful', {
    on: 'delete',
    when: ({ answer }) => answer.outcome === 'success',
    demand: ({ answer: { body } }) => {
      if (!('successful' in body)) return true;
      const expected = 'no field successful beside success';
      const actual = `successful: ${formatValue(body.successful)}`;
      // Both flags, if they agree, mislead nobody.
      if (typeof body.success === 'boolean' && body.success === body.successful)
        return debatable(expected, actual);
      return failure(expected, actual, {
        rests: ['delete/flag-is-success'],
        sign: { field: 'successful' },
      });
    },
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
