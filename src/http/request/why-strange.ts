import type { OperationName } from '../../domain/operation.ts';
import type { Refusal } from '../../domain/refusal.ts';
import type { Exchange } from '../exchange.ts';

const severalTokens: Refusal = {
  kind: 'malformed-request',
  problem: 'The Authorization header is sent more than once. Send it once.',
};

/** Of several tokens none is the one that counts. */
export const tokenFlaw = ({ headers }: Exchange): Refusal | undefined =>
  headers.authorization.length > 1 ? severalTokens : undefined;

/** Why a stranger is turned away before the rest of the request is looked at, where that comes first. */
export function whyStrange(
  exchange: Exchange,
  operation: OperationName,
): Refusal | undefined | Promise<Refusal | undefined> {
  const { serving, headers } = exchange;
  if (!serving.basis.rules.authenticatesFirst) return undefined;
  return tokenFlaw(exchange) ?? serving.admit(serving, operation, headers.authorization[0]);
}
