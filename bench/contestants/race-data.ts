import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { packageRoot } from '../../src/spec/package-root.ts';
import { parseYaml } from '../../src/spec/yaml.ts';
import { rawRequest } from '../load/wire.ts';
import type { Requests } from '../load/workload.ts';

export const openapi = join(packageRoot, 'openapi.yaml');

/** The data every contestant serves: the same reports, the same analyses. */
export const seed = <T>(file: string): T =>
  parseYaml(readFileSync(join(packageRoot, 'seed-data', file), 'utf8')) as T;

export const analyses = seed<readonly { readonly sha256Hash: string }[]>('analyses.yaml');

const pad = (number: number, length: number): string => number.toString(16).padStart(length, '0');

/** A typical report; each is different. */
export const draft = (number: number) => ({
  c2Address: `host-${number}.example:${1024 + (number % 60_000)}`,
  file256Hash: pad(number, 64),
  confidenceScore: 1 + (number % 10),
  tags: ['rat', 'loader'],
  referenceLink: `https://results.example/${pad(number, 64)}`,
});

export const idOf = (number: number): string => `00000000-0000-4000-8000-${pad(number, 12)}`;

/** The report as the service returns it. */
export const stored = (number: number) => ({
  ...draft(number),
  id: idOf(number),
  name: 'tunnelco',
  reportedAt: '2026-01-01 00:00:00',
  reportedBy: 'First researcher',
  firstSeenID: idOf(number),
});

/** The token identifies the workload, so that bare node:http need not parse a body. */
export const tokens = {
  researcher: 'token-researcher-1',
  /** Sends invalid reports. */
  careless: 'token-researcher-2',
  analyst: 'token-bench-analyst',
  /** An unknown token. */
  stranger: 'token-of-a-stranger',
};

const manyDrafts = Array.from({ length: 1000 }, (_, index) => draft(1_000_000 + index));

/** A draft with one mistake. */
const invalid = (number: number) => ({ ...draft(number), confidenceScore: 'high' });

/** The requests of the specification for reports with these ids, optionally below a path. */
export function requestsFor(ids: readonly string[], prefix = ''): Requests {
  const feed = `${prefix}/feed/tunnelco/api`;
  const { researcher, careless, analyst, stranger } = tokens;
  // At most a thousand, spread over the feed.
  const step = Math.max(1, Math.floor(ids.length / 1000));
  const asked = ids.filter((_, index) => index % step === 0);
  const fetches = (token: string) =>
    asked.map((id) => rawRequest('GET', `${feed}?report=${id}`, { token }));
  return {
    fetch: fetches(researcher),
    lookup: analyses.map(({ sha256Hash }) =>
      rawRequest('GET', `${prefix}/private/sample/${sha256Hash}`, { token: analyst }),
    ),
    create: manyDrafts.map((body) => rawRequest('POST', feed, { token: researcher, body })),
    delete: [rawRequest('DELETE', `${feed}?report={id}`, { token: researcher })],
    invalid: manyDrafts.map((_, number) =>
      rawRequest('POST', feed, { token: careless, body: invalid(number) }),
    ),
    stranger: fetches(stranger),
  };
}
