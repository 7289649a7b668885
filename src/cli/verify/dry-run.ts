import {
  mostReplayed,
  originOf,
  type Survey,
  safeCopy,
  type Target,
} from '../../../contract-tests/index.ts';
import { version } from '../../values/package-root.ts';
import type { ExitCode } from '../io.ts';

const seems = {
  known: 'known to the server',
  unknown: 'the same response as to an unknown token',
  unclear: 'cannot tell: an unknown token gets the same response',
} as const;

/** A URL and its origin. */
function urlWithOrigin(target: Target, key: 'baseUrl' | 'analysisUrl'): string {
  const from = originOf(target, key);
  return `${target[key]}${from === undefined ? '' : ` (${from})`}`;
}

/** What a run would do, for those who have to approve it. */
export function dryRunReport(target: Target, made: Survey): string {
  const { callers, lookup, spending, estimate, risks, unreachable } = safeCopy(made);
  const spent = spending.filter(({ calls }) => calls > 0);
  const { requests, reports, analystLookups } = estimate;
  const lines = [
    `abuse-feed-kit ${version()}, a dry run: nothing was created, deleted or used up.`,
    '',
    `feed    ${target.areas.includes('feed') ? urlWithOrigin(target, 'baseUrl') : 'left out by areas'}`,
    `lookup  ${target.areas.includes('lookup') ? urlWithOrigin(target, 'analysisUrl') : 'left out by areas'}`,
    '',
    ...(unreachable === undefined ? [] : [`No response: ${unreachable}`, '']),
    ...callers.map((one) => `  ${one.key}: ${seems[one.seems]} (${one.says})`),
    ...(lookup === undefined ? [] : [`  the lookup, to nobody: ${lookup}`]),
    '  tokens.analyst, tokens.limited and analyses were not tried: each lookup uses up a request',
    '',
    'A run would take at most',
    `  ${requests} requests, and ${mostReplayed} to reproduce what it finds broken`,
    `  ${reports} reports, created and deleted again`,
    `  ${analystLookups} lookups as tokens.analyst; it makes no more`,
    ...spent.map(
      ({ key, remaining, calls }) => `  all ${remaining} requests of ${key}, in ${calls} lookups`,
    ),
    ...(spent.length > 0 && target.limited?.refill
      ? [`  first, limited.refill: ${target.limited.refill}`]
      : []),
    '',
    ...(target.careful ? ['Nothing that could do harm on a faulty server: careful is set.'] : []),
    ...(risks.length > 0 ? ['These requests could do harm on a faulty server:'] : []),
    ...risks.map(({ does, could, clause }) => `  ${does}: it could ${could} (${clause})`),
    '',
  ];
  return lines.join('\n');
}

export function dryRunCode({ unreachable }: Survey): ExitCode {
  return unreachable === undefined ? 0 : 3;
}
