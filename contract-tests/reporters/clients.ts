import type { ClientFinding } from '../../src/spec/requests/client-judge.ts';
import { escaped } from './escaped.ts';

const line = ({ sentence, caller, times, first, id }: ClientFinding): string =>
  `  ${sentence} ${caller}, ${times === 1 ? 'once' : `${times} times`}; ` +
  `first ${first.method} ${first.path}${first.status === undefined ? '' : `: ${first.status}`} ${id}`;

/** The flaws of clients, separate from the server's; empty where there are none. */
export const clientsReport = (findings: readonly ClientFinding[]): string => {
  const of = (kind: ClientFinding['kind']) =>
    findings.filter((one) => one.kind === kind).map((one) => escaped(line(one)));
  const [broken, relied] = [of('breaks'), of('relies-on')];
  return [
    ...(broken.length > 0 ? ['Clients sent what the specification has not:', ...broken, ''] : []),
    ...(relied.length > 0
      ? ['Clients rely on what the specification leaves open:', ...relied, '']
      : []),
  ].join('\n');
};
