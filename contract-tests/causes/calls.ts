import { readAnswer } from '../talk/answer.ts';
import type { Exchange } from '../talk/exchange.ts';
import { nearId } from '../talk/made-up.ts';
import { type AsCaller, asCaller } from './as-caller.ts';
import { createdId } from './log.ts';
import { inDoubleQuotes, quoted } from './shell.ts';
import { isAboutAgreement, isAboutCounting, isAboutRefusal } from './story.ts';

export interface Reproduced {
  readonly clause: string;
  readonly section: string;
  readonly sentence: string;
  readonly expected: string;
  readonly actual: string;
  /** What leads to the violation; the last exchange shows it. */
  readonly story: readonly Exchange[];
  readonly urls: { readonly baseUrl: string; readonly analysisUrl: string };
}

/** A report that the script makes, and the variable that holds its id. */
export interface Made {
  readonly id: string;
  readonly variable: string;
  readonly by: Exchange;
}

export const madeIn = (story: readonly Exchange[]): Made[] =>
  story
    .flatMap((by) => {
      const id = createdId(by);
      return id === undefined ? [] : [{ id, by }];
    })
    .map(({ id, by }, index) => ({ id, by, variable: `id${index + 1}` }));

/** Each id that was given out, wherever it comes up again, is the one that is given out now. */
const withIds = (
  text: string,
  made: readonly Made[],
  around: (variable: string) => string,
): string =>
  made.reduce(
    (all, { id, variable }) => (id.length < 8 ? all : all.replaceAll(id, around(variable))),
    text,
  );

export const plain = (url: string): string =>
  (URL.canParse(url) ? new URL(url).href : url).replace(/\/+$/, '');

export const urlIn = (
  exchange: Exchange,
  { baseUrl, analysisUrl }: Reproduced['urls'],
  made: readonly Made[],
): string => {
  const { url } = exchange.request;
  const [variable, base] =
    exchange.operation === 'lookup' ? ['lookup', plain(analysisUrl)] : ['feed', plain(baseUrl)];
  const isBelow = url.startsWith(base);
  const rest = inDoubleQuotes(isBelow ? url.slice(base.length) : url);
  const { report } = exchange.about;
  const beside = made.find(({ id }) => id !== report && nearId(id) === report);
  if (beside)
    return `"$${variable}${rest.replace(/report=[^&]*/, `report=$(near $${beside.variable})`)}"`;
  const short = made.find(({ id }) => id === report && id.length < 8);
  const named = short
    ? rest.replace(/report=[^&]*/, `report=$${short.variable}`)
    : withIds(rest, made, (name) => `$${name}`);
  return `"${isBelow ? `$${variable}` : ''}${named}"`;
};

export const callIn = (
  exchange: Exchange,
  caller: AsCaller,
  urls: Reproduced['urls'],
  made: readonly Made[],
): string => {
  const { method, headers, body } = exchange.request;
  const { accept, 'content-type': type } = headers;
  const call = [
    `ask ${method} ${urlIn(exchange, urls, made)}`,
    caller.options,
    ...(type === undefined ? [] : [`-H ${quoted(`Content-Type: ${type}`)}`]),
    ...(body === undefined
      ? []
      : [`--data-binary ${withIds(quoted(body), made, (name) => `'"$${name}"'`)}`]),
  ]
    .filter(Boolean)
    .join(' ');
  if (accept === 'application/json') return call;
  return `accept=${quoted(accept === undefined ? '' : ` ${accept}`)}; ${call}; unset accept`;
};

export const isCounted = ({ caller }: Exchange): boolean => caller.startsWith('tokens.limited');
export const isFetch = ({ operation }: Exchange): boolean => operation === 'fetch';

/**
 * Looks do no harm, and nor does a call that a right server refuses each time: both may be made again. But
 * for a deletion that names no report: nobody knows what a wrong server takes away by it.
 */
export const isTriedAgain = (clause: string, last: Exchange): boolean =>
  isFetch(last) ||
  (last.operation === 'create' && isAboutRefusal(clause)) ||
  (last.operation === 'delete' && isAboutRefusal(clause) && last.about.report !== undefined);

/** The calls in order; what is asked several times in a row is a loop. */
export const steps = ({ clause, story, urls }: Reproduced, made: readonly Made[]): string[] => {
  const isCount = isAboutCounting(clause);
  const isCompared = isAboutAgreement(clause) && story.length > 1;
  const first = story.find((one) => readAnswer(one).outcome === 'success' && !createdId(one));
  const lines: string[] = [];
  let previous = '';
  let prepared = '';
  let times = 1;
  for (const exchange of story) {
    const known = made.filter(({ by }) => by.startedAt < exchange.startedAt);
    const caller = asCaller(exchange.caller, exchange.operation);
    const own = made.find(({ by }) => by === exchange);
    const after = own
      ? `; ${own.variable}=$(id)`
      : isCount && isCounted(exchange)
        ? '; count'
        : isCompared && exchange === first
          ? '; first=$answer'
          : '';
    const line = `${callIn(exchange, caller, urls, known)}${after}`;
    if (exchange === story.at(-1) && isTriedAgain(clause, exchange) && !isCompared) {
      lines.push(...caller.before, `look() { ${line}; }`, 'look');
      break;
    }
    if (line === previous && !own) {
      times += 1;
      const turns = Array.from({ length: times }, (_, nth) => nth + 1).join(' ');
      lines[lines.length - 1] = `for again in ${turns}; do ${line}; done`;
      continue;
    }
    lines.push(...(prepared === caller.before.join() ? [] : caller.before), line);
    prepared = caller.before.join() || prepared;
    previous = line;
    times = 1;
  }
  return lines;
};

/** What the script creates it deletes, as whoever created it. */
export const forgetting = (made: readonly Made[], urls: Reproduced['urls']): string[] =>
  made
    .filter(({ id }, at) => made.findIndex((one) => one.id === id) === at)
    .map(({ by, variable }) => {
      const creator = by.caller.startsWith('tokens.') ? by.caller : 'tokens.researcher';
      const url = urlIn(by, urls, []).slice(0, -1);
      return `curl -sS -g -o /dev/null -X DELETE ${asCaller(creator, 'delete').options} ${url}?report=$${variable}"`;
    });
