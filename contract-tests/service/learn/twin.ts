import { parsedDocument } from '../../../src/document/document.ts';
import { type EnvironmentVariables, filledFrom } from '../../../src/document/filled.ts';
import { type CallerRole, callerRoles, whoMayByEveryAnswer } from '../../../src/spec/who-may.ts';
import { hasRole, ownsFeed, statedFeeds } from '../target/statements.ts';
import { roles, type Target } from '../target/target.ts';
import { variables } from '../target/target-file.ts';

/** What a run saw of a server besides its answers to open points. A choice card keeps it. */
export interface SeenContents {
  readonly callers: readonly SeenCaller[];
  readonly analyses: readonly object[];
}

export interface SeenCaller {
  readonly key: string;
  /** Whether it has created a report; false if it tried, and none was accepted. */
  readonly creates: boolean;
  /** The reporter that its reports name. */
  readonly name?: string;
}

/** The services and callers of a target, so that its clients only need another URL. */
export interface Twin {
  readonly services: readonly string[];
  readonly callers: readonly TwinCaller[];
  /** By token, without its scheme: how to name it where it must not be shown. */
  readonly names: ReadonlyMap<string, string>;
  /** What the target has and a stand-in cannot have, in sentences. */
  readonly lacks: readonly string[];
}

/** In the form of seed data. */
interface TwinCaller {
  readonly id: string;
  readonly name: string;
  readonly token: string;
  readonly roles: CallerRole[];
  readonly owns?: string;
  readonly requests?: number;
}

/** Enough for any run, as the analyst of a target should have. */
const requestsToSpare = 100_000;

/** The roles that may create by some answer to who may. */
export const creatingRoles: readonly CallerRole[] = callerRoles.filter((role) =>
  whoMayByEveryAnswer('create').some(({ any }) => any.includes(role)),
);

/** The roles that may use the lookup by some answer to who may. */
const lookupRoles: readonly string[] = whoMayByEveryAnswer('lookup').flatMap(({ any }) => any);

/** A token of the target, and its holder's role. */
interface Holder {
  readonly key: string;
  readonly id: string;
  readonly token: string;
  readonly remaining?: number;
}

export function twinOf(
  target: Target,
  env: EnvironmentVariables,
  seen: SeenContents['callers'] = [],
): Twin {
  const services = servicesOf(target);
  const names = new Map<string, string>();
  const lacks: string[] = [];
  const written = placeholdersIn(target, env);
  const taken = new Set<string>();
  const callers: TwinCaller[] = [];
  for (const holder of holdersIn(target)) {
    const { key, id, token, remaining } = holder;
    const bare = token.replace(/^Bearer +/i, '');
    if (!/^[!-~]+$/.test(bare)) {
      lacks.push(`${key} is left out: its scheme is not Bearer, and a token has no spaces here.`);
      continue;
    }
    // Here a caller owns one service at most, and a service has one owner: the first.
    const owned = services.filter((service) => ownsFeed(target, token, service) === true);
    const owns = owned.find((service) => !taken.has(service));
    if (owns !== undefined) taken.add(owns);
    for (const other of owned.filter((service) => service !== owns))
      lacks.push(
        `${key} owns ${other} too; here it owns one service, and a service has one owner.`,
      );
    const looksUp = remaining !== undefined || token === target.tokens.analyst;
    const asSeen = seen.find((one) => one.key === key);
    names.set(bare, written.get(token) ?? `\${${variableOf(holder)}}`);
    callers.push({
      id,
      name: asSeen?.name || id,
      token: bare,
      // The lookup may be for some roles only, and the caller was seen to use it.
      roles: callerRoles.filter(
        (role) =>
          hasRole(target, token, role) ??
          (creatingRoles.includes(role) ? asSeen?.creates : undefined) ??
          (looksUp && lookupRoles.includes(role)),
      ),
      ...(owns !== undefined && { owns }),
      ...(looksUp && { requests: remaining ?? requestsToSpare }),
    });
  }
  return { services, callers, names, lacks };
}

/** One per token, which may serve several callers. */
export function holdersIn({ tokens }: Target): Holder[] {
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
function placeholdersIn({ source }: Target, env: EnvironmentVariables): Map<string, string> {
  const parsed = source && parsedDocument(source);
  const tree = parsed && 'value' in parsed ? (parsed.value as { tokens?: unknown } | null) : null;
  const { secrets } = filledFrom(env, source)(tree?.tokens);
  // The rest of a value beyond the scheme may be a secret itself.
  return new Map(secrets.filter(([, written]) => /^(Bearer +)?\$\{\w+\}$/i.test(written)));
}

function variableOf({ key, id }: Holder): string {
  return variables[key] ?? `ABUSE_FEED_TOKEN_${id.replace('-', '_').toUpperCase()}`;
}

function servicesOf(target: Target): string[] {
  const stated = Object.values(target.callers).flatMap((caller) => statedFeeds(caller) ?? []);
  const names = [target.service, target.otherService, ...stated];
  return [...new Set(names.filter((name): name is string => name !== undefined && name !== ''))];
}
