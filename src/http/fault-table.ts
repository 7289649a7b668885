import {
  computedReplies,
  type Effect,
  type EffectAt,
  type EffectOf,
  type FaultStage,
  type StagesOf,
} from '../worlds/fault-rule.ts';
import type { Decision, Ending, RequestContext } from './context.ts';
import { goneSignal } from './reply/delivery.ts';
import { faultReply } from './reply/fault-reply.ts';
import type { Reply } from './reply/reply.ts';
import { type SentBody, type SerializedReply, send, withContentLength } from './reply/written.ts';
import { bugEntry } from './request-log.ts';

/** Decides in place of the service. */
type Instead<One> = (context: RequestContext, effect: One) => Decision | Promise<Decision>;

/** Acts on the response: on how often the service is asked for it, what it is, or how it is sent. */
interface Delivery<One> {
  readonly asks?: (ask: () => Promise<Reply>) => Promise<Reply>;
  readonly replaces?: (context: RequestContext, effect: One, reply: Reply) => Reply | Ending;
  readonly sends?: (
    context: RequestContext,
    effect: One,
    status: number,
    made: SerializedReply,
  ) => SentBody;
}

interface Acts<One> {
  /** The world adds up delays itself: all that such a fault has is its milliseconds. */
  readonly delay: 'by the world';
  readonly instead: Instead<One>;
  readonly delivery: Delivery<One>;
}

/** Every kind of fault in admin.openapi.yaml, at each of its stages: a missing one does not compile. */
type FaultTable = {
  readonly [Kind in Effect['type']]: {
    readonly [Stage in StagesOf<Kind>]: Acts<EffectOf<Kind>>[Stage];
  };
};

const faultTable: FaultTable = {
  delay: { delay: 'by the world' },
  reply: {
    instead: chosenReply,
    delivery: { replaces: (context, effect) => faultReply(effect, context) },
  },
  drop: endingBy({
    outcome: 'dropped',
    why: 'A fault cut the connection',
    end: ({ req }) => req.socket.destroy(),
  }),
  reset: endingBy({
    outcome: 'reset',
    why: 'A fault reset the connection',
    // RFC 9293, 3.5.2: sends RST, not FIN.
    end: ({ req }) => (req.carrier ?? req.socket).resetAndDestroy(),
  }),
  hang: endingBy({
    outcome: 'hung',
    why: 'A fault left the request without a response',
    end: hold,
  }),
  half: { delivery: { sends: sendHalf } },
  slow: { delivery: { sends: sendSlowly } },
  duplicate: { delivery: { asks: askTwice } },
};

/** Which kind an effect is of, and so what its entry takes, is known only when it acts. */
function actsAt<Stage extends FaultStage>(
  stage: Stage,
  { type }: EffectAt<Stage>,
): Acts<Effect>[Stage] {
  return (faultTable[type] as unknown as Acts<Effect>)[stage];
}

/** What a fault decides in place of the service. */
export function decisionInstead(
  context: RequestContext,
  effect: EffectAt<'instead'>,
): Decision | Promise<Decision> {
  return actsAt('instead', effect)(context, effect);
}

/** What a fault does about the response to a request. */
function deliveryOf({ interference }: RequestContext) {
  const effect = interference?.delivery;
  return effect && { effect, ...actsAt('delivery', effect) };
}

/** Asks the service, as often as a fault wants. */
export function askedReply(context: RequestContext, ask: () => Promise<Reply>): Promise<Reply> {
  return deliveryOf(context)?.asks?.(ask) ?? ask();
}

/** What a fault leaves of a reply. */
export function leftOf(context: RequestContext, reply: Reply): Reply | Ending {
  const fault = deliveryOf(context);
  return fault?.replaces?.(context, fault.effect, reply) ?? reply;
}

/** Sends a reply, as a fault wants it sent. Throws where Node rejects its head. */
export function sendReply(
  context: RequestContext,
  status: number,
  made: SerializedReply,
): SentBody {
  const fault = deliveryOf(context);
  if (fault?.sends) return fault.sends(context, fault.effect, status, made);
  send(context.res, status, made);
  return { body: made.text };
}

async function chosenReply(context: RequestContext, effect: EffectOf<'reply'>): Promise<Reply> {
  const compute = computedReplies.get(effect);
  if (!compute) return faultReply(effect, context);
  return faultReply({ ...effect, ...(await compute(context.sent)) });
}

/** Ends the connection, before the operation runs or instead of its reply. */
function endingBy({ outcome, why, end }: Ending): Pick<Acts<Effect>, 'instead' | 'delivery'> {
  return {
    instead: () => ({ outcome, why: `${why}.`, end }),
    delivery: {
      replaces: (_context, _effect, unsent) => {
        const after = `after the service had responded with ${unsent.status} (${unsent.outcome})`;
        return { outcome, why: `${why}, ${after}.`, end };
      },
    },
  };
}

/** Waits until the client disconnects or the world is removed. */
function hold({ res, world: { gone } }: RequestContext): void {
  const end = () => void res.req.socket.destroy();
  if (gone.aborted) return void end();
  gone.addEventListener('abort', end, { once: true });
  res.once('close', () => gone.removeEventListener('abort', end));
}

function sendHalf(
  { res }: RequestContext,
  _effect: Effect,
  status: number,
  { head, text }: SerializedReply,
): SentBody {
  const bytes = Buffer.from(text);
  const half = bytes.subarray(0, bytes.length >> 1);
  // An empty body cannot be truncated: announces one and never sends it.
  res.writeHead(status, bytes.length === 0 ? withContentLength(head, 1) : head);
  res.flushHeaders();
  if (half.length > 0) res.write(half);
  res.req.socket.destroySoon();
  return { body: half.toString(), cut: true };
}

function sendSlowly(
  context: RequestContext,
  { ms }: EffectOf<'slow'>,
  status: number,
  { head, text }: SerializedReply,
): SentBody {
  const { res, server } = context;
  res.writeHead(status, head);
  res.flushHeaders();
  sendInDrops(context, Buffer.from(text), ms).catch((error) => {
    server.log(bugEntry(error, context.withoutTokens));
    res.destroy();
  });
  return { body: text };
}

const dropCount = 10;

async function sendInDrops(
  { res, server }: RequestContext,
  bytes: Buffer,
  ms: number,
): Promise<void> {
  const gone = goneSignal(res);
  const size = Math.ceil(bytes.length / dropCount);
  for (let start = 0; start < bytes.length; start += size) {
    await server.pause(ms / dropCount, gone);
    if (gone.aborted) return;
    res.write(bytes.subarray(start, start + size));
  }
  res.end();
}

async function askTwice(ask: () => Promise<Reply>): Promise<Reply> {
  await ask();
  return ask();
}
