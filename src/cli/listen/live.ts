import type { Verdict } from '../../../contract-tests/index.ts';
import type { HttpExchange } from '../../traffic/exchange.ts';
import { printable } from '../../values/printable.ts';
import type { Output } from '../io.ts';

export type LiveOutput = (passed: HttpExchange<Buffer>, verdict: Verdict) => void;

/** A line for each exchange: readable on a terminal, JSON otherwise. */
export function liveOn(output: Output, quiet: boolean): LiveOutput {
  const line = output.isTTY ? readable : asJson;
  return (passed, verdict) => {
    const broken = verdict.findings.length;
    if (!quiet || broken > 0 || passed.failure === 'no response')
      output.write(`${line(passed, verdict)}\n`);
  };
}

function what(passed: HttpExchange<Buffer>, verdict: Verdict): string {
  return verdict.parsed?.answer.exchange.operation ?? passed.request.method;
}

function came({ response: { status, cut }, failure }: HttpExchange<Buffer>): string {
  return status === 0 ? `${failure}` : `${status}${cut ? ', cut short' : ''}`;
}

function clause(verdict: Verdict): string[] {
  return [...new Set(verdict.findings.map((one) => one.clause))];
}

function readable(passed: HttpExchange<Buffer>, verdict: Verdict): string {
  const time = new Date().toISOString().slice(11, 19);
  const { parsed, unjudged, findings, flaws } = verdict;
  const who = parsed ? ` ${parsed.who.key}` : '';
  const not = unjudged === undefined ? '' : ` (${unjudged}, not judged)`;
  const first = new Map([...findings].reverse().map((one) => [one.clause, one]));
  return [
    `${time} ${what(passed, verdict)} ${came(passed)}${who}${not}`,
    ...[...first.values()].map(
      ({ clause: id, expected, actual }) =>
        `  ✘ ${id}: expected ${printable(expected)}; ${printable(actual)}`,
    ),
    ...flaws
      .filter(({ kind }) => kind === 'breaks')
      .map(({ sentence }) => `  · client: ${printable(sentence)}`),
  ].join('\n');
}

function asJson(passed: HttpExchange<Buffer>, verdict: Verdict): string {
  return JSON.stringify({
    time: new Date().toISOString(),
    operation: what(passed, verdict),
    answer: came(passed),
    ...(verdict.parsed && { caller: verdict.parsed.who.key }),
    ...(verdict.unjudged && { unjudged: verdict.unjudged }),
    ...(clause(verdict).length > 0 && { broken: clause(verdict) }),
    ...(verdict.flaws.length > 0 && { client: verdict.flaws.map(({ id }) => id) }),
  });
}
