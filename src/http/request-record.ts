import { schemeOf } from '../spec/requests/scheme.ts';
import { headersOf } from '../spec/traffic/exchange.ts';
import { withoutSecretHeaders } from '../spec/traffic/secrets.ts';
import type { NewSeenRequest, SeenRequest } from '../spec/traffic/seen-request.ts';
import type { World } from '../worlds/world.ts';
import type { RequestContext } from './context.ts';
import { reasonHeader } from './reply/reason.ts';
import type { Reply } from './reply/reply.ts';
import { contentType } from './reply/written.ts';
import { sentHeaders } from './request/sent-headers.ts';
import { withoutTokens } from './without-tokens.ts';

/** A reply and its serialised form, or no reply. */
export type RecordedOutcome =
  | { readonly reply: Reply; readonly text: string; readonly isCut?: boolean }
  | {
      readonly reply: { readonly outcome: string; readonly why: string };
      readonly text?: never;
      readonly isCut?: never;
    };

/** What is recorded about a request, apart from its outcome; serialised when it is read. */
type RequestFacts = Pick<SeenRequest, 'method' | 'url' | 'ms' | 'bodyNotRead'> & {
  readonly [field in 'operation' | 'caller' | 'faults']?: SeenRequest[field] | undefined;
} & {
  /** Names and values alternate. */
  readonly rawHeaders: readonly string[];
  readonly time: number;
  /** Milliseconds that this time is ahead of the real one. */
  readonly ahead: number;
  readonly body?: unknown;
  /** The raw text of a body that could not be parsed. */
  readonly unreadBody?: string | undefined;
};

/** Size limit for one recorded body. */
export const longestRecordedBody = 16 * 1024;
/** Estimated size of an entry without its bodies. */
const besidesBodies = 500;

/** Whether a body was announced and has not been read. */
export const bodyIsPending = ({ headers, body, unreadBody }: RequestContext): boolean =>
  headers.bodyLength !== 0 && body === undefined && unreadBody === undefined;

/** Records a request in its world and notifies observers, before anybody can have read the reply. */
export function recordRequest(context: RequestContext, outcome: RecordedOutcome): void {
  const { req, world } = context;
  const facts: RequestFacts = {
    method: req.method,
    url: context.url,
    rawHeaders: req.rawHeaders,
    time: world.clock.now(),
    ahead: world.clock.ahead,
    ms: context.elapsed,
    operation: context.operation?.name,
    caller: context.callerId,
    faults: context.interference?.faults,
    body: context.body,
    unreadBody: context.unreadBody,
    bodyNotRead: bodyIsPending(context),
  };
  context.server.onAnswer?.(facts.operation, outcome.reply.outcome, context);
  recordIn(world, outcome, facts, context.headers.bodyLength + (outcome.text?.length ?? 0));
}

export function recordIn(
  world: World,
  outcome: RecordedOutcome,
  facts: RequestFacts,
  size = 0,
): void {
  // Truncated right away: the pending entry would otherwise keep the whole body in memory.
  if (size <= longestRecordedBody) {
    world.requests.addLazily(size + besidesBodies, () => seen(outcome, facts, world), {
      operation: facts.operation,
      caller: facts.caller,
      status: 'status' in outcome.reply ? outcome.reply.status : undefined,
      outcome: outcome.reply.outcome,
    });
  } else world.requests.add(seen(outcome, facts, world));
}

function seen(
  { reply, text = '', isCut }: RecordedOutcome,
  facts: RequestFacts,
  world: World,
): NewSeenRequest {
  const sent = 'status' in reply ? reply : undefined;
  const reason = sent?.headers[reasonHeader];
  const request = cut(facts.unreadBody ?? bodyText(facts.body));
  const response = cut(text);
  const type = sent && contentType(sent.body);
  const headers = headersOf(facts.rawHeaders);
  const scheme = schemeOf(headers.authorization);
  return {
    time: new Date(facts.time).toISOString(),
    ...(facts.ahead !== 0 && { realTime: new Date(facts.time - facts.ahead).toISOString() }),
    method: facts.method,
    url: cut(withoutTokens(facts.url, world)).text,
    ...(facts.operation && { operation: facts.operation }),
    ...(facts.caller !== undefined && { caller: facts.caller }),
    requestHeaders: withoutSecretHeaders(headers),
    ...(scheme !== undefined && { scheme }),
    ...(sentHeaders(facts.rawHeaders).authorization.length > 1 && { severalTokens: true }),
    ...(request.text && { requestBody: request.text }),
    ...(facts.bodyNotRead && { bodyNotRead: true }),
    ...(sent && { status: sent.status }),
    responseHeaders: { ...(type && { 'Content-Type': type }), ...sent?.headers },
    ...(response.text && { responseBody: response.text }),
    ...(isCut && { cut: true }),
    outcome: reply.outcome,
    ...(reply.why !== undefined && { why: cut(reply.why).text }),
    ...(reason !== undefined && { reason }),
    ...(facts.faults && { faults: facts.faults }),
    ms: Math.round(facts.ms * 1000) / 1000,
    ...((request.isCut || response.isCut) && { truncated: true }),
  };
}

function bodyText(body: unknown): string {
  if (body === undefined) return '';
  try {
    return JSON.stringify(body);
  } catch {
    // A value that can be parsed may be nested too deeply to serialise.
    return '';
  }
}

const cut = (text: string): { text: string; isCut: boolean } => ({
  text: text.slice(0, longestRecordedBody),
  isCut: text.length > longestRecordedBody,
});
