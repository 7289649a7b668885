import type { Analysis } from '../../../src/domain/analysis.ts';
import type { StoredReport } from '../../../src/domain/report.ts';
import type { SentReport } from '../../../src/domain/rules.ts';
import type { Service } from '../../../src/http/service.ts';
import type { MutantCall } from '../mutant.ts';
import { stateOf } from '../mutants/stored-reports.ts';

type Operation = MutantCall['operation'];

/** When a fault occurs: only then does a conditional mutant differ from the reference server. */
export interface Condition {
  readonly name: string;
  /** The operations it applies to. */
  readonly about: readonly Operation[];
  /** The caller's token, for conditions about callers. */
  readonly token?: string;
  /** Called once per server, so that its state is not shared. */
  readonly make: () => (call: MutantCall, served: Service) => boolean;
}

const feed: readonly Operation[] = ['create', 'fetch', 'delete'];
const all: readonly Operation[] = [...feed, 'lookup'];

type Features = Pick<SentReport, 'tags' | 'c2Address' | 'file256Hash' | 'referenceLink'> & {
  readonly confidenceScore?: number;
};

/** The report that a fetch or a deletion names. */
const storedBy = (call: MutantCall, state: ReturnType<typeof stateOf>): StoredReport | undefined =>
  call.operation === 'fetch' || call.operation === 'delete'
    ? state.report(call.service, call.id)
    : undefined;

/** A condition without state. */
const when = (
  about: readonly Operation[],
  name: string,
  holds: (call: MutantCall, state: ReturnType<typeof stateOf>) => boolean,
): Condition => ({ name, about, make: () => (call, served) => holds(call, stateOf(served)) });

const ofReport = (name: string, holds: (report: Features) => boolean): Condition =>
  when(feed, name, (call, state) => {
    const report = call.operation === 'create' ? call.report : storedBy(call, state);
    return report !== undefined && holds(report);
  });

const someTag = (name: string, holds: (tag: string) => boolean): Condition =>
  ofReport(name, ({ tags = [] }) => tags.some(holds));

const portOf = ({ c2Address }: Features): number =>
  Number(c2Address.slice(c2Address.lastIndexOf(':') + 1));

const ofReports: readonly Condition[] = [
  ofReport('there are no tags', ({ tags = [] }) => tags.length === 0),
  ofReport('there is one tag', ({ tags = [] }) => tags.length === 1),
  ofReport('there are more than five tags', ({ tags = [] }) => tags.length > 5),
  someTag('a tag is longer than 100', ({ length }) => length > 100),
  someTag('a tag is longer than 255', ({ length }) => length > 255),
  someTag('a tag is longer than 900', ({ length }) => length > 900),
  someTag('a tag has a backslash', (tag) => tag.includes('\\')),
  someTag('a tag has a plus', (tag) => tag.includes('+')),
  someTag('a tag has a quotation mark', (tag) => tag.includes('"')),
  someTag('a tag has a line break', (tag) => tag.includes('\n')),
  someTag('a tag is not ASCII', (tag) => /[^\0-\u007f]/.test(tag)),
  ofReport('the host is an IPv4 address', ({ c2Address }) => /^[\d.]+:/.test(c2Address)),
  ofReport('the host is an IPv6 address', ({ c2Address }) => c2Address.startsWith('[')),
  ofReport('the host is long', ({ c2Address }) => c2Address.length > 100),
  ofReport('the port is below 100', (report) => portOf(report) < 100),
  ofReport('the port is above 9999', (report) => portOf(report) > 9999),
  ofReport('the link has a query', ({ referenceLink = '' }) => referenceLink.includes('?')),
  ofReport('the link has a fragment', ({ referenceLink = '' }) => referenceLink.includes('#')),
  ofReport('the link is longer than 200', ({ referenceLink = '' }) => referenceLink.length > 200),
  ofReport('the link is escaped', ({ referenceLink = '' }) => referenceLink.includes('%')),
  ofReport('the score is 0', ({ confidenceScore }) => confidenceScore === 0),
  ofReport('the score is above 50', ({ confidenceScore = 0 }) => confidenceScore > 50),
  ofReport('the hash begins with 00', ({ file256Hash }) => file256Hash.startsWith('00')),
  when(
    feed,
    'it is in the second feed',
    (call) => 'service' in call && call.service === 'dyndnsco',
  ),
  when(['fetch', 'delete'], 'the second researcher made it', (call, state) => {
    return storedBy(call, state)?.createdBy === 'researcher-2';
  }),
];

const tokens = {
  'the first researcher': 'token-researcher-1',
  'the second researcher': 'token-researcher-2',
  'the owner of the first feed': 'token-owner-tunnelco',
  'the owner of the second feed': 'token-owner-dyndnsco',
  'the reader': 'token-reader',
} as const;

const ofCallers: readonly Condition[] = Object.entries(tokens).map(([who, token]) => ({
  name: `${who} asks`,
  about: feed,
  token,
  make: () => (call) => call.authorization === token,
}));

/** Identifies a request, so that its repetitions can be counted. */
const asked = (call: MutantCall): string =>
  JSON.stringify([
    call.operation,
    call.authorization,
    'id' in call ? call.id : 'hash' in call ? call.hash : '',
  ]);

const fromTime = (nth: number): Condition => ({
  name: `the same is asked for the ${['', '', 'second', 'third', 'fourth', 'fifth'][nth]} time`,
  about: ['fetch', 'delete'],
  make: () => {
    const times = new Map<string, number>();
    return (call) => {
      const time = (times.get(asked(call)) ?? 0) + 1;
      times.set(asked(call), time);
      return time >= nth;
    };
  },
});

const every = (nth: number): Condition => ({
  name: `it is every ${nth}th call of its kind`,
  about: feed,
  make: () => {
    const calls = new Map<Operation, number>();
    return ({ operation }) => {
      const count = (calls.get(operation) ?? 0) + 1;
      calls.set(operation, count);
      return count % nth === 0;
    };
  },
});

const ofMoments: readonly Condition[] = [
  ...[2, 3].map(fromTime),
  ...[3, 7].map(every),
  {
    name: 'some fifty calls came before',
    about: all,
    make: () => {
      let calls = 0;
      return () => ++calls > 50;
    },
  },
  when(['fetch', 'delete'], 'the report is not the newest of its feed', (call, state) => {
    if (!('service' in call) || !('id' in call)) return false;
    const own = state.contents().reports.filter(({ service }) => service === call.service);
    return own.at(-1)?.id !== call.id;
  }),
];

const ofAnalysis = (
  name: string,
  holds: (analysis: Analysis, asked: string) => boolean,
): Condition =>
  when(['lookup'], name, (call, state) => {
    if (call.operation !== 'lookup') return false;
    const analysis = state.analysis(call.hash);
    return analysis !== undefined && holds(analysis, call.hash);
  });

const ofLookups: readonly Condition[] = [
  ...(['sha256Hash', 'sha512Hash', 'blake3Hash'] as const).map((field) =>
    ofAnalysis(`${field} is asked for`, (analysis, asked) => analysis[field] === asked),
  ),
  ofAnalysis('a file has no tags', ({ tags }) => tags.length === 0),
  {
    name: 'a hash is asked for once more',
    about: ['lookup'],
    make: () => {
      const seen = new Set<string>();
      return (call) => {
        const again = seen.has(asked(call));
        seen.add(asked(call));
        return again;
      };
    },
  },
];

export const conditions: readonly Condition[] = [
  ...ofReports,
  ...ofCallers,
  ...ofMoments,
  ...ofLookups,
];
