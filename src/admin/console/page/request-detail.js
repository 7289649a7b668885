// @ts-check
import { curl, isCut, isUnread } from './curl.js';
import { button, chip, h, shownMs, statusChip } from './dom.js';
import { copy } from './notices.js';

/** @typedef {import('./types.d.ts').SeenRequest} SeenRequest */

/**
 * @param {SeenRequest} request
 * @param {import('./control.js').Control} control
 * @param {() => void} close
 */
export async function requestDetail(request, control, close) {
  const where = { baseUrl: control.baseUrl, prefix: await control.tokenPrefix() };
  return [
    h(
      'header',
      { class: 'row' },
      h(
        'h2',
        { id: 'request-title', tabindex: '-1', class: 'mono grow' },
        `${request.method} ${request.url}`,
      ),
      button('Close', close),
    ),
    h(
      'p',
      { class: 'row wrap' },
      statusChip(request.status),
      chip(request.outcome),
      h(
        'span',
        { class: 'dim' },
        `${request.operation ?? 'no operation'} · ${request.caller ?? 'unknown caller'} · ${shownMs(request.ms)} · ${request.time}`,
      ),
    ),
    request.why !== undefined && reason(request, control.baseUrl),
    request.faults && h('p', {}, `Acted on by ${request.faults.join(', ')}.`),
    h(
      'p',
      { class: 'row wrap' },
      // What was no HTTP can be sent by no client.
      request.url !== '-' &&
        button('Copy as curl', () => copy(curl(request, where), 'curl command'), 'main'),
      request.responseBody !== undefined &&
        button('Copy response', () => copy(request.responseBody ?? '', 'Response')),
    ),
    ...message('Request', request.requestHeaders, request.requestBody, noBody(request)),
    isCut(request) && h('p', { class: 'dim' }, 'Only the beginning of this body is kept.'),
    ...message('Response', request.responseHeaders, request.responseBody),
    request.truncated &&
      !isCut(request) &&
      h('p', { class: 'dim' }, 'Only the beginning of this body is kept.'),
  ];
}

/** Why it came out like this, and where that is written. @param {SeenRequest} request @param {string} baseUrl */
function reason({ why, reason: cause, status }, baseUrl) {
  return h(
    'div',
    { class: `note ${status !== undefined && status < 400 ? '' : 'warn'}` },
    h('p', {}, why),
    cause !== undefined && h('p', {}, ...causeLinks(cause, baseUrl)),
  );
}

/** The header names clauses and open points; both have their place in the reference. @param {string} cause @param {string} baseUrl */
function causeLinks(cause, baseUrl) {
  const [, kind, id] = /\b(clause|open-point)="([\w./-]+)"$/.exec(cause) ?? [];
  if (kind === undefined || id === undefined) return [h('code', {}, cause)];
  const page = kind === 'clause' ? 'clauses.html' : 'open-points.html';
  const name = kind === 'clause' ? 'Clause ' : 'Open point ';
  return [name, h('a', { href: `${baseUrl}/docs/${page}#${id}` }, h('code', {}, id))];
}

/** @param {SeenRequest} request */
function noBody(request) {
  if (!isUnread(request)) return 'No body.';
  const length = request.requestHeaders['content-length'];
  const size = length === undefined ? '' : ` of ${Number(length).toLocaleString('en')} bytes`;
  return `A body${size} was announced, and not read: the request was refused without it.`;
}

/**
 * @param {string} title
 * @param {{ [name: string]: string }} headers
 * @param {string | undefined} body
 * @param {string} [none]
 */
const message = (title, headers, body, none = 'No body.') => [
  h('h3', {}, title),
  h(
    'dl',
    { class: 'headers mono' },
    ...Object.entries(headers).flatMap(([name, value]) => [h('dt', {}, name), h('dd', {}, value)]),
  ),
  body === undefined
    ? h('p', { class: 'dim' }, none)
    : h('pre', { class: 'body', tabindex: '0', 'aria-label': `${title} body` }, pretty(body)),
];

/** JSON is laid out; everything else is shown as it came. @param {string} body */
function pretty(body) {
  try {
    return JSON.stringify(JSON.parse(body), null, 2);
  } catch {
    return body;
  }
}
