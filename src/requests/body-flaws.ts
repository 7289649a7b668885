import { openPointById } from '../spec/open-points.ts';
import type { OperationPlace } from '../spec/operations.ts';
import type { HttpExchange } from '../traffic/exchange.ts';
import { breach, type Flaw, reliesOn } from '../traffic/flaw.ts';
import { isObject } from '../values/objects.ts';
import { quoted } from '../values/quoted.ts';
import { draftFlaws } from './draft-flaws.ts';
import { fieldFlaws } from './field-flaws.ts';
import { formWords, isInForm } from './stated-form.ts';

type SentRequest = HttpExchange['request'];

/** The flaws of what is sent beside the URL, by what the operation takes. */
export function bodyFlaws({ headers, body }: SentRequest, place: OperationPlace): Flaw[] {
  const { hasBody, needsBody, section } = place;
  const isAnnounced = announcesBody(headers);
  if (!hasBody)
    return body || isAnnounced
      ? [breach('needless-body', `A body is sent where there is none (${section}).`)]
      : [];
  if (!body && !isAnnounced && !needsBody) return [];
  return [
    ...mediaFlaws(headers['content-type'], place),
    // An announced body that is absent here was not read: nothing is known about it.
    ...(!body && isAnnounced ? [] : jsonFlaws(body, place)),
  ];
}

function announcesBody(headers: SentRequest['headers']): boolean {
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;
}

function mediaFlaws(type: string | undefined, { name, section }: OperationPlace): Flaw[] {
  if (type === undefined)
    return [breach('no-content-type', `There is no Content-Type header (${section}).`)];
  if (/^\s*application\/json\s*(;|$)/i.test(type)) return [];
  const point = `${name}.content-type`;
  return [
    breach(
      'wrong-content-type',
      `The Content-Type is ${quoted(type, 60)}, not application/json (${section}).`,
    ),
    ...(openPointById.has(point)
      ? [reliesOn(point, 'The body is sent as another content type.')]
      : []),
  ];
}

function jsonFlaws(body: string | undefined, place: OperationPlace): Flaw[] {
  const { section } = place;
  if (!body) return [breach('no-body', `There is no body (${section}).`)];
  let sent: unknown;
  try {
    sent = JSON.parse(body);
  } catch {
    return [breach('malformed-body', `The body is no JSON (${section}).`)];
  }
  return [
    ...(namesTwice(body)
      ? [
          breach(
            'field-twice',
            `The body has a field twice, of which either may count (${section}).`,
          ),
        ]
      : []),
    ...sentFlaws(sent, place),
  ];
}

function sentFlaws(sent: unknown, { body, sends, section }: OperationPlace): Flaw[] {
  if (body.type !== 'object')
    return isInForm(body, sent)
      ? []
      : [breach('body-type', `The body is not ${formWords(body)} (${section}).`)];
  if (!isObject(sent)) return [breach('body-type', `The body is no JSON object (${section}).`)];
  return sends === 'ReportDraft' ? draftFlaws(sent) : fieldFlaws(body, sent, section);
}

/** Whether an object of well-formed JSON has a name more than once. */
function namesTwice(json: string): boolean {
  const names: Set<string>[] = [];
  let last = '';
  for (const [token] of json.matchAll(/"(?:[^"\\]|\\.)*"?|[{}:]/gs)) {
    if (token === '{') names.push(new Set());
    else if (token === '}') names.pop();
    else if (token === ':') {
      const known = names.at(-1)?.size;
      if (names.at(-1)?.add(JSON.parse(last)).size === known) return true;
    }
    last = token;
  }
  return false;
}
