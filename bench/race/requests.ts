import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseYaml } from '../../src/document/yaml.ts';
import { packageRoot } from '../../src/values/package-root.ts';
import type { Asked } from '../client.ts';

export const openapi = join(packageRoot, 'openapi.yaml');

/** The data every contestant serves: the same reports, the same analyses. */
function seed<T>(file: string): T {
  return parseYaml(readFileSync(join(packageRoot, 'seed-data', file), 'utf8')) as T;
}

export const analyses = seed<readonly { readonly sha256Hash: string }[]>('analyses.yaml');

function pad(number: number, length: number): string {
  return number.toString(16).padStart(length, '0');
}

/** A typical report; each is different. */
export function draft(number: number) {
  return {
    c2Address: `host-${number}.example:${1024 + (number % 60_000)}`,
    file256Hash: pad(number, 64),
    confidenceScore: 1 + (number % 10),
    tags: ['rat', 'loader'],
    referenceLink: `https://results.example/${pad(number, 64)}`,
  };
}

export function idOf(number: number): string {
  return `00000000-0000-4000-8000-${pad(number, 12)}`;
}

/** The report as the service returns it. */
export function stored(number: number) {
  return {
    ...draft(number),
    id: idOf(number),
    name: 'tunnelco',
    reportedAt: '2026-01-01 00:00:00',
    reportedBy: 'First researcher',
    firstSeenID: idOf(number),
  };
}

/** The token identifies the workload, so that bare node:http need not parse a body. */
export const tokens = {
  researcher: 'token-researcher-1',
  /** Sends invalid reports. */
  careless: 'token-researcher-2',
  analyst: 'token-bench-analyst',
  /** An unknown token. */
  stranger: 'token-of-a-stranger',
};

const feed = '/feed/tunnelco/api';
const manyDrafts = Array.from({ length: 1000 }, (_, index) => draft(1_000_000 + index));

/** In the order of a round: the reports that were created are deleted again. */
export const workloads = ['fetch', 'lookup', 'create', 'invalid', 'stranger', 'delete'] as const;
export type Workload = (typeof workloads)[number];

/** The requests of each workload, for a server that has some reports and some that were created in this round. */
export const requests: {
  readonly [workload in Workload]: (
    there: readonly string[],
    created: readonly string[],
  ) => readonly Asked[];
} = {
  fetch: (there) => there.map((id) => toReport(id)),
  lookup: () =>
    analyses.map((one) => ({ path: `/private/sample/${one.sha256Hash}`, token: tokens.analyst })),
  create: () => manyDrafts.map((body) => creating(body)),
  invalid: () =>
    manyDrafts.map((body) => creating({ ...body, confidenceScore: 'high' }, tokens.careless)),
  stranger: (there) => there.map((id) => toReport(id, { token: tokens.stranger })),
  delete: (_, created) => created.map((id) => toReport(id, { method: 'DELETE' })),
};

function toReport(id: string, differs: Partial<Asked> = {}): Asked {
  return {
    path: `${feed}?report=${id}`,
    token: tokens.researcher,
    ...differs,
  };
}

export function creating(body: object, token = tokens.researcher): Asked {
  return {
    method: 'POST',
    path: feed,
    token,
    body,
  };
}

/** Whether a status is as it should be: the last two are refused. */
export function isRight(workload: Workload, status: number): boolean {
  return Math.floor(status / 100) === (workload === 'invalid' || workload === 'stranger' ? 4 : 2);
}
