import {
  chip,
  codeView,
  html,
  reasonView,
  shownMs,
  statusChip,
  type View,
} from '../../../pages/page/view.ts';
import { plural } from '../../../spec/listed.ts';
import type { SeenRequest } from '../../../spec/traffic/seen-request.ts';
import { isCut, ownHeaders, requestCurl } from './copied-curl.ts';
import { fieldsOf } from './dialog.ts';
import { button } from './parts.ts';
import type { Console } from './types.ts';

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
  const partKept = html`<p class="dim">Only the beginning of this body is kept.</p>`;
  return html`<header class="row"><h2 id="request-title" tabindex="-1" class="mono grow">${method} ${url}</h2>${button('Close', close)}</header>
    <p class="row wrap">${statusChip(status)} ${chip(request.outcome)}
      <span class="dim">${request.operation ?? 'no operation'} · ${request.caller ?? 'unknown caller'} · ${shownMs(request.ms)} · ${request.time}</span></p>
    ${why !== undefined && html`<div class="note ${status !== undefined && status < 400 ? '' : 'warn'}"><p>${why}</p>${reason !== undefined && html`<p>${reasonView(reason, `${control.baseUrl}/docs/`)}</p>`}</div>`}
    ${faults && html`<p>Acted on by ${faults.join(', ')}.</p>`}
    <p class="row wrap">
      ${isHttp && button('Copy as curl', () => copy(requestCurl(request, { baseUrl: control.baseUrl, prefix }), 'curl command'), 'main')}
      ${isHttp && !isCut(request) && !request.bodyNotRead && button('Send again', () => sendAgain(request, console))}
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
    notice(`Sent again; the response was ${(await fetch(control.baseUrl + url, init)).status}.`);
  } catch {
    notice('Sent again; no response came.');
  }
}

function noBody(request: SeenRequest): string {
  if (!request.bodyNotRead) return 'No body.';
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
