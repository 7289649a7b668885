import { jsonIn, readAnswer } from '../talk/answer.ts';
import type { Ask } from '../talk/ask.ts';
import type { BrokenShare } from '../talk/broken-responses.ts';
import { canonical } from '../talk/canonical.ts';
import { NoAnswer } from '../talk/client.ts';
import type { Exchange } from '../talk/exchange.ts';
import { NotTestable } from '../talk/not-testable.ts';
import { looksLikeAttack } from '../verdict/in-front.ts';
import type { Remark } from './conclusions.ts';
import type { Run } from './run.ts';

/** Of requests of each kind, so many are repeated. */
const mostRepeated = 3;
/** What the server never responds to. */
const timesIfDropped = 2;
/** Enough to tell every fourth response from one in forty. */
const timesIfCut = 20;
/** In characters. Size limits are open (8), and a server may close the connection on longer requests. */
const longTextLength = 4096;

/**
 * Judges requests whose responses are lost again when they are repeated, while those to others arrive: then
 * neither a rate limit nor the network is the reason.
 */
export async function judgeLostResponses(run: Run): Promise<void> {
  const dropped = run.evidence.unanswered.flatMap(({ error }) => error.dropped ?? []);
  for (const one of dropped.filter((each) => mustBeAnswered(run, each)).slice(0, mostRepeated))
    if (await isAlwaysDropped(run, one)) run.judge(readAnswer(one));
  // What was in flight when a server stopped ended early for that.
  if (run.outages.length > 0) return;
  for (const one of repeatable(run).slice(0, mostRepeated))
    await Promise.all(Array.from({ length: timesIfCut }, () => askAgain(run, one)));
  for (const one of run.client.brokenResponses.returning()) run.judge(readAnswer(one));
}

/** A request that any server can read, from a caller it knows, of an operation that describes all its responses. */
function mustBeAnswered({ service }: Run, { operation, caller, request }: Exchange): boolean {
  const { url, body } = request;
  const isKnown = service.callers.byKey.has(caller) && !service.callers.isCounted(caller);
  const isReadable =
    body === undefined || (body.length < longTextLength && jsonIn(body).json !== undefined);
  const isUsual = url.length < longTextLength && !looksLikeAttack(url);
  return service.operations.of(operation).describesErrors && isKnown && isUsual && isReadable;
}

async function isAlwaysDropped(run: Run, exchange: Exchange): Promise<boolean> {
  const { area } = run.service.operations.of(exchange.operation);
  const isUp = async (): Promise<boolean> =>
    (await ask(run, run.service.harmless(area))) === 'answered';
  for (let time = 0; time < timesIfDropped; time += 1)
    if (!(await isUp()) || (await askAgain(run, exchange)) !== 'dropped' || !(await isUp()))
      return false;
  return true;
}

/** Of each request of which a response ended early, one: it changes and uses up nothing, and finds what it found. */
function repeatable({ service, client }: Run): Exchange[] {
  const effectOf = ({ operation }: Exchange) => service.operations.of(operation).effect;
  const deleted = new Set(
    client.exchanges
      .filter((one) => one.outcome === 'success' && effectOf(one) === 'deletes')
      .map(({ about }) => canonical(about)),
  );
  return client.brokenResponses
    .suspects()
    .filter(
      (one) =>
        effectOf(one) === 'nothing' &&
        one.way === undefined &&
        one.request.body === undefined &&
        !deleted.has(canonical(one.about)),
    );
}

/** How a request ends; `dropped`: the server closed the connection instead of responding. */
type End = 'answered' | 'dropped' | 'unanswered';

/** Sends a request again, alone or with others like it. */
async function askAgain(run: Run, exchange: Exchange): Promise<End> {
  const { operation, about, sent, request } = exchange;
  const { area } = run.service.operations.of(operation);
  const caller = run.service.callers.known.find(({ key }) => key === exchange.caller);
  if (!caller || run.isStopped || run.client.isGivenUp(area)) return 'unanswered';
  const contentType = request.headers['content-type'];
  return ask(run, {
    operation,
    caller,
    about,
    ...(sent !== undefined && { sent }),
    ...(request.body !== undefined && { body: request.body }),
    ...(contentType !== undefined && { contentType }),
  });
}

async function ask(run: Run, one: Ask): Promise<End> {
  try {
    await run.conversation('lost responses').ask(one);
    return 'answered';
  } catch (error) {
    if (!(error instanceof NoAnswer || error instanceof NotTestable)) throw error;
    return error instanceof NoAnswer && error.dropped ? 'dropped' : 'unanswered';
  }
}

/** What ends early more often than the link explains. */
function unexplainedIn({ client, outages }: Run): readonly BrokenShare[] {
  return outages.length > 0 ? [] : client.brokenResponses.unexplained();
}

function shareInWords({ service, client }: Run, share: BrokenShare): string {
  const { operation, caller, broken, all } = share;
  const { count, responses } = client.brokenResponses;
  const { calls } = service.operations.of(operation).words;
  const whose = caller === undefined ? '' : ` as ${caller}`;
  return `${broken} of ${all} responses to ${calls}${whose} ended early, ${count - broken} of ${responses - all} others`;
}

/** What a result says of responses that ended early. */
export interface EarlyEnds {
  /** One sentence without its full stop, for the summary; absent if the link explains them. */
  readonly summary?: string;
  readonly remarks: readonly Remark[];
  /** Of a link that loses some of all. */
  readonly conditions: readonly string[];
}

export function earlyEnds(run: Run): EarlyEnds {
  const { count, responses } = run.client.brokenResponses;
  const told = unexplainedIn(run).map((share) => shareInWords(run, share));
  const [summary] = told;
  if (summary === undefined)
    return {
      remarks: [],
      conditions:
        count === 0
          ? []
          : [`Of ${responses} responses, ${count} ended early, as far as can be told by the link.`],
    };
  const remarks = told.map((share) => ({
    id: 'ends-early',
    says: `${share}: more than the link explains. Each was shorter than announced, and was requested again.`,
  }));
  return { summary, remarks, conditions: [] };
}
