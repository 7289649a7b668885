import { variables } from '../../../contract-tests/index.ts';
import type { Io } from '../io.ts';
import { UsageError } from '../options.ts';

/** What is asked for, in this order. */
export const questions = [
  { option: 'base-url', key: 'baseUrl', says: 'URL        {base_url} of the feed' },
  { option: 'service', key: 'service', says: 'NAME        a feed that exists' },
  { option: 'researcher', key: 'tokens.researcher', says: 'TOKEN    may create reports' },
  {
    option: 'other-researcher',
    key: 'tokens.otherResearcher',
    says: 'TOKEN  another researcher (optional)',
  },
  {
    option: 'service-owner',
    key: 'tokens.service',
    says: 'TOKEN the owner of the feed (optional)',
  },
  { option: 'reader', key: 'tokens.reader', says: 'TOKEN        no researcher (optional)' },
  { option: 'other-service', key: 'otherService', says: 'NAME  a second feed (optional)' },
  {
    option: 'other-service-owner',
    key: 'tokens.otherServiceOwner',
    says: 'TOKEN  the owner of the second feed (optional)',
  },
  { option: 'analysis-url', key: 'analysisUrl', says: 'URL    {analysis_url} of the lookup' },
  {
    option: 'analyst',
    key: 'tokens.analyst',
    says: 'TOKEN       may use the lookup, with requests to spare',
  },
] as const;

type Value = string | number;

/** A target as it is known now, tokens included, and the areas that were left out. */
export interface Given {
  readonly target: {
    readonly areas: readonly ('feed' | 'lookup')[];
    readonly tokens: { readonly [role: string]: unknown };
    readonly analyses?: readonly { readonly sha256: string }[];
    readonly [key: string]: unknown;
  };
  readonly limited: readonly { readonly token: string; readonly remaining: Value }[];
}

const limitedFrom = (text: string): Given['limited'][number] => {
  const [, token, remaining] = /^(.+)=(\d+)$/s.exec(text) ?? [];
  if (token === undefined || remaining === undefined)
    throw new UsageError(
      '--limited takes a token, an equals sign and how many requests it has left.',
    );
  return { token, remaining: Number(remaining) };
};

/**
 * Options before variables, and what is neither is asked for where somebody can answer. Undefined where
 * they stopped it instead.
 */
export const given = async (
  values: { readonly [option: string]: string | undefined },
  io: Io,
  lists: { readonly limited: readonly string[]; readonly sha256: readonly string[] },
): Promise<Given | undefined> => {
  const ask = io.ask ?? (async () => '');
  const answers = new Map<string, string>();
  for (const { option, key, says } of questions) {
    const known = values[option] ?? io.env[variables[key] ?? ''];
    const words = says.replace(/^\S+\s+/, '');
    const answer = known ?? (await ask(`${key} (${words}): `, key.startsWith('tokens.')));
    if (answer === undefined) return undefined;
    if (answer.trim() !== '') answers.set(key, answer.trim());
  }
  const asked =
    lists.sha256.length === 0 && answers.has('analysisUrl')
      ? await ask('SHA-256 of a file it has an analysis for: ')
      : '';
  if (asked === undefined) return undefined;
  const hashes = [...lists.sha256, ...(asked.trim() === '' ? [] : [asked.trim()])];
  const limited = lists.limited.map(limitedFrom);
  const plain = [...answers].filter(([key]) => !key.startsWith('tokens.'));
  const tokens = [...answers].filter(([key]) => key.startsWith('tokens.'));
  const wantsLookup = answers.has('analysisUrl') || answers.has('tokens.analyst');
  const wantsFeed = answers.has('baseUrl') || answers.has('tokens.researcher') || !wantsLookup;
  return {
    target: {
      ...Object.fromEntries(plain),
      areas: [
        ...(wantsFeed ? (['feed'] as const) : []),
        ...(wantsLookup ? (['lookup'] as const) : []),
      ],
      tokens: {
        ...Object.fromEntries(tokens.map(([key, value]) => [key.replace('tokens.', ''), value])),
        ...(limited.length > 0 && { limited }),
      },
      ...(hashes.length > 0 && { analyses: hashes.map((sha256) => ({ sha256 })) }),
    },
    limited,
  };
};
