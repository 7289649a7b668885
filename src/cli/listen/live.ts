import type { ForwardedExchange, Verdict } from '../../../contract-tests/index.ts';
import type { Output } from '../io.ts';

export type LiveOutput = (passed: ForwardedExchange, verdict: Verdict | undefined) => void;

/** A line for each exchange: readable on a terminal, JSON otherwise. */
export const liveOn = (output: Output, quiet: boolean): LiveOutput => {
  const line = output.isTTY ? readable : asJson;
  return (passed, verdict) => {
    const broken = verdict?.findings.length ?? 0;
    const isFailure = 'failure' in passed.answer && passed.answer.failure === 'no answer';
    if (!quiet || broken > 0 || isFailure) output.write(`${line(passed, verdict)}\n`);
  };
};

const what = (passed: ForwardedExchange, verdict: Verdict | undefined): string =>
  verdict?.parsed?.answer.exchange.operation ?? passed.method;

const came = ({ answer }: ForwardedExchange): string =>
  'failure' in answer ? answer.failure : `${answer.status}${answer.isCut ? ', cut short' : ''}`;

const clause = (verdict: Verdict | undefined): string[] => [
  ...new Set(verdict?.findings.map((one) => one.clause) ?? []),
];

const readable = (passed: ForwardedExchange, verdict: Verdict | undefined): string => {
  const time = new Date().toISOString().slice(11, 19);
  const { parsed, unjudged, findings = [], flaws = [] } = verdict ?? {};
  const who = parsed ? ` ${parsed.who.key}` : '';
  const not = unjudged === undefined ? '' : ` (${unjudged}, not judged)`;
  const first = new Map([...findings].reverse().map((one) => [one.clause, one]));
  return [
    `${time} ${what(passed, verdict)} ${came(passed)}${who}${not}`,
    ...[...first.values()].map(
      ({ clause: id, expected, actual }) =>
        `  ✘ ${id}: expected ${plain(expected)}; ${plain(actual)}`,
    ),
    ...flaws
      .filter(({ kind }) => kind === 'breaks')
      .map(({ sentence }) => `  · client: ${plain(sentence)}`),
  ].join('\n');
};

/** Escapes control characters: input must not move the cursor. */
const plain = (text: string): string => text.replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, '?');

const asJson = (passed: ForwardedExchange, verdict: Verdict | undefined): string =>
  JSON.stringify({
    time: new Date().toISOString(),
    operation: what(passed, verdict),
    answer: came(passed),
    ...(verdict?.parsed && { caller: verdict.parsed.who.key }),
    ...(verdict?.unjudged && { unjudged: verdict.unjudged }),
    ...(clause(verdict).length > 0 && { broken: clause(verdict) }),
    ...(verdict && verdict.flaws.length > 0 && { client: verdict.flaws.map(({ id }) => id) }),
  });
