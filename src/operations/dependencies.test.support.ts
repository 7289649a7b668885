import { randomBytes } from 'node:crypto';
import { type Differences, dialectOf } from '../dialects/dialect.ts';
import { rulesOf } from '../dialects/rules.ts';
import type { Analysis } from '../domain/analysis.ts';
import type { Caller } from '../domain/caller.ts';
import { schemaSample } from '../spec/schema/samples.ts';
import { schemaNamed } from '../spec/schemas.ts';
import type { Contents } from '../store/contents.ts';
import { memoryStore } from '../store/store.ts';
import type { Dependencies } from './dependencies.ts';

function caller(id: string, part: Partial<Caller> = {}): Caller {
  return {
    id,
    name: `The ${id}`,
    token: `token-${id}`,
    roles: [],
    ...part,
  };
}

export const callers = {
  researcher: caller('researcher', { roles: ['researcher'] }),
  other: caller('other', { roles: ['researcher'] }),
  owner: caller('owner', { owns: 'tunnelco' }),
  otherOwner: caller('otherOwner', { owns: 'dyndnsco' }),
  reader: caller('reader'),
  limited: caller('limited', { requests: 2 }),
};

export const analysis: Analysis = {
  ...(schemaSample(schemaNamed('StaticAnalysis')) as Analysis),
  date: '2026-01-31T13:45:00Z',
  tags: [],
  ssDeep: '3::',
  configs: {},
  mD5Hash: '1'.repeat(32),
  fileName: 'sample.bin',
  sha1Hash: '2'.repeat(40),
  sizeInBytes: 0,
  staticAnalysisDuration: '00:00:00.0427370',
};

export const contents: Contents = {
  services: ['tunnelco', 'dyndnsco'],
  callers: Object.values(callers),
  analyses: [analysis],
  reports: [],
  deleted: [],
  allowances: {},
};

export interface TestBasis extends Dependencies {
  /** The clock; set it to move time. */
  time: number;
}

export function basisOf(differences: Differences = {}, store = memoryStore(contents)): TestBasis {
  const dialect = dialectOf(differences);
  const dependencies: TestBasis = {
    dialect,
    store,
    rules: rulesOf(dialect),
    throttle: () => undefined,
    now: () => dependencies.time,
    random: randomBytes,
    since: 0,
    time: 1000,
  };
  return dependencies;
}

export const draft = {
  tags: ['rat'],
  c2Address: 'c2.example:80',
  file256Hash: 'A'.repeat(64),
  referenceLink: 'https://results.example',
  confidenceScore: 50,
};
