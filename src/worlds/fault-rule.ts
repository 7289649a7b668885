import type { components } from '../spec/admin.generated.ts';
import { faultTraits } from '../spec/fault-traits.generated.ts';
import type { HttpExchange } from '../traffic/exchange.ts';

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
export interface ComputedFault extends FaultScope {
  /**
   * The URL is relative to the base URL of the world; headers and body are as they were sent. Which requests it meets
   * is said by `request`.
   */
  readonly reply: (request: HttpExchange['request']) => ComputedReply | Promise<ComputedReply>;
}

/** Which requests a fault meets. */
export type FaultScope = Schemas['FaultScope'];

/** A computed reply. */
export type ComputedReply = Pick<EffectOf<'reply'>, 'status' | 'headers' | 'body'>;

/** How replies are computed, by their faults, which themselves are plain data. */
export const computedReplies = new WeakMap<Effect, ComputedFault['reply']>();

/** The effect of one kind of fault. */
export type EffectOf<Kind extends Effect['type']> = Extract<Effect, { type: Kind }>;

type Traits = typeof faultTraits;

/** The stages at which a kind of fault acts. */
export type StagesOf<Kind extends Effect['type']> = Traits[Kind]['stages'][number];

/** The effects that act at a stage. */
export type EffectAt<Stage extends FaultStage> = {
  [Kind in Effect['type']]: Stage extends StagesOf<Kind> ? EffectOf<Kind> : never;
}[Effect['type']];

interface FaultTraits {
  readonly stages: readonly [stage: FaultStage, later?: FaultStage];
  readonly endsConnection?: true;
}

const traits: { readonly [kind in Effect['type']]: FaultTraits } = faultTraits;

export function stageOf(effect: Effect): FaultStage {
  const [stage, later = stage] = traits[effect.type].stages;
  return 'when' in effect && effect.when === 'after' ? later : stage;
}

/** Whether there is nobody left to respond to. */
export function endsConnection({ type }: Effect): boolean {
  return traits[type].endsConnection === true;
}
