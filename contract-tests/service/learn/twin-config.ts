import { parsedDocument } from '../../../src/document/document.ts';
import { type EnvironmentVariables, filledFrom } from '../../../src/document/filled.ts';
import { type CallerRole, callerRoles, whoMayByEveryAnswer } from '../../../src/spec/who-may.ts';
import { hasRole, ownsFeed, statedFeeds } from '../target/statements.ts';
import { roles, type Target } from '../target/target.ts';
import { variables } from '../target/target-file.ts';

/** A configuration of `serve` for the twin of a target, and the variables it needs. */
export interface TwinConfig {
  readonly text: string;
  /** Variables used in the configuration and missing in the environment. */
  readonly unset: readonly { readonly name: string; readonly token: string }[];
}

/** The first line of such a file, which identifies it. */
export const twinMark = '# Written by --learn, and written anew by the next one.';

/** Enough for any run, as the analyst of a target should have. */
const requestsToSpare = 100_000;

/** A token of the target, and its holder's role. */
interface Holder {
  readonly key: string;
  readonly id: string;
  readonly token: string;
  readonly remaining?: number;
}

/** A caller as a run has seen it. */
export interface SeenCaller {
  readonly key: string;
  /** Whether it has created a report; false if it tried, and none was accepted. */
  readonly creates: boolean;
  /** The reporter that its reports name. */
  readonly name?: string;
}

/** The roles that may create by some answer to who may. */
export const creatingRoles: readonly CallerRole[] = callerRoles.filter((role) =>
  whoMayByEveryAnswer('create').some(({ any }) => any.includes(role)),
);

/** The roles that may use the lookup by some answer to who may. */
const lookupRoles: readonly string[] = whoMayByEveryAnswer('lookup').flatMap(({ any }) => any);

/** One per token, which may serve several callers. */
function holdersIn({ tokens }: Target): Holder[] {
  const byToken = new Map<string, Holder>();
  for (const role of roles) {
    const token = tokens[role];
    if (token !== undefined && !byToken.has(token))
      byToken.set(token, { key: `tokens.${role}`, id: role, token });
  }
  for (const [index, { token, remaining }] of tokens.limited.entries()) {
    const named = { key: `tokens.limited[${index}]`, id: `limited-${index + 1}`, token };
    byToken.set(token, { ...(byToken.get(token) ?? named), remaining });
  }
  return [...byToken.values()];
}

/** By token: its placeholder in the target file, if it comes from a variable. */
function writtenIn({ source }: Target, env: EnvironmentVariables): Map<string, string> {
  const parsed = source && parsedDocument(source);
  const tree = parsed && 'value' in parsed ? (parsed.value as { tokens?: unknown } | null) : null;
  const { secrets } = filledFrom(env, source)(tree?.tokens);
  // The rest of a value beyond the scheme may be a secret itself.
  return new Map(secrets.filter(([, written]) => /^(Bearer +)?\$\{\w+\}$/i.test(written)));
}

function variableOf({ key, id }: Holder): string {
  return variables[key] ?? `ABUSE_FEED_TOKEN_${id.replace('-', '_').toUpperCase()}`;
}

/** What looks like a placeholder would be filled. */
function nameIn({ name }: Partial<SeenCaller> = {}): string | undefined {
  return name === undefined || name === '' || /\$\{\w+\}/.test(name)
    ? undefined
    : JSON.stringify(name);
}

function fits(token: string): boolean {
  return /^[\x21-\x7e]+$/.test(token.replace(/^Bearer +/i, ''));
}

/** What the twin of a target is made of, besides the target file. */
interface TwinFacts {
  readonly baseUrl: string;
  readonly dialect: string;
  readonly env: EnvironmentVariables;
  /** The analyses it was seen to have. */
  readonly analyses?: readonly object[];
  /** The callers as they were seen. */
  readonly callers?: readonly SeenCaller[];
}

/**
 * The services and callers of a target, so that its clients only need another URL. Tokens appear as
 * variables only.
 */
export function twinConfig(target: Target, about: TwinFacts): TwinConfig {
  const services = servicesOf(target);
  const holders = holdersIn(target);
  const usable = holders.filter(({ token }) => fits(token));
  const ownerships = ownershipsOf(usable, target, services);
  const tokens = tokensOf(usable, target, about.env);
  const callers = holders.flatMap((holder) => {
    const { key, token } = holder;
    return fits(token)
      ? callerLines(holder, {
          target,
          seen: about.callers?.find((one) => one.key === key),
          ownership: ownerships.get(holder),
          written: tokens.get(holder)?.written ?? '',
        })
      : [`    # ${key} is left out: its scheme is not Bearer, and a token has no spaces here`];
  });
  const unset = [...tokens.values()].flatMap((one) => one.unset ?? []);
  return { text: configText(about, services, callers), unset };
}

function servicesOf(target: Target): string[] {
  const stated = Object.values(target.callers).flatMap((caller) => statedFeeds(caller) ?? []);
  const names = [target.service, target.otherService, ...stated];
  return [...new Set(names.filter((name) => name !== undefined && name !== ''))] as string[];
}

/** The service that a caller owns, and those that it owns as well. */
interface Ownership {
  readonly owns: string | undefined;
  readonly others: readonly string[];
}

/** Here a caller owns one service at most, and a service has one owner: the first. */
function ownershipsOf(
  holders: readonly Holder[],
  target: Target,
  services: readonly string[],
): Map<Holder, Ownership> {
  const ownerships = new Map<Holder, Ownership>();
  const taken = new Set<string>();
  for (const holder of holders) {
    const owned = services.filter((service) => ownsFeed(target, holder.token, service) === true);
    const owns = owned.find((service) => !taken.has(service));
    if (owns !== undefined) taken.add(owns);
    ownerships.set(holder, { owns, others: owned.filter((service) => service !== owns) });
  }
  return ownerships;
}

/** How a token is written, and the variable that has to be set for it. */
interface TwinToken {
  readonly written: string;
  readonly unset?: TwinConfig['unset'][number];
}

function tokensOf(
  holders: readonly Holder[],
  target: Target,
  env: EnvironmentVariables,
): Map<Holder, TwinToken> {
  const inFile = writtenIn(target, env);
  return new Map(
    holders.map((holder) => {
      const { token } = holder;
      const name = variableOf(holder);
      const variable = `\${${name}}`;
      if (env[name] === token) return [holder, { written: variable }];
      const written = inFile.get(token);
      return [holder, written ? { written } : { written: variable, unset: { name, token } }];
    }),
  );
}

interface TwinCaller {
  readonly target: Target;
  readonly seen: SeenCaller | undefined;
  readonly ownership: Ownership | undefined;
  /** Its token, as it is written. */
  readonly written: string;
}

function callerLines(
  { id, token, remaining }: Holder,
  { target, seen, ownership, written }: TwinCaller,
): string[] {
  const looksUp = remaining !== undefined || token === target.tokens.analyst;
  // The lookup may be for these only, and the caller was seen to use it.
  const held = callerRoles.filter(
    (role) =>
      hasRole(target, token, role) ??
      (creatingRoles.includes(role) ? seen?.creates : undefined) ??
      (looksUp && lookupRoles.includes(role)),
  );
  const { owns, others = [] } = ownership ?? {};
  return [
    `    - id: ${id}`,
    `      name: ${nameIn(seen) ?? id}`,
    `      token: ${written}`,
    ...(held.length > 0 ? [`      roles: [${held.join(', ')}]`] : []),
    ...(owns === undefined ? [] : [`      owns: ${JSON.stringify(owns)}`]),
    ...others.map(
      (other) => `      # owns ${JSON.stringify(other)} too, which cannot be said here`,
    ),
    ...(looksUp ? [`      requests: ${remaining ?? requestsToSpare}`] : []),
  ];
}

function configText(
  { baseUrl, dialect, analyses = [] }: TwinFacts,
  services: readonly string[],
  callers: readonly string[],
): string {
  const added = analyses.map((one) => `    - ${JSON.stringify(one)}`);
  return [
    twinMark,
    `# The services and callers of ${baseUrl.replaceAll(/\s+/g, ' ')}. No token is in it: each is read from a`,
    '# variable, and may be the whole value of the Authorization header.',
    `dialect: ${JSON.stringify(dialect)}`,
    'memory: true # a data folder would hold the tokens',
    'alone: true # of the seed data, only the analyses',
    'add:',
    ...listLines(
      'services',
      services.map((service) => `    - ${JSON.stringify(service)}`),
    ),
    ...listLines('callers', callers),
    ...(added.length > 0 ? ['  analyses:', ...added] : []),
    '',
  ].join('\n');
}

/** The lines may be comments only. */
function listLines(key: string, lines: readonly string[]): string[] {
  const isEmpty = !lines.some((line) => /^ +-/.test(line));
  return [isEmpty ? `  ${key}: []` : `  ${key}:`, ...lines];
}
