import { randomUUID } from 'node:crypto';
import type { Target } from '../target/target.ts';
import { defaultPayload } from '../target/target.ts';
import type { CapturedExchange } from './captured-exchange.ts';
import { Listener } from './listener.ts';

export const at = 'http://feed.example';
export const hash = 'ae70fece2e538c7a5b4e962ef211cff9f360047a071044a8b28fdec58760b517';

export const target = (part: Partial<Target> = {}): Target => ({
  baseUrl: at,
  service: 'tunnelco',
  otherService: 'dyndnsco',
  tokens: { limited: [] },
  analyses: [],
  areas: ['feed', 'lookup'],
  payload: defaultPayload,
  callers: {},
  waive: [],
  pace: { timeoutMs: 1000 },
  ...part,
});

export const draft = {
  tags: ['rat'],
  c2Address: 'c2.example:443',
  file256Hash: hash,
  referenceLink: 'https://results.example/',
  confidenceScore: 5,
};

/** Sequential exchanges, each a second long, with a second between. */
export const conversation = (part: Partial<Target> = {}) => {
  const listener = new Listener(target(part));
  let clock = 1000;
  const hear = (
    token: string | undefined,
    heard: Partial<CapturedExchange>,
    between?: [number, number],
  ) => {
    clock += 2000;
    const [startedAt, endedAt] = between ?? [clock, clock + 1000];
    return listener.observe({
      method: 'GET',
      url: at,
      requestHeaders: {
        ...(token !== undefined && { authorization: token }),
        ...(heard.requestBody !== undefined && { 'content-type': 'application/json' }),
      },
      status: 200,
      responseHeaders: { 'content-type': 'application/json' },
      responseBody: '',
      startedAt,
      endedAt,
      ...heard,
    });
  };
  const broken = () => listener.evidence.brokenIds;
  return { listener, hear, broken };
};

export const feed = (id?: string, service = 'tunnelco'): string =>
  `${at}/feed/${service}/api${id === undefined ? '' : `?report=${id}`}`;

export const json = (value: unknown): { responseBody: string } => ({
  responseBody: JSON.stringify(value),
});

export const created = (id: string, sent: object = draft): Partial<CapturedExchange> => ({
  method: 'POST',
  url: feed(),
  requestBody: JSON.stringify(sent),
  status: 201,
  ...json({ id, successful: true }),
});

export const reportOf = (id: string, part: object = {}) => ({
  id,
  name: 'rat',
  reportedAt: '2026-01-31 13:45:00',
  reportedBy: 'First researcher',
  firstSeenID: id,
  ...draft,
  ...part,
});

export const fetched = (id: string, part: object = {}): Partial<CapturedExchange> => ({
  url: feed(id),
  ...json({ report: reportOf(id, part), successful: true }),
});

export const refused = (status: number, error = 'no'): Partial<CapturedExchange> => ({
  status,
  ...json({ error, successful: false }),
});

export const deleted = (id: string): Partial<CapturedExchange> => ({
  method: 'DELETE',
  url: feed(id),
  ...json({ message: 'gone', success: true }),
});

export const newId = (): string => randomUUID();
