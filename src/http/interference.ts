import type { OperationName } from '../domain/operation.ts';
import type { Effect, Instead } from '../worlds/fault-rule.ts';
import type { Exchange } from './exchange.ts';
import { hangUp } from './hang-up.ts';
import { note } from './note.ts';
import { goneSignal, type Pause } from './reply/delivery.ts';
import { faultReason } from './reply/reason.ts';
import type { Reply } from './reply/reply.ts';
import { forcedReply, preferencesIn } from './request/prefer.ts';
import type { Serving } from './serving.ts';

/** Whether nothing stands between a request and the service. */
export const isUndisturbed = ({ world, headers }: Exchange, operation: OperationName): boolean =>
  world.faults.spare(operation) && headers.prefer === undefined;

/** What the faults and the preferences leave of the way to the service. */
export interface Disturbance {
  /** The answer, which is not held against the contract; `hung-up` where none is sent. */
  readonly instead?: Reply | 'hung-up';
  /** The preferences that were followed. */
  readonly applied: readonly string[];
}

/** Lets the faults of the world and the preferences of the request act. */
export async function disturb(
  exchange: Exchange,
  operation: OperationName,
  pause: Pause,
): Promise<Disturbance> {
  const { world, res, headers } = exchange;
  exchange.interference = world.faults.meet(operation, () => exchange.caller);
  const preferences = preferencesIn(headers.prefer);
  const { wait } = preferences;
  const waits = wait === undefined ? [] : [`wait=${wait}`];
  const delay = (exchange.interference?.delay ?? 0) + (wait ?? 0) * 1000;
  if (delay > 0) {
    const gone = goneSignal(res);
    await pause(delay, gone);
    if (gone.aborted) {
      const why = 'The caller hung up during a delay.';
      note(exchange, { reply: { outcome: 'client-gone', why } });
      return { instead: 'hung-up', applied: [] };
    }
  }
  const fault = exchange.interference?.instead;
  if (fault) return { instead: faulty(exchange, fault), applied: waits };
  const forced = forcedReply(exchange.serving.edition.document, operation, preferences);
  if (!forced) return { applied: waits };
  return { instead: forced.reply, applied: [...waits, ...forced.applied] };
}

function faulty(exchange: Exchange, fault: Instead): Reply | 'hung-up' {
  if (fault.type === 'reply') return faultReply(fault);
  if (fault.type === 'exhausted') return exhausted(exchange.serving);
  hangUp(exchange, fault);
  return 'hung-up';
}

/** Refused as if no requests were left, and nothing is counted. */
function exhausted({ edition, basis }: Serving): Reply {
  const refillIn = basis.rules.refillIn(basis.now());
  const reply = edition.replies.refused('lookup', {
    kind: 'no-requests-left',
    ...(refillIn !== undefined && { refillIn }),
  });
  return { ...reply, headers: { ...reply.headers, ...faultReason(reply.outcome, reply.status) } };
}

function faultReply({ status, body, headers = {} }: Extract<Effect, { type: 'reply' }>): Reply {
  return {
    status,
    headers: { ...headers, ...faultReason('fault', status) },
    body:
      body === undefined
        ? { type: 'empty' }
        : typeof body === 'string' && hasType(headers)
          ? { type: 'text', value: body }
          : { type: 'json', value: body as object },
    outcome: 'fault',
    why: 'A fault answered instead of the service.',
  };
}

/** A text is sent as it is where its type is given, and as JSON where it is not. */
const hasType = (headers: { readonly [name: string]: string }): boolean =>
  Object.keys(headers).some((name) => name.toLowerCase() === 'content-type');
