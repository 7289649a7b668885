import { plural } from '../../../src/values/listed.ts';
import type { Cause } from '../causes/cause.ts';
import { placeholder } from '../causes/placeholder.ts';
import type { RecordedCall } from '../causes/recorded-call.ts';
import type { View } from './view.ts';

function clipped(text: string): string {
  return text.length > 600 ? `${text.slice(0, 600)}…` : text;
}

function indented(text: string, by: string): string {
  return text
    .split('\n')
    .map((line) => by + line)
    .join('\n');
}

/** The calls of more causes would bury the verdict. */
const mostCalled = 2;

export function causeLabel({ kind }: Pick<Cause, 'kind'>): string {
  return {
    fixed: 'stated there',
    derived: 'derived from what is stated there',
    open: 'open there',
    own: 'beside the specification',
  }[kind];
}

function times(count: number): string {
  return count > 1 ? ` (seen ${count} times)` : '';
}

function evidence({ expected, actual, exchange, ...cause }: Cause): string[] {
  const list = [
    `expected  ${expected}`,
    `actual    ${actual}${times(cause.times)}`,
    ...cause.doubts.map((doubt) => `if        ${doubt}`),
  ];
  if (!exchange) return list;
  const { request, response, caller } = exchange;
  return [
    ...list,
    `request   ${request.method} ${request.url} as ${caller}`,
    ...(request.body === undefined ? [] : [`          ${clipped(request.body)}`]),
    `response  ${response.status} ${response.headers['content-type'] ?? ''}`,
    `          ${clipped(response.body) || '(empty)'}`,
  ];
}

/** `reproduced by 4 requests`, or why not. */
export function confirmedBy({ confirmation }: Cause): string | undefined {
  if (!confirmation) return undefined;
  const { calls, shown, of, why } = confirmation;
  if (why !== undefined) return `not tried: ${why}`;
  const by = plural(calls.length, 'request');
  if (shown === of) return `reproduced by ${by}`;
  return shown === 0
    ? `not reproduced in ${of} tries of ${by}`
    : `reproduced ${shown} of ${of} times by ${by}`;
}

/** The steps, from the first call to the one that shows it. */
function story({ confirmation }: Cause): string[] {
  const calls = confirmation?.calls ?? [];
  return calls.length < 2
    ? []
    : callLines(calls).map((line, nth) => `${nth === 0 ? 'story ' : '      '}    ${line}`);
}

/** Each call in words, and when it is made, where that matters. */
export function callLines(calls: readonly RecordedCall[]): string[] {
  return calls.map((call, nth) => {
    const { operation, method, caller, about, creates, atOnce, after, body, way } = call;
    const isBeside = atOnce !== undefined && calls[nth - 1]?.atOnce === atOnce;
    const when = isBeside ? 'at the same time, ' : after ? `after ${after} ms, ` : '';
    const what = Object.entries(about).map(([name, value]) => `${name} ${value}`);
    const gives = creates === undefined ? '' : `, giving ${placeholder({ name: creates })}`;
    const sent = body === undefined ? '' : `, sending ${clipped(body)}`;
    // What the parameters do not tell: another method, one that is sent twice.
    const other = [method, way?.rawPath].filter((one) => one !== undefined).join(' ');
    const by = other === '' ? '' : `, by ${other}`;
    return `${when}${[operation, what.join(', ')].join(' ').trim()}${by} as ${caller}${gives}${sent}`;
  });
}

function beneath(cause: Cause): string[] {
  const { alike, follows } = cause;
  const proof = confirmedBy(cause);
  const also = plural(follows.length, 'clause that follows', 'clauses that follow');
  return [
    ...story(cause),
    ...(proof ? [`proof     ${proof}`] : []),
    ...(alike.length > 0 ? [`likewise  ${alike.join(', ')}`] : []),
    ...(follows.length > 0 ? [`and ${also} from it: ${follows.join(', ')}`] : []),
  ];
}

/** A cause without its number and its requests. */
export function causeText(cause: Cause): string[] {
  return [
    cause.title,
    `against   ${cause.sentence}`,
    `${cause.clause}: ${cause.heading}, ${causeLabel(cause)}`,
    ...evidence(cause),
    ...beneath(cause),
  ];
}

/** The faults of a server, each once. */
export function causeLines(
  { result: { causes }, causes: count }: View,
  asked: { readonly mark: string; readonly verbose: boolean; readonly hasFiles: boolean },
): string[] {
  if (causes.length === 0) return [];
  const { mark, verbose, hasFiles } = asked;
  const isShown = !hasFiles && (verbose || causes.length <= mostCalled);
  const lines = causes.flatMap((cause, nth) => {
    const [title, ...rest] = causeText(cause);
    return [
      `${mark} ${nth + 1}. ${title}`,
      ...rest.map((line) => indented(line, '     ')),
      // Not indented, so that it can be pasted.
      ...(cause.curl.length > 0 && isShown
        ? ['     requests  to paste; --repro DIR writes them for verify --cause', ...cause.curl]
        : []),
      '',
    ];
  });
  const hint =
    '--repro DIR writes the requests of each cause for verify --cause; --verbose prints them.';
  return [`${count}:`, '', ...lines, ...(isShown || hasFiles ? [] : [hint, ''])];
}
