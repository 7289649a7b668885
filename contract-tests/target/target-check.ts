import { nearest } from '../../src/spec/nearest.ts';
import { defaultPayload, type Target, TargetError } from './target.ts';
import { lineOf } from './target-lines.ts';

type Fields = { readonly [key: string]: Rule };
type Rule = (value: unknown, key: string, say: Say) => unknown;
type Say = (key: string, found: unknown, expected: string) => never;

const text: Rule = (value, key, say) =>
  typeof value === 'string' && value !== '' ? value : say(key, value, 'a text');
const whole =
  (least: number): Rule =>
  (value, key, say) => {
    const number = typeof value === 'string' && /^\d+$/.test(value) ? Number(value) : value;
    return Number.isInteger(number) && Number(number) >= least
      ? number
      : say(key, value, `a whole number from ${least}`);
  };
const positive: Rule = (value, key, say) =>
  typeof value === 'number' && value > 0 ? value : say(key, value, 'a number above 0');
const integer: Rule = (value, key, say) =>
  Number.isInteger(value) ? value : say(key, value, 'a whole number');
const url: Rule = (value, key, say) =>
  typeof value === 'string' && /^https?:\/\//i.test(value) && URL.canParse(value)
    ? value
    : say(key, value, 'a URL that starts with http:// or https://');
const hex =
  (length: number): Rule =>
  (value, key, say) =>
    typeof value === 'string' && new RegExp(`^[0-9a-f]{${length}}$`, 'i').test(value)
      ? value
      : say(key, value, `${length} hexadecimal characters`);
const address: Rule = (value, key, say) =>
  typeof value === 'string' && value.includes('{n}') && /^[^\s/]+:(\d+|\{n\})$/.test(value)
    ? value
    : say(key, value, 'a host and a port with a colon between, with {n} for what changes');
const oneOf =
  (...values: string[]): Rule =>
  (value, key, say) =>
    values.includes(value as string) ? value : say(key, value, `one of ${values.join(', ')}`);
const list =
  (rule: Rule): Rule =>
  (value, key, say) =>
    Array.isArray(value)
      ? value.map((item, index) => rule(item, `${key}[${index}]`, say))
      : say(key, value, 'a list');

const record =
  (fields: Fields, required: readonly string[] = []): Rule =>
  (value, key, say) => {
    if (!value || typeof value !== 'object' || Array.isArray(value))
      return say(key, value, 'a map of keys');
    const prefix = key ? `${key}.` : '';
    const result: { [name: string]: unknown } = {};
    for (const [name, item] of Object.entries(value)) {
      const rule = fields[name];
      if (!rule) {
        const meant = nearest(name, Object.keys(fields));
        const hint = meant
          ? `did you mean ${prefix}${meant}?`
          : `known here: ${Object.keys(fields).join(', ')}`;
        throw new UnknownKey(`${prefix}${name}`, hint);
      }
      if (item !== undefined && item !== null) result[name] = rule(item, `${prefix}${name}`, say);
    }
    for (const name of required)
      if (result[name] === undefined) say(`${prefix}${name}`, undefined, 'to be given');
    return result;
  };

class UnknownKey extends Error {
  readonly key: string;
  constructor(key: string, hint: string) {
    super(hint);
    this.key = key;
  }
}

const shape = record(
  {
    baseUrl: url,
    analysisUrl: url,
    service: text,
    otherService: text,
    tokens: record({
      researcher: text,
      otherResearcher: text,
      service: text,
      otherServiceOwner: text,
      reader: text,
      analyst: text,
      limited: list(record({ token: text, remaining: whole(0) }, ['token', 'remaining'])),
    }),
    analyses: list(record({ sha256: hex(64), sha512: hex(128), blake3: hex(64) })),
    unknownHash: hex(64),
    areas: list(oneOf('feed', 'lookup')),
    payload: record({
      confidenceScore: integer,
      tags: list(text),
      c2Address: address,
      referenceLink: text,
    }),
    waive: list(record({ clause: text, reason: text }, ['clause', 'reason'])),
    expect: text,
    pace: record({ requestsPerSecond: positive, timeoutMs: whole(1) }),
  },
  [],
);

type Partially = Omit<Partial<Target>, 'tokens' | 'payload' | 'pace'> & {
  readonly tokens?: Partial<Target['tokens']>;
  readonly payload?: Partial<Target['payload']>;
  readonly pace?: Partial<Target['pace']>;
};

/** Two keys for one caller would make a rule about two callers fail for the wrong reason. */
const differing = [
  'researcher',
  'otherResearcher',
  'service',
  'otherServiceOwner',
  'reader',
] as const;

/** Makes a target of what was read, or says in one line what is wrong with it. */
export const checkedTarget = (raw: unknown, source?: Target['source']): Target => {
  const where = (key: string): string => {
    const line = source && lineOf(source.text, key);
    return source ? `${source.file}${line ? `:${line}` : ''}: ` : '';
  };
  const say: Say = (key, found, expected) => {
    const seen = found === undefined ? 'is missing' : `is ${printable(key, found)}`;
    throw new TargetError(`${where(key)}${key || 'the target'} ${seen}; expected ${expected}`);
  };
  let target: Partially;
  try {
    target = shape(raw, '', say) as Partially;
  } catch (error) {
    if (!(error instanceof UnknownKey)) throw error;
    throw new TargetError(`${where(error.key)}unknown key ${error.key}; ${error.message}`);
  }
  const areas = target.areas?.length ? target.areas : (['feed', 'lookup'] as const);
  const tokens = { ...target.tokens, limited: target.tokens?.limited ?? [] };
  const needed = (value: unknown, key: string, area: 'feed' | 'lookup'): void => {
    const other = area === 'feed' ? 'lookup' : 'feed';
    if (areas.includes(area) && (value === undefined || value === ''))
      say(key, undefined, `to be given, or areas: [${other}]`);
  };
  needed(target.baseUrl, 'baseUrl', 'feed');
  needed(target.service, 'service', 'feed');
  needed(tokens.researcher, 'tokens.researcher', 'feed');
  needed(target.analysisUrl, 'analysisUrl', 'lookup');
  needed(tokens.analyst, 'tokens.analyst', 'lookup');
  needed(
    target.analyses?.some((file) => Object.keys(file).length > 0) || undefined,
    'analyses',
    'lookup',
  );
  if (target.otherService !== undefined && target.otherService === target.service)
    say('otherService', target.otherService, 'another feed than `service`');
  for (const [index, key] of differing.entries())
    for (const earlier of differing.slice(0, index))
      if (tokens[key] !== undefined && tokens[key] === tokens[earlier])
        say(`tokens.${key}`, tokens[key], `another caller than tokens.${earlier}`);
  for (const [index, limited] of tokens.limited.entries())
    if (tokens.analyst === limited.token)
      say(`tokens.limited[${index}].token`, limited.token, 'another caller than tokens.analyst');
  return {
    ...target,
    baseUrl: target.baseUrl ?? target.analysisUrl ?? '',
    service: target.service ?? '',
    tokens,
    areas,
    analyses: target.analyses ?? [],
    waive: target.waive ?? [],
    payload: { ...defaultPayload, ...target.payload },
    pace: { timeoutMs: 10_000, ...target.pace },
    ...(source && { source }),
  };
};

/** A token is a secret even where it is wrong. */
const printable = (key: string, value: unknown): string =>
  /^tokens\b/.test(key) && typeof value === 'string' ? 'given' : JSON.stringify(value);
