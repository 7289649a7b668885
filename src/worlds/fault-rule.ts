import type { OperationName } from '../domain/operation.ts';

/** Ends the connection without a response: closed, reset (TCP), or left open until the client gives up. */
export interface ConnectionEnding {
  readonly type: 'drop' | 'reset' | 'hang';
  /** Before the operation runs, or after its change is stored. Default: before. */
  readonly when?: 'before' | 'after';
}

/** The effect of a fault. */
export type Effect =
  | {
      readonly type: 'delay';
      /** The delay; the median of a log-normal one. */
      readonly ms: number;
      /** Up to this much more, uniformly distributed. */
      readonly spread?: number;
      /** Makes it log-normal: the standard deviation of the logarithm. */
      readonly sigma?: number;
    }
  | {
      readonly type: 'reply';
      readonly status: number;
      /** Instead of running the operation, or instead of its response. Default: the former. */
      readonly when?: 'before' | 'after';
      readonly body?: unknown;
      readonly headers?: { readonly [name: string]: string };
    }
  | ConnectionEnding
  /** Runs the operation twice, as if the request had been repeated; the second response is sent. */
  | { readonly type: 'duplicate' }
  | { readonly type: 'half' }
  | { readonly type: 'slow'; readonly ms: number }
  | { readonly type: 'exhausted' };

/** What a sequence does to one request: an effect, an empty reply with this status, or nothing. */
export type SequenceStep = Effect | number | 'ok';

/** One step per request; used up after the last step, or after `times` requests. */
export interface Sequence {
  readonly type: 'sequence';
  readonly steps: readonly SequenceStep[];
}

/** The requests it applies to: an operation, a caller, or all; a number of times, or until removed. */
export type FaultRule = (Effect | Sequence) & {
  readonly operation?: OperationName;
  /** A caller id. */
  readonly caller?: string;
  readonly times?: number;
  /** The share of requests it applies to, up to 1. Default: all. */
  readonly chance?: number;
  /** Makes `chance`, `spread` and `sigma` reproducible. Default: random. */
  readonly seed?: number;
};

/** The stage of a request at which a fault acts. */
export type FaultStage = 'delay' | 'instead' | 'delivery';

/** How several faults on one request combine, by stage. */
export const stages: readonly { readonly stage: FaultStage; readonly says: string }[] = [
  { stage: 'delay', says: 'First. All of them act: their times add up.' },
  {
    stage: 'instead',
    says: 'Then, before the service is asked, which then is not asked. The oldest acts.',
  },
  {
    stage: 'delivery',
    says: 'Last, on the answer, after its change is stored. The oldest acts; none where the connection ended before.',
  },
];

type Of<Type extends Effect['type']> = Extract<Effect, { type: Type }>;
export type Delay = Of<'delay'>;
export type ReplacedReply = Of<'reply' | 'exhausted'> | ConnectionEnding;
export type Delivery = Of<'half' | 'slow' | 'duplicate' | 'reply'> | ConnectionEnding;

export const isEnding = (effect: Effect): effect is ConnectionEnding =>
  effect.type === 'drop' || effect.type === 'reset' || effect.type === 'hang';

export const isDelay = (effect: Effect): effect is Delay => effect.type === 'delay';

export const isInstead = (effect: Effect): effect is ReplacedReply =>
  isEnding(effect) || effect.type === 'reply'
    ? effect.when !== 'after'
    : effect.type === 'exhausted';

export const isDelivery = (effect: Effect): effect is Delivery =>
  !isDelay(effect) && !isInstead(effect);

export function stageOf(effect: Effect): FaultStage {
  if (isDelay(effect)) return 'delay';
  return isInstead(effect) ? 'instead' : 'delivery';
}
