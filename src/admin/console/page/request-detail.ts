import {
  chip,
  codeView,
  html,
  reasonView,
  shownMs,
  statusChip,
  type View,
} from '../../../pages/page/view.ts';
import { type Headers, type SeenExchange, tookMs } from '../../../traffic/exchange.ts';
import { plural } from '../../../values/listed.ts';
import { isCut, ownHeaders, requestCurl } from './copied-curl.ts';
import { fieldsOf } from './dialog.ts';
import { button } from './parts.ts';
import type { Console } from './types.ts';

/** One request with its response, and actions on it. */
export function requestDetail(
  exchange: SeenExchange,
  prefix: string,
  console: Console,
  close: () => void,
): View {
  const { control, copy } = console;
  const { request, response, why, reason, faults } = exchange;
  const { status, body } = response;
  // Input that was not HTTP cannot be repeated by a client.
  const isHttp = request.url !== '-';
  const isGood = status > 0 && status < 400;
  const leftOut = html`<div class="note warn"><p>The server no longer has the bodies of this request, or does not respond.</p></div>`;
  const partKept = html`<p class="dim">Only the beginning of this body is kept.</p>`;
  return html`<header class="row"><h2 id="request-title" tabindex="-1" class="mono grow">${request.method} ${request.url}</h2>${button('Close', close)}</header>
    <p class="row wrap">${statusChip(status)} ${chip(exchange.outcome)}
      <span class="dim">${exchange.operation ?? 'no operation'} · ${exchange.caller ?? 'unknown caller'} · ${shownMs(tookMs(exchange))} · ${exchange.time}</span></p>
    ${why !== undefined && html`<div class="note ${isGood ? '' : 'warn'}"><p>${why}</p>${reason !== undefined && html`<p>${reasonView(reason, `${control.baseUrl}/docs/`)}</p>`}</div>`}
    ${faults && html`<p>Acted on by ${faults.join(', ')}.</p>`}
    <p class="row wrap">
      ${isHttp && button('Copy as curl', () => copy(requestCurl(exchange, { baseUrl: control.baseUrl, prefix }), 'curl command'), 'main')}
      ${isHttp && !isCut(exchange) && !exchange.bodyNotRead && !exchange.bodiesLeftOut && button('Send again', () => sendAgain(exchange, console))}
      ${body !== '' && button('Copy response', () => copy(body, 'Response'))}
    </p>
    ${exchange.bodiesLeftOut && leftOut}
    ${message('Request', request.headers, request.body, noBody(exchange))}
    ${isCut(exchange) && partKept}
    ${message('Response', response.headers, body, 'No body.')}
    ${exchange.truncated && !isCut(exchange) && partKept}`;
}

/** Tokens are never kept: the request uses the caller's current token. */
async function sendAgain(exchange: SeenExchange, { control, notice }: Console): Promise<void> {
  const { method, url, body = null } = exchange.request;
  const who = (await control.callers()).find(({ id }) => id === exchange.caller);
  const headers = ownHeaders(exchange);
  if (who) headers.push(['Authorization', who.authorization]);
  try {
    const init = { method, headers, body, cache: 'no-store' as const };
    notice(`Sent again; the response was ${(await fetch(control.baseUrl + url, init)).status}.`);
  } catch {
    notice('Sent again; no response came.');
  }
}

function noBody({ request, bodyNotRead }: SeenExchange): string {
  if (!bodyNotRead) return 'No body.';
  const length = request.headers['content-length'];
  const size = length === undefined ? '' : ` of ${plural(Number(length), 'byte')}`;
  return `A body${size} was announced, and not read: the request was refused without it.`;
}

function message(title: string, headers: Headers, body: string | undefined, empty: string): View {
  return html`<h3>${title}</h3>
    ${!body ? html`<p class="dim">${empty}</p>` : html`<pre class="code" tabindex="0" aria-label="${title} body">${codeView(body)}</pre>`}
    <details open><summary>Headers (${Object.keys(headers).length})</summary>${fieldsOf(headers)}</details>`;
}
