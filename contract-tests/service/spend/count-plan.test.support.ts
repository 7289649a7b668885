import type { AvailableHashes } from './count-plan.ts';

export const limited = [4, 6, 8].map((remaining) => ({ token: `t${remaining}`, remaining }));

export const askable: AvailableHashes = {
  first: 'hash-0',
  other: 'hash-1',
  third: 'hash-2',
  anotherThird: 'hash-5',
  hits: Array.from({ length: 20 }, (_, index) => `hash-${index}`),
  miss: 'absent',
  longMiss: 'absent and long',
};
