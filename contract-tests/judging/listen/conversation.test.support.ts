import { randomUUID } from 'node:crypto';
import type { Headers } from '../../../src/traffic/exchange.ts';
import { abuseFeed } from '../../service/abuse-feed.ts';
import {
  draftOf,
  one,
  reportOf as sampleReport,
} from '../../service/model/history.test.support.ts';
import { defaultPayload, type Target } from '../../service/target/target.ts';
import { Listener } from './listener.ts';

export const at = 'http://feed.example';
export const hash = 'ae70fece2e538c7a5b4e962ef211cff9f360047a071044a8b28fdec58760b517';

function target(part: Partial<Target> = {}): Target {
  return {
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
  };
}

export const draft = { ...draftOf(one), file256Hash: hash };

interface Heard {
  readonly method?: string;
  readonly url?: string;
  readonly requestHeaders?: Headers;
  readonly requestBody?: string;
  readonly status?: number;
  readonly responseHeaders?: Headers;
  readonly responseBody?: Buffer | string;
}

/** Sequential exchanges, each a second long, with a second between. */
export function conversation(part: Partial<Target> = {}) {
  const listener = new Listener(abuseFeed(target(part)));
  let clock = 1000;
  const hear = (token: string | undefined, heard: Heard, between?: [number, number]) => {
    clock += 2000;
    const [startedAt, endedAt] = between ?? [clock, clock + 1000];
    return listener.observe({
      request: {
        method: heard.method ?? 'GET',
        url: heard.url ?? at,
        headers: heard.requestHeaders ?? {
          ...(token !== undefined && { authorization: token }),
          ...(heard.requestBody !== undefined && { 'content-type': 'application/json' }),
        },
        ...(heard.requestBody !== undefined && { body: heard.requestBody }),
      },
      response: {
        status: heard.status ?? 200,
        headers: heard.responseHeaders ?? { 'content-type': 'application/json' },
        body: heard.responseBody ?? '',
      },
      startedAt,
      endedAt,
    });
  };
  const broken = () => listener.evidence.brokenIds;
  return { listener, hear, broken };
}

export function feed(id?: string, service = 'tunnelco'): string {
  return `${at}/feed/${service}/api${id === undefined ? '' : `?report=${id}`}`;
}

export function json(value: unknown): { responseBody: string } {
  return {
    responseBody: JSON.stringify(value),
  };
}

export function created(id: string, sent: object = draft): Heard {
  return {
    method: 'POST',
    url: feed(),
    requestBody: JSON.stringify(sent),
    status: 201,
    ...json({ id, successful: true }),
  };
}

export function reportOf(id: string, part: object = {}) {
  return sampleReport(id, { ...draft, ...part });
}

export function fetched(id: string, part: object = {}): Heard {
  return {
    url: feed(id),
    ...json({ report: reportOf(id, part), successful: true }),
  };
}

export function refused(status: number, error = 'no'): Heard {
  return {
    status,
    ...json({ error, successful: false }),
  };
}

export function newId(): string {
  return randomUUID();
}
