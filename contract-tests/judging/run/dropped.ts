import { jsonIn, readAnswer } from '../talk/answer.ts';
import { NoAnswer } from '../talk/client.ts';
import type { Exchange } from '../talk/exchange.ts';
import { looksLikeAttack } from '../verdict/in-front.ts';
import type { Run } from './run.ts';

/** In characters. Size limits are open (8), and a server may close the connection on longer requests. */
const longTextLength = 4096;
const mostTried = 3;

/**
 * Judges requests on which the server always closes the connection, although it responds to others before
 * and after, and nothing else is sent: then neither a rate limit nor the network is the reason. Where all
 * responses are described, it should have sent one.
 */
export async function judgeDropped(run: Run): Promise<void> {
  const dropped = run.evidence.unanswered.flatMap(({ error }) => error.dropped ?? []);
  const plain = dropped.filter((one) => isPlain(run, one));
  for (const exchange of plain.slice(0, mostTried)) {
    const { area } = run.service.operations.of(exchange.operation);
    if (run.isStopped || run.client.isGivenUp(area)) return;
    const isAlways = (await isDroppedAgain(run, exchange)) && (await isDroppedAgain(run, exchange));
    if (isAlways) run.judge(readAnswer(exchange));
  }
}

/** A request that any server can read, from a caller it knows. */
function isPlain({ service }: Run, exchange: Exchange): boolean {
  const { operation, caller, request } = exchange;
  const { url, body } = request;
  const isKnown = service.callers.byKey.has(caller) && !service.callers.isCounted(caller);
  const isReadable =
    body === undefined || (body.length < longTextLength && jsonIn(body).json !== undefined);
  const { describesErrors } = service.operations.of(operation);
  const isUsual = url.length < longTextLength && !looksLikeAttack(url);
  return describesErrors && isKnown && isUsual && isReadable;
}

async function isDroppedAgain(run: Run, exchange: Exchange): Promise<boolean> {
  const conversation = run.conversation('dropped');
  const { operation, about, sent, request } = exchange;
  const caller = run.service.callers.known.find(({ key }) => key === exchange.caller);
  if (!caller) return false;
  const contentType = request.headers['content-type'];
  const { area } = run.service.operations.of(operation);
  const others = async (): Promise<boolean> =>
    conversation.ask(run.service.harmless(area)).then(
      () => true,
      () => false,
    );
  if (!(await others())) return false;
  try {
    await conversation.ask({
      operation,
      caller,
      about,
      ...(sent !== undefined && { sent }),
      ...(request.body !== undefined && { body: request.body }),
      ...(contentType !== undefined && { contentType }),
    });
    return false;
  } catch (error) {
    return error instanceof NoAnswer && error.dropped !== undefined && (await others());
  }
}
