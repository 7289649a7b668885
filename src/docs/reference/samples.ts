import type { Schema } from '../../contract/document.ts';
import type { OperationName } from '../../domain/operation.ts';
import type { Reference } from '../reference.ts';

/** What a request of an operation consists of. */
export interface Sample {
  readonly method: string;
  readonly baseUrl: string;
  /** With its parameters in braces, as the document has it. */
  readonly template: string;
  readonly path: { readonly [name: string]: string };
  readonly query: { readonly [name: string]: string };
  readonly authorization: string;
  readonly body?: { readonly [field: string]: unknown };
}

/** Stands for what only the reader knows. */
const placeholders = {
  baseUrl: 'http://127.0.0.1:4010',
  authorization: '<ACCESS_TOKEN>',
  service: 'tunnelco',
  report: '5f0c2a4e-8a53-4c55-9d2e-0b8c1d6f7a10',
  hash: 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855',
};

/** A request that succeeds, with ids, hashes and tokens that exist where there is a server. */
export function sampleOf(reference: Reference, name: OperationName): Sample {
  const { live } = reference;
  const bearer = reference.dialect['auth.prefix'] === 'Bearer' ? 'Bearer ' : '';
  const shared = {
    baseUrl: live?.baseUrl ?? placeholders.baseUrl,
    authorization: live?.callers[0]?.authorization ?? `${bearer}${placeholders.authorization}`,
  };
  const service = live?.report?.service ?? placeholders.service;
  const report = live?.report?.id ?? placeholders.report;
  const feed = { ...shared, template: '/feed/{service}/api', path: { service } };
  switch (name) {
    case 'create':
      return { ...feed, method: 'POST', query: {}, body: draftOf(reference) };
    case 'fetch':
      return { ...feed, method: 'GET', query: { report } };
    case 'delete':
      return { ...feed, method: 'DELETE', query: { report } };
    case 'lookup': {
      const hash = live?.hash ?? placeholders.hash;
      const template = '/private/sample/{hash}';
      return { ...shared, method: 'GET', template, path: { hash }, query: {} };
    }
  }
}

/** A draft that keeps to the limits of this dialect. */
function draftOf({ document }: Reference): { readonly [field: string]: unknown } {
  const { confidenceScore: score } = document.components.schemas.ReportDraft?.properties ?? {};
  const { minimum = -Infinity, maximum = Infinity } = (score ?? {}) as Schema & {
    minimum?: number;
    maximum?: number;
  };
  const hash = placeholders.hash;
  return {
    tags: ['rat', 'windows'],
    c2Address: 'c2.example.com:4444',
    file256Hash: hash,
    referenceLink: `https://results.example/${hash}`,
    confidenceScore: Math.min(Math.max(75, minimum), maximum),
  };
}

export function urlOf({ baseUrl, template, path, query }: Sample): string {
  const filled = template.replace(/\{(\w+)\}/g, (_, key: string) =>
    encodeURIComponent(path[key] ?? ''),
  );
  const search = new URLSearchParams(query).toString();
  return `${baseUrl}${filled}${search && `?${search}`}`;
}
