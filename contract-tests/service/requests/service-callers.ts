import type { Caller, ServiceCallers, ShellToken } from '../../judging/caller.ts';
import type { Setting } from '../drive/context.ts';
import { callersKnown, heldTokens, unlistedCaller } from '../model/known/who.ts';
import type { Target } from '../target/target.ts';
import { variables } from '../target/target-file.ts';
import { isLimited } from './callers.ts';
import { forgedFrom, forgedTokens, forgedTokensOf } from './forged-tokens.ts';

/** The callers of this service, for what judges any. */
export function serviceCallers({ target, callers, knownCallers }: Setting): ServiceCallers {
  const who = callersKnown(target);
  const held = heldTokens(target);
  const byKey = new Map(
    [callers.nobody, callers.unknown, callers.blank, ...forgedOf(target, held), ...held].map(
      (caller) => [caller.key, caller],
    ),
  );
  return {
    byKey,
    known: knownCallers.known,
    nobody: callers.nobody,
    stranger: callers.unknown,
    isCounted: isLimited,
    who,
    held: held.map(({ key, authorization }) => ({ token: authorization, who: who(key) })),
    unlisted: unlistedCaller,
    cleaners: ['tokens.researcher', 'tokens.service'].flatMap((key) => byKey.get(key) ?? []),
    inShell,
  };
}

function forgedOf({ tokens }: Target, held: readonly Required<Caller>[]): Caller[] {
  const model = held.find(({ key }) => key === 'tokens.researcher') ?? held[0];
  if (!model) return [];
  const ofEach = held.flatMap((caller) => forgedTokensOf(caller, tokens));
  return [...forgedTokens(model, tokens), ...ofEach];
}

/** The variable for a token: the one that overrides the target file, if any. */
function tokenVariable(key: string): string {
  return (
    variables[key] ?? `ABUSE_FEED_TOKEN_LIMITED_${Number(/\[(\d+)\]$/.exec(key)?.[1] ?? 0) + 1}`
  );
}

/** The token of a caller: of the target file, none, or a forged one, which has to be made first. */
function inShell(key: string, area: string): ShellToken {
  if (key === 'nobody') return {};
  if (key === 'blank token') return { headers: { Authorization: '' } };
  if (key.startsWith('tokens.')) return { authorization: `$${tokenVariable(key)}` };
  const usual = area === 'lookup' ? 'tokens.analyst' : 'tokens.researcher';
  const owner = forgedFrom(key) ?? usual;
  return { authorization: '$forged', forged: `${key}, made from ${owner}` };
}
