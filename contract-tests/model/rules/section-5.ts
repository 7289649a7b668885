import { isRefused, type Rule, rule } from '../rule.ts';

/** Operations that need a token; whether a fetch does is open. */
export const section5: readonly Rule[] = (['create', 'delete', 'lookup'] as const).flatMap((on) => [
  rule(`${on}/token-required`, {
    on,
    when: ({ expected }) => expected.because === 'no-token',
    demand: isRefused,
    traffic: `a ${on} without a token${on === 'delete' ? ', and one of a report that is gone' : ''}`,
  }),
  rule(`${on}/token-must-be-known`, {
    on,
    when: ({ expected }) => expected.because === 'unknown-token',
    demand: isRefused,
    rests: [`${on}/token-required`],
    unobservable: 'a listener cannot know which tokens are unknown',
  }),
]);
