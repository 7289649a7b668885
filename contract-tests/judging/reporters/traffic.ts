import type { ClientFinding } from '../../../src/traffic/flaw.ts';
import { plural } from '../../../src/values/listed.ts';
import { printable, printableLines } from '../../../src/values/printable.ts';
import type { ListenResult } from '../listen/conclude.ts';
import { titled } from './heading.ts';

const why: { readonly [reason: string]: string } = {
  'of another API': 'not of this API',
  unreadable: 'with a body that could not be unpacked, or not within 1 MiB',
  'too large': 'with a body over 1 MiB',
  'too fast': 'faster than they could be judged',
  unanswered: 'cut short by the client',
  bug: 'which this program failed at; its log says where',
  ours: 'given a 502 here, since the target did not respond',
};

/** What a listener skipped and evicted; empty where it judged and kept everything. */
export function trafficReport({ heard }: ListenResult): string {
  const unjudged = Object.entries(heard.unjudged).map(
    ([reason, count]) => `${plural(count, 'exchange')} ${why[reason] ?? reason}`,
  );
  const forgotten = heard.forgotten.map(
    ({ count, words }) => `${plural(count, ...words)}, the longest unused first`,
  );
  const often = Object.entries(heard.broken)
    .filter(([, count]) => count > 20)
    .map(([id, count]) => `${id}: ${count} times`);
  const lines = [
    ...titled('Passed on and not judged:', unjudged),
    ...titled('Evicted because of memory limits:', forgotten),
    ...titled('Broken more often than is kept:', often),
  ];
  return printableLines(lines.join('\n'));
}

function line({ sentence, caller, times, first, id }: ClientFinding): string {
  return (
    `${sentence} ${caller}, ${times === 1 ? 'once' : `${times} times`}; ` +
    `first ${first.method} ${first.path}${first.status === undefined ? '' : `: ${first.status}`} ${id}`
  );
}

/** The flaws of clients, separate from the server's; empty where there are none. */
export function clientsReport(findings: readonly ClientFinding[]): string {
  const of = (kind: ClientFinding['kind']) =>
    findings.filter((one) => one.kind === kind).map((one) => printable(line(one)));
  return [
    ...titled('Clients sent what the specification has not:', of('breaks')),
    ...titled('Clients rely on what the specification leaves open:', of('relies-on')),
  ].join('\n');
}
