import { mutants } from '../mutants/index.ts';

/** Servers with two unrelated mutants: each has two causes. */
const together: readonly (readonly [string, string])[] = [
  ['delete-flag-as-text', 'lookup-counts-twice'],
  ['everybody-creates', 'lookup-swaps-two-hashes'],
  ['cuts-the-link', 'researchers-delete-everything'],
  ['fetch-flag-as-text', 'delete-pretends'],
  ['create-error-flag-true', 'keeps-one-tag'],
  ['fetch-counts-the-views', 'lookup-counts-hits-only'],
  ['delete-message-as-object', 'create-repeats-give-the-old-id'],
  ['changes-the-port', 'owners-may-not-delete'],
  ['fetch-finds-ids-of-every-feed', 'lookup-without-token'],
  ['create-takes-over-the-reporter', 'delete-error-as-message'],
];

const mutant = (name: string) => {
  const found = mutants.find((one) => one.name === name);
  if (!found) throw new Error(`there is no mutant ${name}`);
  return found;
};

export const faultPairs = together.map(([one, other]) => [mutant(one), mutant(other)] as const);
