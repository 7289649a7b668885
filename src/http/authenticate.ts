import { type Refusal, refused } from '../domain/refusal.ts';
import type { RequestContext } from './context.ts';
import type { ProtocolRefusal } from './reply/protocol-reply.ts';
import { isAdmitted } from './world-api.ts';

const longestUrl = 8192;

const severalTokens: Refusal = {
  kind: 'malformed-request',
  problem: 'The Authorization header is sent more than once. Send it once.',
};

/** Refuses URLs that lead nowhere. */
export function misdirected(context: RequestContext): ProtocolRefusal | undefined {
  const { isKnownWorld, worldId: id = '', sentUrl } = context;
  if (!isKnownWorld) return { kind: 'unknown-world', id };
  return sentUrl.length > longestUrl ? { kind: 'uri-too-long', limit: longestUrl } : undefined;
}

/** Identifies the caller. Several Authorization headers are a malformed request: none takes precedence. */
export async function identifyCaller(
  context: RequestContext,
): Promise<ProtocolRefusal | undefined> {
  const { api, operation, headers } = context;
  context.caller =
    headers.authorization.length > 1
      ? refused(severalTokens)
      : await api.authenticate(operation?.name, headers.authorization[0]);
  return misdirected(context);
}

/** Where the dialect authenticates first, refuses unknown callers before any other check. */
export function authenticate(context: RequestContext): Refusal | undefined {
  const { caller, operation, api } = context;
  const { dependencies } = api;
  if (!dependencies.rules.authenticatesFirst || !operation || !caller || caller.ok)
    return undefined;
  return isAdmitted(caller, operation, dependencies) ? undefined : caller.refusal;
}
