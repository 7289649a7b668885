import { randomBytes, randomInt } from 'node:crypto';
import type { Caller } from '../../judging/caller.ts';
import type { Tokens } from '../target/target.ts';

function oneOf(characters: string): string {
  return characters[randomInt(characters.length)] ?? '';
}

function lookAlike(token: string): string {
  return token
    .replace(/[a-f]/g, () => oneOf('abcdef'))
    .replace(/[g-z]/g, () => oneOf('ghijklmnopqrstuvwxyz'))
    .replace(/[A-Z]/g, () => oneOf('ABCDEFGHIJKLMNOPQRSTUVWXYZ'))
    .replace(/\d/g, () => oneOf('0123456789'));
}

/**
 * Another character in its place: a digit for a letter or the reverse, so that it follows no sequence, and
 * unequal in the two highest bits of Base64, since decoders may ignore the lower ones at the end.
 */
function otherCharacter(one: string): string {
  return /[0-9w-z]/.test(one) ? 'b' : '7';
}

/** A variant of a shorter token may be another caller's token. */
const leastGuessed = 12;

function formsOf(authorization: string): { readonly [name: string]: string } {
  const [scheme = ''] = /^\S+ +/.exec(authorization) ?? [];
  const credentials = authorization.slice(scheme.length);
  let end = credentials.length;
  while (credentials[end - 1] === '=') end -= 1;
  const token = credentials.slice(0, end);
  const padding = credentials.slice(end);
  const noise = randomBytes(16).toString('hex');
  const isWord = /^[\w.~+/-]+$/.test(token);
  const isLong = token.replace(/[^a-z\d]/gi, '').length >= leastGuessed;
  return {
    // Padding means Base64, whose decoders ignore anything after it; so the noise goes before it.
    lengthened: `${scheme}${token}-${noise}${padding}`,
    // Three parts, like a JWT.
    dotted: `${scheme}${token}.${noise}.${noise}${padding}`,
    // The SQL wildcard, for tokens compared by pattern.
    wildcard: `${scheme}%`,
    // An inherited property, for tokens used as keys of an object.
    inherited: `${scheme}constructor`,
    shortened: `${scheme}${token.slice(0, Math.floor(token.length / 2))}`,
    // Only after a scheme: without one, the noise could pass for a prefix, and prefixes are open (5).
    ...(scheme && isWord && { preceded: `${scheme}${noise}-${token}${padding}` }),
    ...(scheme && { schemeless: noise, missing: scheme.trim() }),
    ...(isLong && {
      'look-alike': `${scheme}${lookAlike(token)}${padding}`,
      'altered-last': `${scheme}${token.replace(/[a-z\d]$/i, otherCharacter)}${padding}`,
    }),
    ...(isLong &&
      isWord && {
        'altered-first': `${scheme}${token.replace(/^[a-z\d]/i, otherCharacter)}${padding}`,
      }),
  };
}

/** Found out once for all callers of a target: it may have thousands. */
const known = new WeakMap<Tokens, ReadonlySet<string>>();

function heldIn(tokens: Tokens): ReadonlySet<string> {
  const { limited, ...single } = tokens;
  const held =
    known.get(tokens) ?? new Set([...Object.values(single), ...limited.map(({ token }) => token)]);
  known.set(tokens, held);
  return held;
}

/** Tokens nobody holds (5), which a careless comparison mistakes for this caller's. */
export function forgedTokens({ authorization = '' }: Caller, tokens: Tokens): readonly Caller[] {
  const held = heldIn(tokens);
  return Object.entries(formsOf(authorization))
    .filter(([, forged]) => forged.trim() !== '' && !held.has(forged))
    .map(([name, forged]) => ({ key: `${name} token`, authorization: forged }));
}

/** The same, where more than one caller's token is forged: the keys say whose. */
export function forgedTokensOf(caller: Caller, tokens: Tokens): readonly Caller[] {
  return forgedTokens(caller, tokens).map(({ key, ...forged }) => ({
    key: `${key} of ${caller.key}`,
    ...forged,
  }));
}

/** The key of the caller whose token such a forged one was made from. */
export function forgedFrom(key: string): string | undefined {
  return key.split(' of ').find((part) => part.startsWith('tokens.'));
}
