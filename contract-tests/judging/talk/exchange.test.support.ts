import { operations } from '../../service/operations/operations.ts';
import { outcomeOf } from './answer.ts';
import type { Exchange } from './exchange.ts';

/** A fetch that succeeded, but for what is given. */
export function someExchange(part: Partial<Exchange> = {}): Exchange {
  const exchange = {
    number: 1,
    operation: 'fetch',
    about: { service: 'tunnelco', report: 'a' },
    caller: 'tokens.researcher',
    request: { method: 'GET', url: 'http://127.0.0.1:1/', headers: {} },
    response: { status: 200, headers: {}, body: '{"report":{},"successful":true}' },
    startedAt: 0,
    endedAt: 0,
    throttled: false,
    ...part,
  };
  return { outcome: outcomeOf(operations, exchange), ...exchange };
}
