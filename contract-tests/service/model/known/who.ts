import {
  type CallerName,
  type CallerRole,
  type WhoMay,
  whoMayByEveryAnswer,
} from '../../../../src/spec/who-may.ts';
import type { Who } from '../../../judging/caller.ts';
import { hasRole, ownsFeed } from '../../target/statements.ts';
import { roles, type Target } from '../../target/target.ts';

/** The caller of a request, as far as it is known. */
export interface ModelCaller extends Who {
  /**
   * none: no token. unheld: a token nobody holds. held: a token of the target file. other: any other token,
   * which may be valid.
   */
  readonly token: 'none' | 'unheld' | 'held' | 'other';
  /** The initial number of lookups, from the target file. */
  readonly remaining?: number;
  /** From the target file; undefined if it does not say. */
  readonly has?: (role: CallerRole) => boolean | undefined;
  readonly owns?: (service: string) => boolean | undefined;
}

function never(): false {
  return false;
}

/** A caller with no token, or with one that nobody holds, such as a forged one. */
function nobodyBy(key: string, token: 'none' | 'unheld'): ModelCaller {
  return { key, token, has: never, owns: never };
}

/** The tokens of the target file, in the order of roles. */
export function heldTokens({ tokens }: Target) {
  const single = roles.map((role) => ({
    key: `tokens.${role}`,
    authorization: tokens[role] ?? '',
  }));
  const limited = tokens.limited.map(({ token, remaining }, nth) => ({
    key: `tokens.limited[${nth}]`,
    authorization: token,
    remaining,
  }));
  return [...single.filter(({ authorization }) => authorization !== ''), ...limited];
}

/** A caller with a token that is not in the target file. */
export function unlistedCaller(key: string): ModelCaller {
  return { key, token: 'other' };
}

/** Whether the key identifies a single caller. */
export function isIdentified({ key }: Pick<ModelCaller, 'key'>): boolean {
  return key !== 'nobody' && key !== 'somebody';
}

/** What a call is about: a report, or a feed. */
export interface CallSubject {
  readonly service?: string | undefined;
  readonly creator?: string | undefined;
}

/** Whether a caller may call an operation; undefined if that is open, or it is not known who the caller is. */
export interface Admission {
  readonly may: boolean | undefined;
  /** Of `x-callers`, as whom it may. */
  readonly as?: CallerName | undefined;
}

/** By `x-callers`. Where that is open, only those may not whom no answer admits. */
export function admissionTo(operation: string, who: ModelCaller, subject: CallSubject): Admission {
  const byAnswer = whoMayByEveryAnswer(operation).map((one) => admissionAmong(one, who, subject));
  const [only] = byAnswer;
  if (byAnswer.every(({ may }) => may === false)) return { may: false };
  return only && byAnswer.length === 1 ? only : { may: undefined };
}

function admissionAmong(
  { any, except }: WhoMay,
  who: ModelCaller,
  subject: CallSubject,
): Admission {
  const isLeftOut = except.map((role) => isSuch(role, who, subject));
  if (isLeftOut.includes(true)) return { may: false };
  const isOne = any.map((name) => isSuch(name, who, subject));
  if (!isOne.includes(true)) return { may: isOne.includes(undefined) ? undefined : false };
  return isLeftOut.includes(undefined)
    ? { may: undefined }
    : { may: true, as: any[isOne.indexOf(true)] };
}

function isSuch(
  name: CallerName,
  who: ModelCaller,
  { service, creator }: CallSubject,
): boolean | undefined {
  if (name === 'anybody') return true;
  if (name === 'known') return who.token === 'other' ? undefined : who.token === 'held';
  if (name === 'creator') return isCreator(who, creator);
  if (name === 'owner') return service === undefined ? undefined : who.owns?.(service);
  return who.has?.(name);
}

function isCreator(who: ModelCaller, creator: string | undefined): boolean | undefined {
  if (creator === undefined) return undefined;
  if (who.key === creator && isIdentified(who)) return true;
  if (who.token === 'other') return undefined;
  // Two tokens may belong to one person, unless the target file has both.
  return who.token === 'held' && !creator.startsWith('tokens.') ? undefined : false;
}

/** Finds a caller of a run by its key; all other keys are tokens nobody holds. */
export function callersKnown(target: Target): (key: string) => ModelCaller {
  const held = heldTokens(target).map(
    ({ authorization, ...one }): ModelCaller => ({
      ...one,
      token: 'held',
      has: (role) => hasRole(target, authorization, role),
      owns: (service) => ownsFeed(target, authorization, service),
    }),
  );
  // An empty header carries no token.
  const without = ['nobody', 'blank token'].map((key) => nobodyBy(key, 'none'));
  const known = new Map([...held, ...without].map((one) => [one.key, one]));
  return (key) => known.get(key) ?? nobodyBy(key, 'unheld');
}
