import { isRefused, type Rule, rule } from '../rule.ts';

/** Operations that need a token; whether a fetch does is open. */
export const section5: readonly Rule[] = (['create', 'delete', 'lookup'] as const).flatMap((on) => [
  rule(`${on}/token-required`, {
    on,
    when: ({ expected }) => expected.because === 'no-token',
    demand: isRefused,
  }),
  rule(`${on}/token-must-be-known`, {
    on,
    when: ({ expected }) => expected.because === 'unknown-token',
    demand: isRefused,
    rests: [`${on}/token-required`],
  }),
]);
