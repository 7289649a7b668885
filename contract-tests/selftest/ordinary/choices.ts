import { createHash, randomUUID } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { isIPv4 } from 'node:net';
import { gzipSync } from 'node:zlib';
import type { Caller, Choice, Choices, Draft } from './ordinary.ts';

export const valueChoices = [
  'score-32-bit',
  'score-0-to-100',
  'score-integral-float', // JSON.parse does it: 5.0 is 5
  'link-href',
  'tags-tidy',
  'tags-lower',
  'host-tidy',
  'host-strict',
  'hash-any-case',
  'optional-fields',
  'only-required-all',
] as const satisfies Choice[];

const identityChoices = ['upper-ids', 'time-ids', 'plain-utc-offset'] as const satisfies Choice[];

const laterChoices = ['later-500', 'later-1500', 'later-5000'] as const satisfies Choice[];

export const quotaChoices = [
  'quota-fixed-7',
  'quota-fixed-10',
  'quota-fixed-60',
  'quota-sliding-7',
  'quota-sliding-10',
  'quota-sliding-60',
  'quota-clock-7',
  'quota-clock-10',
  'quota-clock-60',
] as const satisfies Choice[];

export const missChoices = [
  'misses-404',
  'misses-empty',
  'misses-text',
] as const satisfies Choice[];

/** What every server of this folder can do. */
export const commonChoices = [
  ...identityChoices,
  ...laterChoices,
  'idempotent-create',
  'both-flags',
  'extra-fields',
  'connection-close',
  'delete-later',
] as const satisfies Choice[];

// Values

export const fields = [
  'tags',
  'c2Address',
  'file256Hash',
  'referenceLink',
  'confidenceScore',
] as const satisfies (keyof Draft)[];

export function requiredFields(choices: Choices): readonly (keyof Draft)[] {
  if (choices.has('only-required-all')) return [];
  return choices.has('optional-fields') ? ['c2Address', 'file256Hash'] : fields;
}

/** The fields of a report in a body whose types are known to be right. */
export function pick(body: Record<string, unknown>): Draft {
  const sent = fields.filter((field) => Object.hasOwn(body, field));
  return Object.fromEntries(sent.map((field) => [field, body[field]])) as Draft;
}

export const same = (a: Draft, b: Draft): boolean =>
  JSON.stringify(fields.map((field) => a[field])) ===
  JSON.stringify(fields.map((field) => b[field]));

export const hashPattern = (choices: Choices): string =>
  choices.has('hash-any-case') ? '^[0-9a-fA-F]{64}$' : '^[0-9a-f]{64}$';

const label = '[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?';
const hostName = new RegExp(`^${label}(\\.${label})*\\.?$`, 'i');

/** What the choices have against a draft which is otherwise fine. */
export function refusal(draft: Draft, choices: Choices): string | undefined {
  const { confidenceScore: score = 0, c2Address: address = 'localhost:80' } = draft;
  if (choices.has('score-32-bit') && score !== (score | 0)) {
    return 'confidenceScore must fit into 32 bits';
  }
  if (choices.has('score-0-to-100') && (score < 0 || score > 100)) {
    return 'confidenceScore must be between 0 and 100';
  }
  if (choices.has('host-strict')) {
    const [, host = '', port = ''] = /^(.*):(\d{1,5})$/.exec(address) ?? [];
    const good = /^[\d.]+$/.test(host) ? isIPv4(host) : hostName.test(host);
    if (!good) return 'c2Address needs a host name or an IPv4 address';
    if (Number(port) < 1 || Number(port) > 65535) return 'c2Address needs a port';
  }
  return undefined;
}

/** A draft as the choices keep it. */
export function tidy(draft: Draft, choices: Choices): Draft {
  const kept = { ...draft };
  if (kept.tags && choices.has('tags-tidy')) {
    kept.tags = kept.tags.map((tag) => tag.trim()).filter((tag) => tag !== '');
  }
  if (kept.tags && choices.has('tags-lower')) {
    kept.tags = kept.tags.map((tag) => tag.toLowerCase()).sort();
  }
  if (kept.tags && choices.has('tags-tidy')) kept.tags = [...new Set(kept.tags)];
  if (kept.c2Address && choices.has('host-tidy')) {
    kept.c2Address = kept.c2Address.toLowerCase().replace(/\.(?=:\d+$)/, '');
  }
  if (kept.referenceLink && choices.has('link-href') && URL.canParse(kept.referenceLink)) {
    kept.referenceLink = new URL(kept.referenceLink).href;
  }
  if (kept.file256Hash) kept.file256Hash = kept.file256Hash.toLowerCase();
  return kept;
}

// Identity and time

export function newId(choices: Choices): string {
  let id: string = randomUUID();
  if (choices.has('time-ids')) {
    const time = Date.now().toString(16).padStart(12, '0');
    id = `${time.slice(0, 8)}-${time.slice(8)}-7${id.slice(15)}`;
  }
  return choices.has('upper-ids') ? id.toUpperCase() : id;
}

/** What reports are found by: the id, in one case where case does not matter. */
export const idKey = (id: string, choices: Choices): string =>
  choices.has('any-case-report-id') ? id.toLowerCase() : id;

export const timestamp = (choices: Choices): string =>
  choices.has('plain-utc-offset')
    ? new Date().toLocaleString('sv-SE', { timeZone: 'Asia/Kolkata' })
    : new Date().toISOString().slice(0, 19).replace('T', ' ');

/** Milliseconds until a created report shows. */
export function creationDelay(choices: Choices): number {
  const chosen = laterChoices.find((choice) => choices.has(choice));
  return chosen ? Number(chosen.slice('later-'.length)) : 0;
}

/** Milliseconds until a deleted report is gone. */
export const deletionDelay = (choices: Choices): number => (choices.has('delete-later') ? 500 : 0);

// Lookup

/** A function that takes one of the caller's remaining requests; false: none was left. */
export function quota(choices: Choices): (caller: Caller) => boolean {
  const chosen = quotaChoices.find((choice) => choices.has(choice));
  const [, kind, seconds] = chosen?.split('-') ?? [];
  const span = Number(seconds) * 1000;
  const window = (time: number) => Math.floor(time / span);
  const calls = new Map<string, number[]>();
  return ({ name, remaining }) => {
    const now = Date.now();
    let counted = calls.get(name) ?? [];
    const [first = now] = counted;
    if (kind === 'fixed' && now >= first + span) counted = [];
    if (kind === 'sliding') counted = counted.filter((time) => now < time + span);
    if (kind === 'clock' && window(now) !== window(first)) counted = [];
    const allowed = counted.length < remaining;
    if (allowed && remaining !== Number.POSITIVE_INFINITY) counted.push(now);
    calls.set(name, counted);
    return allowed;
  };
}

/** The body of a lookup's error: the server's own unless chosen otherwise. */
export function missBody(choices: Choices, status: number, text: string, own: object): unknown {
  if (choices.has('misses-empty')) return undefined;
  if (choices.has('misses-text')) return text;
  return choices.has('misses-404') ? { type: 'about:blank', title: text, status } : own;
}

// Responses

export const withExtras = (body: unknown, choices: Choices): unknown =>
  choices.has('extra-fields') && typeof body === 'object'
    ? { ...body, requestId: randomUUID(), apiVersion: 2 }
    : body;

export const deleted = (message: string, choices: Choices): object => ({
  message,
  success: true,
  ...(choices.has('both-flags') ? { successful: true } : {}),
});

/** JSON; with escaped-json in ASCII only, and with slashes as PHP writes them. */
export function encode(body: unknown, choices: Choices): string {
  const text = JSON.stringify(body);
  if (!choices.has('escaped-json')) return text;
  const escaped = (unit: string) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`;
  return text.replaceAll('/', '\\/').replace(/[\u007f-\uffff]/g, escaped);
}

/** Answers in JSON by node:http; a body of undefined is none at all. */
export function send(
  request: IncomingMessage,
  response: ServerResponse,
  status: number,
  body: unknown,
  choices: Choices,
): void {
  if (choices.has('connection-close')) response.setHeader('Connection', 'close');
  if (body === undefined) {
    response.writeHead(status, { 'Content-Length': 0 }).end();
    return;
  }
  let bytes = Buffer.from(encode(withExtras(body, choices), choices));
  response.setHeader(
    'Content-Type',
    choices.has('charset') ? 'application/json; charset=utf-8' : 'application/json',
  );
  if (choices.has('cache-headers')) {
    const tag = `"${createHash('sha1').update(bytes).digest('base64url')}"`;
    response.setHeader('Cache-Control', 'private, no-cache').setHeader('ETag', tag);
  }
  if (choices.has('gzip')) {
    response.setHeader('Vary', 'Accept-Encoding');
    if (/\bgzip\b/.test(String(request.headers['accept-encoding']))) {
      bytes = gzipSync(bytes);
      response.setHeader('Content-Encoding', 'gzip');
    }
  }
  if (choices.has('chunked')) {
    response.writeHead(status).write(bytes.subarray(0, 7));
    response.end(bytes.subarray(7));
  } else {
    response.writeHead(status, { 'Content-Length': bytes.length }).end(bytes);
  }
}
