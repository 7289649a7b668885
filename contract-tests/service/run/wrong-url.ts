import { quoted } from '../../../src/values/quoted.ts';
import { type Answer, isObject } from '../../judging/talk/answer.ts';
import { formatAnswer } from '../../judging/talk/format.ts';
import { sameRefusal } from '../model/sameness.ts';

function isPage({ exchange: { response } }: Answer): boolean {
  return (
    /^\s*<(!doctype|html|\?xml)/i.test(response.body) ||
    /text\/html/i.test(response.headers['content-type'] ?? '')
  );
}

/** Fields of 4.1 and 4.2, and the flag of 7: other APIs do not send them. */
export function isFeedAnswer({ outcome, body }: Answer): boolean {
  return 'successful' in body || (outcome === 'success' && ('id' in body || 'report' in body));
}

function isRedirect(answer: Answer): boolean {
  const { status, headers } = answer.exchange.response;
  return status >= 300 && status < 400 && headers.location !== undefined && !isFeedAnswer(answer);
}

/**
 * Not a response of this API: an HTML page, a redirect, or an error that is not JSON. A success that is not
 * JSON is a violation instead.
 */
function isForeign(answer: Answer): boolean {
  return (
    isRedirect(answer) ||
    (!isObject(answer.json) && (isPage(answer) || answer.exchange.response.status >= 300))
  );
}

/**
 * Whether something other than the feed responds: only pages, redirects and errors that are not JSON, or
 * the same as for a path that this API does not have.
 */
export function isWrongUrl(answers: readonly Answer[], nowhere: Answer): boolean {
  return answers.every((answer) => isForeign(answer) || sameAsNowhere(answer, nowhere));
}

/** Errors of the lookup may have any format (4.4), but are no redirects. */
export function isWrongLookupUrl(answer: Answer, nowhere: Answer | undefined): boolean {
  if (isRedirect(answer) || isPage(answer)) return true;
  const isNoPath = [404, 405].includes(answer.exchange.response.status);
  return isNoPath && nowhere !== undefined && sameAsNowhere(answer, nowhere);
}

/** Frameworks name the method and the path in their responses for unknown paths. */
function sameAsNowhere(answer: Answer, nowhere: Answer): boolean {
  return sameRefusal(withoutPath(answer), withoutPath(nowhere));
}

function withoutPath(answer: Answer): Answer {
  const { request, response } = answer.exchange;
  const { pathname, search } = new URL(request.url);
  const general = (text: string): string =>
    [pathname + search, pathname, request.method].reduce(
      (rest, part) => rest.replaceAll(part, '…'),
      text,
    );
  const json: unknown =
    answer.json === undefined ? undefined : JSON.parse(general(JSON.stringify(answer.json)));
  return {
    ...answer,
    exchange: {
      ...answer.exchange,
      response: { ...response, body: general(response.body) },
    },
    ...(json !== undefined && { json }),
  };
}

/** The response in one line: its status, its redirect, and the beginning of its body. */
export function formatForeignAnswer(answer: Answer): string {
  const { status, headers, body } = answer.exchange.response;
  if (isObject(answer.json) && !isRedirect(answer)) return formatAnswer(answer);
  const [first = ''] = body
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');
  const where = headers.location === undefined ? '' : `, Location: ${headers.location}`;
  return `${status}${where}, ${first === '' ? 'an empty body' : quoted(first)}`;
}

/** What to check where something other than this API responds. */
export const wrongUrlHint =
  'are host and prefix right, and does it know the token? No redirect is followed';
