import {
  chip,
  codeView,
  html,
  pretty,
  reasonView,
  shownMs,
  statusChip,
  type View,
} from '../../../pages/page/view.ts';
import { plural } from '../../../spec/listed.ts';
import type { SeenRequest } from '../../../spec/seen-request.ts';
import { diffLines, ownHeaders, testOf } from './as-text.ts';
import { isCut, isUnread, requestCurl } from './curl.ts';
import { fieldsOf } from './dialog.ts';
import { draftFault } from './faults.ts';
import { button } from './parts.ts';
import type { Console } from './types.ts';

const header = (title: string, close: () => void): View =>
  html`<header class="row"><h2 id="request-title" tabindex="-1" class="mono grow">${title}</h2>${button('Close', close)}</header>`;

/** One request with its response, and actions on it. */
export function requestDetail(
  request: SeenRequest,
  prefix: string,
  console: Console,
  close: () => void,
): View {
  const { control, copy } = console;
  const { method, url, status, why, reason, faults, responseBody } = request;
  // Input that was not HTTP cannot be repeated by a client.
  const isHttp = url !== '-';
  const asTest = async () => copy(testOf(request, (await control.dialect()).differences), 'Test');
  const asFault = () => {
    draftFault(request);
    console.openTab('faults');
  };
  const partKept = html`<p class="dim">Only the beginning of this body is kept.</p>`;
  return html`${header(`${method} ${url}`, close)}
    <p class="row wrap">${statusChip(status)} ${chip(request.outcome)}
      <span class="dim">${request.operation ?? 'no operation'} · ${request.caller ?? 'unknown caller'} · ${shownMs(request.ms)} · ${request.time}</span></p>
    ${why !== undefined && html`<div class="note ${status !== undefined && status < 400 ? '' : 'warn'}"><p>${why}</p>${reason !== undefined && html`<p>${reasonView(reason, `${control.baseUrl}/docs/`)}</p>`}</div>`}
    ${faults && html`<p>Acted on by ${faults.join(', ')}.</p>`}
    <p class="row wrap">
      ${isHttp && button('Copy as curl', () => copy(requestCurl(request, { baseUrl: control.baseUrl, prefix }), 'curl command'), 'main')}
      ${isHttp && !isCut(request) && !isUnread(request) && button('Send again', () => sendAgain(request, console))}
      ${isHttp && button('Copy as test', asTest)}
      ${isHttp && button('Make a fault of this', asFault)}
      ${responseBody !== undefined && button('Copy response', () => copy(responseBody, 'Response'))}
    </p>
    ${message('Request', request.requestHeaders, request.requestBody, noBody(request))}
    ${isCut(request) && partKept}
    ${message('Response', request.responseHeaders, responseBody, 'No body.')}
    ${request.truncated && !isCut(request) && partKept}`;
}

/** Tokens are never kept: the request uses the caller's current token. */
async function sendAgain(request: SeenRequest, { control, notice }: Console): Promise<void> {
  const { method, url, caller, requestBody } = request;
  const who = (await control.callers()).find(({ id }) => id === caller);
  const headers = [
    ...ownHeaders(request),
    ...(who ? [['Authorization', who.authorization] as [string, string]] : []),
  ];
  try {
    const init = { method, headers, body: requestBody ?? null, cache: 'no-store' as const };
    notice(`Sent again, and answered with ${(await fetch(control.baseUrl + url, init)).status}.`);
  } catch {
    notice('Sent again; no answer came.');
  }
}

function noBody(request: SeenRequest): string {
  if (!isUnread(request)) return 'No body.';
  const length = request.requestHeaders['content-length'];
  const size = length === undefined ? '' : ` of ${plural(Number(length), 'byte')}`;
  return `A body${size} was announced, and not read: the request was refused without it.`;
}

const message = (
  title: string,
  headers: SeenRequest['requestHeaders'],
  body: string | undefined,
  empty: string,
): View =>
  html`<h3>${title}</h3>
    ${body === undefined ? html`<p class="dim">${empty}</p>` : html`<pre class="code" tabindex="0" aria-label="${title} body">${codeView(body)}</pre>`}
    <details open><summary>Headers (${Object.keys(headers).length})</summary>${fieldsOf(headers)}</details>`;

const linesOf = (one: SeenRequest): string[] =>
  [
    `${one.method} ${one.url}`,
    `caller: ${one.caller ?? 'unknown'}`,
    ...Object.entries(one.requestHeaders).map(([name, value]) => `${name}: ${value}`),
    pretty(one.requestBody ?? ''),
    '',
    `${one.status ?? 'cut'} ${one.outcome}`,
    ...Object.entries(one.responseHeaders).map(([name, value]) => `${name}: ${value}`),
    pretty(one.responseBody ?? ''),
  ].flatMap((part) => part.split('\n'));

/** A diff of two requests and their responses. */
export function requestDiff(
  [before, after]: readonly [SeenRequest, SeenRequest],
  close: () => void,
): View {
  const lines = diffLines(linesOf(before), linesOf(after));
  const differ = lines.filter(([mark]) => mark !== ' ').length;
  return html`${header(`Request ${before.id} and request ${after.id}`, close)}
    <p class="row wrap">${statusChip(before.status)} ${before.time.slice(11, 23)} and ${statusChip(after.status)} ${after.time.slice(11, 23)} <span class="dim">${differ === 0 ? 'are the same' : plural(differ, 'line differs', 'lines differ')}</span></p>
    <pre class="code diff" tabindex="0" aria-label="What differs">${lines.map(
      ([mark, line]) =>
        html`<span class=${{ '-': 'gone', '+': 'new' }[mark]}>${mark} ${line}\n</span>`,
    )}</pre>`;
}
