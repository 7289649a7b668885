import { ControlProblem } from './admin/control/problem.ts';
import { nearest } from './spec/nearest.ts';

/** The type of an option. */
export interface Kind {
  readonly fits: (value: unknown) => boolean;
  /** Completes "expected …". */
  readonly words: string;
}

type Kinds = { readonly [option: string]: Kind };

const kind = (words: string, fits: Kind['fits']): Kind => ({ words, fits });
const isObject = (value: unknown): boolean => typeof value === 'object' && value !== null;
const text = kind('a text that is not empty', (value) => typeof value === 'string' && value !== '');
const truth = kind('true or false', (value) => typeof value === 'boolean');
const call = kind('a function', (value) => typeof value === 'function');
const whole = (value: unknown): value is number => Number.isSafeInteger(value);

/** Written by hand, since compiling a schema takes longer than starting a server. */
export const optionKinds = {
  host: text,
  port: kind(
    'a whole number from 0 (any free one) to 65535',
    (value) => whole(value) && value >= 0 && value <= 65535,
  ),
  // Checked by chosenDialect.
  dialect: kind('a dialect', () => true),
  mutant: call,
  seed: text,
  data: text,
  log: call,
  onAnswer: call,
  notice: call,
  cors: truth,
  adminToken: text,
  ids: kind('a text or a whole number', (value) => typeof value === 'string' || whole(value)),
  // Checked where they are used, with their own messages.
  clock: kind('{ mode, at }', isObject),
  add: kind('lists of seed data', isObject),
  alone: truth,
  publicUrl: kind(
    'a URL such as https://feed.example/stand-in',
    (value) =>
      typeof value === 'string' && /^https?:\/\/[^\s?#]+$/.test(value) && URL.canParse(value),
  ),
  replay: kind('a HAR', isObject),
  hiddenTokens: kind('a Set of tokens', (value) => value instanceof Set),
  faults: kind('a list of faults', Array.isArray),
  tls: kind('{ cert, key }', isObject),
  faultsIn: call,
  environment: kind('{ realTime, uptime, chance, rateLimiter, pause }', isObject),
} satisfies Kinds;

/** For the commands and tests of this package. */
const ownOptions = new Set(['mutant', 'onAnswer', 'hiddenTokens', 'environment', 'faultsIn']);

/** Throws a ControlProblem for unknown options and invalid values. */
export function checkOptions(options: object, kinds: Kinds): void {
  if (typeof options !== 'object' || options === null || Array.isArray(options)) {
    const given = Array.isArray(options) ? 'a list' : String(options);
    refuse(`startServer() takes an object of options, such as { port: 4010 }, and got ${given}.`);
  }
  for (const [key, value] of Object.entries(options)) {
    const expected = Object.hasOwn(kinds, key) ? kinds[key] : undefined;
    if (!expected) {
      const names = Object.keys(kinds).filter((name) => !ownOptions.has(name));
      const near = nearest(key, names);
      const hint = near ? `Did you mean "${near}"?` : `There are ${names.join(', ')}.`;
      const memory = /memory/i.test(key) ? ' It is in memory unless data is given.' : '';
      refuse(`startServer() has no option "${key}".${memory} ${hint}`);
    } else if (value !== undefined && !expected.fits(value)) {
      const found = typeof value === 'string' ? JSON.stringify(value) : String(value);
      refuse(`${key} is ${found}; expected ${expected.words}.`);
    }
  }
}

function refuse(detail: string): never {
  throw new ControlProblem('invalid-request', detail);
}
