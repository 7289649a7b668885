import type { World } from '../worlds/world.ts';

const decoded = (part: string): string => {
  try {
    return decodeURIComponent(part.replaceAll('+', ' '));
  } catch {
    return part;
  }
};

/** A URL safe to log: clients sometimes put their token into it. */
export function withoutTokens(url: string, { store: { state } }: World): string {
  const isToken = (part: string): boolean =>
    state.callerByToken(decoded(part).replace(/^\S+ +/, '')) !== undefined;
  return url.replace(/[^/?&;,#]+/g, (part) => {
    const value = part.indexOf('=') + 1;
    if (isToken(part.slice(value))) return `${part.slice(0, value)}$TOKEN`;
    return isToken(part) ? '$TOKEN' : part;
  });
}
