import type { OperationName } from '../domain/operation.ts';

/** The connection ends without an answer: cut, reset (TCP), or open for as long as the caller waits. */
export interface ConnectionEnding {
  readonly type: 'drop' | 'reset' | 'hang';
  /** Before the service is asked, or after its change is stored; before where it is absent. */
  readonly when?: 'before' | 'after';
}

/** What goes wrong on purpose. */
export type Effect =
  | {
      readonly type: 'delay';
      /** Of a log-normal delay, the median. */
      readonly ms: number;
      /** Up to so many more, each as likely as any other. */
      readonly spread?: number;
      /** Makes it log-normal: the standard deviation of its logarithm. */
      readonly sigma?: number;
    }
  | {
      readonly type: 'reply';
      readonly status: number;
      /** Instead of asking the service, or instead of its answer; the former where it is absent. */
      readonly when?: 'before' | 'after';
      readonly body?: unknown;
      readonly headers?: { readonly [name: string]: string };
    }
  | ConnectionEnding
  /** The service is asked twice, as if the request had come twice; the second answer is sent. */
  | { readonly type: 'duplicate' }
  | { readonly type: 'half' }
  | { readonly type: 'slow'; readonly ms: number }
  | { readonly type: 'exhausted' };

/** What a sequence does to one request: an effect, a reply of this status and no body, or nothing. */
export type SequenceStep = Effect | number | 'ok';

/** A step for each request in turn; worn off after the last, or after so many `times` of all. */
export interface Sequence {
  readonly type: 'sequence';
  readonly steps: readonly SequenceStep[];
}

/** Whom it meets: an operation, a caller, or everybody; so many times, or until it is removed. */
export type FaultRule = (Effect | Sequence) & {
  readonly operation?: OperationName;
  /** The id of a caller. */
  readonly caller?: string;
  readonly times?: number;
  /** The share of requests that it meets, up to 1; all where it is absent. */
  readonly chance?: number;
  /** What `chance`, `spread` and `sigma` follow from; the machine's chance where it is absent. */
  readonly seed?: number;
};

/** Where on the way of a request a fault acts. */
export type FaultStage = 'delay' | 'instead' | 'delivery';

/** How the faults that meet one request combine, stage by stage. */
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
