import type { ClientFinding } from '../../../src/traffic/flaw.ts';
import { plural } from '../../../src/values/listed.ts';
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

/** What listening has besides a verdict: what clients did wrong, and what was skipped or evicted. Empty for a run. */
export function heardLines({ clients = [], heard }: Heard): string[] {
  const of = (kind: ClientFinding['kind']): string[] =>
    clients.filter((one) => one.kind === kind).map(clientLine);
  return [
    ...titled('Clients sent what the specification has not:', of('breaks')),
    ...titled('Clients rely on what the specification leaves open:', of('relies-on')),
    ...(heard ? trafficLines(heard) : []),
  ];
}

export type Heard = Partial<Pick<ListenResult, 'clients' | 'heard'>>;

function trafficLines({ unjudged, forgotten, broken }: ListenResult['heard']): string[] {
  return [
    ...titled(
      'Passed on and not judged:',
      Object.entries(unjudged).map(
        ([reason, count]) => `${plural(count, 'exchange')} ${why[reason] ?? reason}`,
      ),
    ),
    ...titled(
      'Evicted because of memory limits:',
      forgotten.map(({ count, words }) => `${plural(count, ...words)}, the longest unused first`),
    ),
    ...titled(
      'Broken more often than is kept:',
      Object.entries(broken)
        .filter(([, count]) => count > 20)
        .map(([id, count]) => `${id}: ${count} times`),
    ),
  ];
}

function clientLine({ sentence, caller, times, first, id }: ClientFinding): string {
  const often = times === 1 ? 'once' : `${times} times`;
  const status = first.status === undefined ? '' : `: ${first.status}`;
  return `${sentence} ${caller}, ${often}; first ${first.method} ${first.path}${status} ${id}`;
}
