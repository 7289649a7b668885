import { isDeepStrictEqual } from 'node:util';
import { isObject } from '../../judging/talk/answer.ts';
import { newDraft } from '../requests/draft.ts';
import type { Payload } from '../target/target.ts';
import { errorShape } from './shapes.ts';
import type { Step } from './step.ts';

/** Whether a response has the form that its operation has for it (4, 7). What a lookup refuses has any (4.4). */
export function isOwnAnswer({ answer, exchange, who }: Step): boolean {
  if (answer.outcome === 'success') return true;
  // Of counted calls, each response may be about the count (8).
  if (exchange.operation === 'lookup')
    return answer.json !== undefined || who.remaining !== undefined;
  return (
    isObject(answer.json) &&
    errorShape(exchange.operation).every(({ judge }) => judge(answer.body)?.ok ?? true)
  );
}

/**
 * What requests have in common that have to be answered alike, whoever made them up and whenever they are sent:
 * undefined where it depends on what else has happened.
 */
export function kindOf(step: Step, payload: Payload): string | undefined {
  const { exchange, expected, isRepeated } = step;
  const { operation, caller, request } = exchange;
  if (operation !== 'create' && expected.must === 'either') return undefined;
  const { accept, 'content-type': type } = request.headers;
  const sent = isUsual(exchange.sent, payload) ? 'usual' : request.body;
  const asked = [request.url, sent].map((text = '') => text.replaceAll(madeUp, '…'));
  return JSON.stringify([operation, caller, expected, isRepeated, accept, type, ...asked]);
}

const madeUp = /[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}|[\da-f]{64,}/gi;

/** Whether a report differs from the usual one only in what is new in each. */
function isUsual(sent: unknown, payload: Payload): boolean {
  if (!isObject(sent)) return false;
  const usual = newDraft(payload, { file256Hash: `${sent.file256Hash}` });
  return isDeepStrictEqual(withoutNumbers(sent), withoutNumbers({ ...usual }));
}

/** Those that are drawn for each report are short. */
function withoutNumbers(sent: { readonly [field: string]: unknown }): unknown {
  return { ...sent, c2Address: `${sent.c2Address}`.replaceAll(/\b\d{1,3}\b/g, '{n}') };
}
