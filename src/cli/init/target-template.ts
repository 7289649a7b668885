import { type TriedOut, variables } from '../../../contract-tests/index.ts';
import { callerIn, type Role, roles } from '../../spec/target-callers.ts';

/** What is known about a server before its file is written. */
export interface KnownOfTarget {
  readonly baseUrl?: string;
  readonly analysisUrl?: string;
  readonly service?: string;
  readonly otherService?: string;
  readonly areas: readonly ('feed' | 'lookup')[];
  /** The callers whose tokens are in the environment. */
  readonly tokens: readonly Role[];
  readonly callers: TriedOut['callers'];
  readonly files: TriedOut['files'];
}

const says = {
  baseUrl: '{base_url} of the feed; it may have a path prefix',
  analysisUrl: '{analysis_url} of the lookup; it may be another host',
  service: 'a feed that exists',
  otherService: 'a second feed: to test that nothing leaks from one to the other',
};

type PlainKey = keyof typeof says;

const examples: { readonly [key in PlainKey]: string } = {
  baseUrl: 'https://feed.example/v1',
  analysisUrl: 'https://lookup.example',
  service: 'tunnelco',
  otherService: 'dyndnsco',
};

/** The line of a key: with its value, to be filled in, or as a comment. */
function plainLine(key: PlainKey, known: KnownOfTarget, isNeeded: boolean): string {
  const value = known[key];
  if (value !== undefined) return `${key}: ${JSON.stringify(value)} # ${says[key]}`;
  const line = `${key}: # fill in: ${says[key]}, such as ${examples[key]}`;
  return isNeeded ? line : `# ${line}`;
}

function tokenLine(role: Role, known: KnownOfTarget): string {
  const key = `tokens.${role}`;
  const caller = callerIn(role);
  const seen = known.callers.find((one) => one.key === key);
  const note = seen === undefined ? '' : `; seems ${seen.seems}: ${seen.says}`;
  const line = `${role}: \${${variables[key]}} # ${caller.unlocks ?? caller.says}${note}`;
  const isNeeded = caller.isNeeded && known.areas.includes(caller.area);
  return isNeeded || known.tokens.includes(role) ? `  ${line}` : `  # ${line}`;
}

function fileLines({ file, missing }: TriedOut['files'][number]): string[] {
  const hashes = Object.entries(file).map(([kind, hash]) => `${kind}: ${JSON.stringify(hash)}`);
  const line = `  - { ${hashes.join(', ')} }`;
  return missing === undefined ? [line] : [`  # no analysis came: ${missing}`, line];
}

/** A target file with every key that an author may want, and a comment on each. */
export function targetTemplate(known: KnownOfTarget): string {
  const hasFeed = known.areas.includes('feed');
  const hasLookup = known.areas.includes('lookup');
  const files = known.files.flatMap(fileLines);
  const noFile = hasLookup
    ? ['analyses:', '  - { sha256: "" } # fill in: the hash of a file it has an analysis for']
    : ['# analyses:', '#   - { sha256: "" } # the hash of a file it has an analysis for'];
  return [
    '# A target file for abuse-feed verify, written by abuse-feed init. What begins with # is optional.',
    '',
    plainLine('baseUrl', known, hasFeed),
    plainLine('analysisUrl', known, hasLookup),
    plainLine('service', known, hasFeed),
    plainLine('otherService', known, false),
    `areas: [${known.areas.join(', ')}] # what is judged`,
    '',
    '# Each token is the whole value of the Authorization header, with its scheme if there is one.',
    '# Tokens are read from the environment, by the names below.',
    'tokens:',
    ...roles.map((role) => tokenLine(role, known)),
    '  # limited: # callers with a known, small number of requests left; a run uses them up, and says so first',
    `  #   - { token: "\${ABUSE_FEED_TOKEN_LIMITED_1}", remaining: 4 }`,
    '',
    '# Files it has an analysis for.',
    ...(files.length > 0 ? ['analyses:', ...files] : noFile),
    '',
    '# Whether the owner of the feed or the analyst is a researcher, no key above says. Where you know it:',
    '# callers: { service: { researcher: false }, analyst: { researcher: false, owns: none } }',
    '',
    '# What a valid report looks like here, if the usual one is refused:',
    '# payload: { c2Address: "198.51.100.{n}:4444", tags: [rat] }',
    '',
    '# pace: { requestsPerSecond: 20 }',
    '',
  ].join('\n');
}
