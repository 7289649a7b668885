import type { components } from '../spec/admin.generated.ts';

type Schemas = components['schemas'];

/** The effect of a fault. */
export type Effect = Schemas['FaultEffect'];

/** An effect or a sequence of them, and the requests it applies to: as in admin.openapi.yaml. */
export type FaultRule = Schemas['FaultRule'];

/** The stage of a request at which a fault acts. */
export type FaultStage = Schemas['FaultStage'];

/** How several faults on one request combine, by stage. */
export const stages: readonly { readonly stage: FaultStage; readonly says: string }[] = [
  { stage: 'delay', says: 'First. All of them act: their times add up.' },
  {
    stage: 'instead',
    says: 'Then, before the service is asked, which then is not asked. The oldest acts.',
  },
  {
    stage: 'delivery',
    says: 'Last, on the response, after its change is stored. The oldest acts; none where the connection ended before.',
  },
];

/** A reply that is computed from the request, in a program only. */
export interface ComputedFault
  extends Partial<Pick<FaultRule, 'operation' | 'caller' | 'times' | 'chance' | 'seed'>> {
  readonly reply: (request: FaultedRequest) => ComputedReply | Promise<ComputedReply>;
}

/** The request that a reply is computed from: its path with the query, and its body as sent. */
export interface FaultedRequest {
  readonly method: string;
  readonly url: string;
  readonly headers: { readonly [name: string]: string | readonly string[] | undefined };
  readonly body?: string;
}

/** A computed reply. */
export type ComputedReply = Pick<Of<'reply'>, 'status' | 'headers' | 'body'>;

/** How replies are computed, by their faults, which themselves are plain data. */
export const computedReplies = new WeakMap<Effect, ComputedFault['reply']>();

type Of<Type extends Effect['type']> = Extract<Effect, { type: Type }>;
/** Ends the connection without a response: closed, reset (TCP), or left open until the client gives up. */
export type ConnectionEnding = Of<'drop' | 'reset' | 'hang'>;
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
