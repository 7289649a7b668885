import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import {
  checkedTarget,
  safeCopy,
  TargetError,
  type TriedOut,
  triedOut,
  variables,
} from '../../../contract-tests/index.ts';
import { callerIn, roles } from '../../spec/target-callers.ts';
import { shellWord } from '../../traffic/curl.ts';
import type { Io } from '../io.ts';
import { command, list, refuseArguments, text, UsageError } from '../options.ts';
import { orUsageError } from '../verify/judged.ts';
import { mustBeWritable, writeOutput } from '../written.ts';
import { type KnownOfTarget, targetTemplate } from './target-template.ts';

const definition = {
  page: 'docs/verify.md',
  begins: `Writes a target file for abuse-feed verify, with a comment on every key.

Usage: abuse-feed init [options]

What is given is filled in and tried against the server; the rest is left to fill in. Tokens are taken
from the environment, such as ABUSE_FEED_TOKEN_RESEARCHER, and are never written down.`,
  example: 'abuse-feed init --base-url http://127.0.0.1:8080 --out my-server.yaml',
  options: {
    'base-url': text('URL', '{base_url} of the feed (ABUSE_FEED_BASE_URL)'),
    'analysis-url': text('URL', '{analysis_url} of the lookup (ABUSE_FEED_ANALYSIS_URL)'),
    service: text('NAME', 'a feed that exists (ABUSE_FEED_SERVICE)'),
    'other-service': text('NAME', 'a second feed (ABUSE_FEED_OTHER_SERVICE)'),
    sha256: list(
      'HASH',
      'a file it has an analysis for; may be repeated; uses up a request of the analyst',
    ),
    out: text('FILE', 'the file to write (default abuse-feed-target.yaml)'),
  },
  ends: 'Exit codes: 0 the file was written, 2 wrong usage, 3 init was interrupted.',
};

/** What was given, in the form of a target file. */
interface GivenTarget {
  readonly baseUrl?: string;
  readonly analysisUrl?: string;
  readonly service?: string;
  readonly otherService?: string;
  readonly areas: KnownOfTarget['areas'];
  readonly tokens: { readonly [role: string]: string };
  readonly analyses?: readonly { readonly sha256: string }[];
}

/** The option that fills in a key. */
const optionOf = {
  baseUrl: 'base-url',
  analysisUrl: 'analysis-url',
  service: 'service',
  otherService: 'other-service',
} as const;

export const init = command(definition, async ({ values, positionals }, io) => {
  refuseArguments(positionals, 'init', 'Did you mean --base-url?');
  const out = values.out ?? 'abuse-feed-target.yaml';
  if (existsSync(resolve(io.cwd, out)))
    throw new UsageError(`${out} is there already. Give another --out.`);
  mustBeWritable(out, io);
  const given = givenTarget(values, io.env);
  const from = originsIn(values);
  // Reports what is wrong, not what is missing.
  orUsageError(() => checkedTarget(given, { needs: { feed: [], lookup: [] }, from }));
  const tried = await tryOut(given, io.signal);
  const { callers, files } = safeCopy({ callers: tried.callers, files: tried.files });
  const known: KnownOfTarget = {
    ...given,
    tokens: roles.filter((role) => given.tokens[role] !== undefined),
    callers,
    files,
  };
  if (!writeOutput(out, io, () => targetTemplate(known))) return 2;
  const found = files.map(({ file, missing }) =>
    missing === undefined
      ? `  ${file.sha256}: found`
      : `  ${file.sha256}: no analysis came: ${missing}`,
  );
  const lines = [
    `Written: ${out}`,
    ...callers.map(({ key, seems }) => `  ${key} seems ${seems}`),
    ...found,
    ...(tried.problem === undefined ? [] : [tried.problem]),
    `Next: abuse-feed verify --target ${shellWord(out)} --dry-run`,
    '',
  ];
  io.stdout.write(lines.join('\n'));
  return 0;
});

/** The option or variable of each key. */
function originsIn(values: { readonly [option: string]: unknown }): { [key: string]: string } {
  const origins = { ...variables };
  for (const [key, option] of Object.entries(optionOf))
    if (values[option] !== undefined) origins[key] = `--${option}`;
  for (const nth of [values.sha256 ?? []].flat().keys())
    origins[`analyses[${nth}].sha256`] = '--sha256';
  return origins;
}

function givenTarget(
  values: { readonly [option: string]: unknown; readonly sha256?: readonly string[] },
  env: Io['env'],
): GivenTarget {
  const textOf = (key: keyof typeof optionOf): string | undefined => {
    const value = String(values[optionOf[key]] ?? env[variables[key] ?? ''] ?? '').trim();
    return value === '' ? undefined : value;
  };
  const tokens = roles.flatMap((role) => {
    const token = env[variables[`tokens.${role}`] ?? '']?.trim();
    return token ? [[role, token] as const] : [];
  });
  const baseUrl = textOf('baseUrl');
  const hashes = values.sha256 ?? [];
  const hasToken = (area: string): boolean =>
    tokens.some(([role]) => callerIn(role).area === area && callerIn(role).isNeeded);
  const typedAnalysisUrl = textOf('analysisUrl');
  const isLookupGiven = typedAnalysisUrl !== undefined || hashes.length > 0 || hasToken('lookup');
  const isFeedGiven = baseUrl !== undefined || hasToken('feed');
  const isNothingGiven = !isLookupGiven && !isFeedGiven;
  const hasFeed = isFeedGiven || isNothingGiven;
  const hasLookup = isLookupGiven || isNothingGiven;
  const analysisUrl = typedAnalysisUrl ?? (hasLookup ? baseUrl : undefined);
  const service = textOf('service');
  const otherService = textOf('otherService');
  const areas: ('feed' | 'lookup')[] = [];
  if (hasFeed) areas.push('feed');
  if (hasLookup) areas.push('lookup');
  return {
    ...(baseUrl !== undefined && { baseUrl }),
    ...(analysisUrl !== undefined && { analysisUrl }),
    ...(service !== undefined && { service }),
    ...(otherService !== undefined && { otherService }),
    areas,
    tokens: Object.fromEntries(tokens),
    ...(hashes.length > 0 && { analyses: hashes.map((sha256) => ({ sha256 })) }),
  };
}

/** What the server said, as far as enough is known to ask it. */
async function tryOut(
  given: GivenTarget,
  signal: AbortSignal,
): Promise<TriedOut & { readonly problem?: string }> {
  try {
    const tried = await triedOut(checkedTarget(given), { signal });
    if (tried.unreachable === undefined) return tried;
    return { ...tried, problem: `Nothing was tried: no response. ${tried.unreachable}.` };
  } catch (error) {
    if (!(error instanceof TargetError)) throw error;
    const files = (given.analyses ?? []).map((file) => ({ file }));
    const problem = 'Nothing was tried: the lines with "fill in" come first.';
    return { callers: [], files, problem };
  }
}
