import type { OperationName } from '../domain/operation.ts';
import type { components } from '../spec/admin.generated.ts';
import type { faultTraits } from '../spec/fault-traits.generated.ts';

type Effect = components['schemas']['FaultEffect'];

/** A fault of one request, and what a client should do about it. */
export interface FaultKind {
  readonly name: string;
  /** Completes "A create …". */
  readonly says: string;
  readonly effect: Effect;
  /** Whether the operation is carried out. */
  readonly acts: boolean;
  /** Whether the client gets a complete, successful response. */
  readonly isAnswered?: boolean;
  readonly waitMs?: number;
  /** Whether it affects all requests of the operation. */
  readonly isLasting?: boolean;
  /** Whether it differs from another kind only for an operation that has an effect. */
  readonly needsEffect?: boolean;
}

/** One request of the command, with a fault. */
export interface FaultPlace {
  readonly kind: FaultKind;
  readonly world: string;
  readonly operation: OperationName;
  /** Index among the requests of its world to the operation. */
  readonly nth: number;
}

/** The kinds of faults whose schema has a `when`: before the service is asked, or after its change is stored. */
type MomentType = {
  [Type in Effect['type']]: (typeof faultTraits)[Type]['stages'] extends readonly [
    'instead',
    'delivery',
  ]
    ? Type
    : never;
}[Effect['type']];

/** A fault that may strike before or after the operation is carried out. */
interface Disturbance {
  readonly name: string;
  /** Completes "A create …". */
  readonly before: string;
  readonly after: string;
  readonly effect: Extract<Effect, { type: MomentType }>;
  readonly waitMs?: number;
}

const refusal = { error: 'Please come back later.', successful: false };

function busy(status: 429 | 503): Disturbance {
  return {
    name: String(status),
    before: `that gets a ${status} with Retry-After`,
    after: `that is done and gets a ${status} with Retry-After`,
    effect: { type: 'reply', status, headers: { 'Retry-After': '1' }, body: refusal },
    waitMs: 1000,
  };
}

const disturbances: readonly Disturbance[] = [
  {
    name: 'cut',
    before: 'whose connection is cut',
    after: 'whose response is lost',
    effect: { type: 'drop' },
  },
  {
    name: 'reset',
    before: 'whose connection is reset',
    after: 'that is done and whose connection is reset',
    effect: { type: 'reset' },
  },
  {
    name: 'silence',
    before: 'that never gets a response',
    after: 'that is done and never gets a response',
    effect: { type: 'hang' },
  },
  busy(429),
  busy(503),
  {
    name: '500',
    before: 'that is not done and gets a 500',
    after: 'that is done and gets a 500',
    effect: { type: 'reply', status: 500, body: refusal },
  },
  {
    name: 'page',
    before: 'that gets a 200 with an HTML page',
    after: 'that is done and gets a 200 with an HTML page',
    effect: {
      type: 'reply',
      status: 200,
      headers: { 'Content-Type': 'text/html' },
      body: '<!doctype html><title>Please log in</title>',
    },
  },
];

function beforeAndAfter({
  name,
  before,
  after,
  effect,
  ...more
}: Disturbance): readonly FaultKind[] {
  return [
    {
      name,
      says: before,
      effect: { ...effect, when: 'before' },
      acts: false,
      ...more,
    },
    {
      name: `${name} after it`,
      says: after,
      effect: { ...effect, when: 'after' },
      acts: true,
      needsEffect: true,
      ...more,
    },
  ];
}

export const faultKinds: readonly FaultKind[] = [
  ...disturbances.flatMap(beforeAndAfter),
  {
    name: 'half',
    says: 'whose response is cut in half',
    effect: { type: 'half' },
    acts: true,
  },
  {
    name: 'slow',
    says: 'whose response is slow',
    effect: { type: 'slow', ms: 3000 },
    acts: true,
    isAnswered: true,
  },
  {
    name: 'twice',
    says: 'that is delivered twice',
    effect: { type: 'duplicate' },
    acts: true,
    isAnswered: true,
  },
  {
    name: 'down',
    says: 'that always gets a 503',
    effect: { type: 'reply', status: 503, body: refusal },
    acts: false,
    isLasting: true,
  },
];
