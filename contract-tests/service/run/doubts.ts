import { type HashKind, hashKinds } from '../../../src/spec/file-hashes.ts';
import { hasRoleByKey, type Role } from '../../../src/spec/target-callers.ts';
import { callerRoles } from '../../../src/spec/who-may.ts';
import type { ModelOptions } from '../../judging/model.ts';
import type { Doubt } from '../../judging/service.ts';
import type { Exchange } from '../../judging/talk/exchange.ts';
import { sameText } from '../../judging/talk/same-text.ts';
import type { Setting } from '../drive/context.ts';
import { courseOf } from '../model/counts/count-verdict.ts';
import { callersKnown, type ModelCaller, unlistedCaller } from '../model/known/who.ts';
import { AbuseFeedModel, type Doubted } from '../model/model.ts';
import { hasRole, ownsByKey, ownsFeed, rolesOf } from '../target/statements.ts';
import { roles, type Target } from '../target/target.ts';
import { originOf } from '../target/target-file.ts';

/** How a target differs from what its file says. */
interface Difference {
  readonly key: string;
  readonly says: string;
  readonly concerns: Doubt['concerns'];
  /** The target as it would be. */
  readonly change?: (target: Target) => Target;
  /** The caller of a key as it would be. */
  readonly caller?: readonly [key: string, who: ModelCaller];
  readonly doubted?: Doubted;
}

/** Each role, owner, count, hash and feed that the target file states, as if it were wrong. */
export function doubtsAbout(
  setting: Setting,
  { counts }: Pick<AbuseFeedModel, 'counts'>,
): Doubt<AbuseFeedModel>[] {
  const { target } = setting;
  const differences = [
    ...callerDifferences(target),
    ...countDifferences(counts),
    ...hashDifferences(target),
    ...feedDifferences(target),
  ];
  return differences.map((one) => new StatedDoubt(setting, [one]));
}

/** Statements of the target file that are wrong at once, mostly one. */
class StatedDoubt implements Doubt<AbuseFeedModel> {
  readonly about: string;
  readonly says: string;
  readonly at: string | undefined;
  readonly #setting: Setting;
  /** As it would be. */
  readonly #target: Target;
  readonly #differences: readonly Difference[];
  readonly #callers: ReadonlyMap<string, ModelCaller>;
  readonly #known: (key: string) => ModelCaller;

  constructor(setting: Setting, differences: readonly [Difference, ...Difference[]]) {
    const [{ key, says, caller }] = differences;
    this.about = caller?.[0] ?? key;
    this.says = says;
    this.at = originOf(setting.target, key);
    this.#setting = setting;
    this.#differences = differences;
    this.#callers = new Map(differences.flatMap((one) => (one.caller ? [one.caller] : [])));
    this.#target = differences.reduce(
      (target, { change }) => change?.(target) ?? target,
      setting.target,
    );
    this.#known = callersKnown(this.#target);
  }

  concerns(exchange: Exchange): boolean {
    return this.#differences.some((one) => one.concerns(exchange));
  }

  model(options: ModelOptions): AbuseFeedModel {
    const target = this.#target;
    const readers = this.#setting.knownCallers.known.map((one) => one.key);
    const doubted: Doubted = {
      hashes: this.#differences.flatMap((one) => one.doubted?.hashes ?? []),
      feeds: this.#differences.some((one) => one.doubted?.feeds),
    };
    return new AbuseFeedModel({ ...options, target, readers, doubted });
  }

  who(key: string): ModelCaller {
    return this.#callers.get(key) ?? this.#known(key);
  }

  and(other: StatedDoubt): StatedDoubt {
    const [first, ...more] = this.#differences;
    if (!first) return other;
    return new StatedDoubt(this.#setting, [first, ...more, ...other.#differences]);
  }
}

/** Of each caller: another role, another feed, and at last another person. */
function callerDifferences(target: Target): Difference[] {
  const known = callersKnown(target);
  return roles
    .filter((role) => isNamedBy(role, target))
    .flatMap((role) => {
      const key = `tokens.${role}`;
      const somebodyElse: Difference = {
        key,
        says: `${key} belongs to somebody else`,
        concerns: isBy(key),
        caller: [key, unlistedCaller(key)],
      };
      return [
        ...roleDifferences(target, role, known(key)),
        ...ownerDifferences(target, role, known(key)),
        somebodyElse,
      ];
    });
}

function isBy(key: string): Doubt['concerns'] {
  return ({ caller }) => caller === key;
}

function isAbout(hash: string): Doubt['concerns'] {
  return ({ about }) => sameText(about.hash, hash);
}

/** A token with several keys is named by the first. */
function isNamedBy(role: Role, target: Target): boolean {
  return rolesOf(target, target.tokens[role])[0] === role;
}

function roleDifferences(target: Target, role: Role, who: ModelCaller): Difference[] {
  const token = target.tokens[role] ?? '';
  return callerRoles.flatMap((stated) => {
    const said = hasRole(target, token, stated);
    if (said === undefined) return [];
    const played = rolesOf(target, token);
    const byKey = played.find((one) => hasRoleByKey(one, stated) !== undefined);
    const inCallers = played.find((one) => target.callers[one]?.[stated] !== undefined) ?? role;
    const holder = byKey ? `tokens.${byKey}` : who.key;
    const article = /^[aeiou]/.test(stated) ? 'an' : 'a';
    const caller: ModelCaller = {
      ...who,
      has: (one) => (one === stated ? !said : who.has?.(one)),
    };
    return [
      {
        key: byKey ? holder : `callers.${inCallers}.${stated}`,
        says: said ? `${holder} is no ${stated}` : `${holder} is ${article} ${stated} after all`,
        concerns: isBy(who.key),
        caller: [who.key, caller],
      },
    ];
  });
}

function ownerDifferences(target: Target, role: Role, who: ModelCaller): Difference[] {
  const token = target.tokens[role] ?? '';
  const feeds = [target.service, target.otherService].filter((feed) => feed !== undefined);
  return feeds.flatMap((feed) => {
    const said = ownsFeed(target, token, feed);
    if (said === undefined) return [];
    const played = rolesOf(target, token);
    const byKey = said ? played.find((one) => ownsByKey(target, one, feed)) : undefined;
    const stated = played.find((one) => target.callers[one]?.owns !== undefined);
    const holder = byKey ? `tokens.${byKey}` : who.key;
    const caller: ModelCaller = {
      ...who,
      owns: (one) => (one === feed ? !said : who.owns?.(one)),
    };
    return [
      {
        key: stated && !byKey ? `callers.${stated}.owns` : holder,
        says: said ? `${holder} does not own ${feed}` : `${holder} owns ${feed} after all`,
        concerns: isBy(who.key),
        caller: [who.key, caller],
      },
    ];
  });
}

/** As many were left as were served. */
function countDifferences(counts: AbuseFeedModel['counts']): Difference[] {
  const served = counts.histories().map((history) => {
    const { made, isRefused } = courseOf(history);
    // A token that was not refused may have more left than anybody asked for.
    return { key: history.key, count: made, inWords: isRefused ? `${made}` : `${made} or more` };
  });
  const refused = counts.usedUp().map(({ key }) => ({ key, count: 0, inWords: '0' }));
  return [...served, ...refused].flatMap(({ key, count, inWords }) => {
    const change = (stated: Target): Target => {
      const limited = stated.tokens.limited.map((one, nth) =>
        key === `tokens.limited[${nth}]` ? { ...one, remaining: count } : one,
      );
      return { ...stated, tokens: { ...stated.tokens, limited } };
    };
    const concerns = isBy(key);
    return {
      key: `${key}.remaining`,
      says: `${key} had ${inWords} left`,
      concerns,
      change,
    };
  });
}

function hashDifferences({ analyses, unknownHash }: Target): Difference[] {
  const stated = analyses.flatMap((file, nth) =>
    hashKinds.flatMap((kind: HashKind) => {
      const hash = file[kind];
      const key = `analyses[${nth}].${kind}`;
      const says = `${key} is not the ${kind} of that file`;
      return hash === undefined
        ? []
        : [{ key, says, concerns: isAbout(hash), doubted: { hashes: [hash] } }];
    }),
  );
  const unknown = unknownHash && {
    key: 'unknownHash',
    says: 'unknownHash has an analysis after all',
    concerns: isAbout(unknownHash),
    doubted: { hashes: [unknownHash] },
  };
  return unknown ? [...stated, unknown] : stated;
}

function feedDifferences({ service, otherService }: Target): Difference[] {
  if (otherService === undefined) return [];
  const says = `${otherService} and ${service} are names of one feed`;
  const concerns: Doubt['concerns'] = ({ about }) => about.service === otherService;
  return [{ key: 'otherService', says, concerns, doubted: { feeds: true } }];
}
