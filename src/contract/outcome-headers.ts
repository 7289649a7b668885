import type { Dialect } from '../dialects/dialect.ts';

type Headers = { readonly [name: string]: unknown };

const version = {
  description: 'The version of the API.',
  schema: { type: 'string' },
  example: '1',
};
const event = {
  description: 'The change that was made to the feed.',
  schema: { type: 'string' },
  example: 'report-created; id=5f0c2a4e-7b1d-4c59-9a36-1d0e8b7c6f01',
};
const challenge = { $ref: '#/components/headers/WWW-Authenticate' };

/** The headers of an outcome: those in openapi.yaml, and those added by the dialect. */
export function outcomeHeaders(
  written: Headers,
  outcome: { readonly name: string; readonly status: string },
  dialect: Dialect,
): Headers {
  const { 'WWW-Authenticate': _, ...others } = written;
  const changes = outcome.name === 'created' || outcome.name === 'deleted';
  return {
    ...others,
    // RFC 9110, 15.5.2: required for the status, whatever the refusal.
    ...(outcome.status === '401' && { 'WWW-Authenticate': challenge }),
    ...(dialect['any.version-header'] === 'header' && { 'API-Version': version }),
    ...(dialect['any.event-header'] === 'header' && changes && { 'Feed-Event': event }),
  };
}
