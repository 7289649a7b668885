import {
  chip,
  codeView,
  html,
  reasonView,
  shownMs,
  statusChip,
  type View,
  wordsOf,
} from '../../../pages/page/view.ts';
import { type Headers, type SeenExchange, tookMs } from '../../../traffic/exchange.ts';
import type { ClientFinding } from '../../../traffic/flaw.ts';
import { plural } from '../../../values/listed.ts';
import type { DialectView } from '../../control/dialect-choice.ts';
import { isCut, requestCurl } from './copied-curl.ts';
import { button, type Console, cut, emptyState, type Panel, typed } from './parts.ts';

/** The rows at first, and those added on demand. */
const fewRows = 200;
/** The most that the server lists, unless all are asked for. */
const mostListed = 1000;

interface KeptRequests {
  readonly requests: readonly SeenExchange[];
  readonly dropped: number;
}

/** The live list of requests with what is wrong with them, and one of them in full. */
export class RequestsPanel implements Panel {
  readonly #console: Console;
  readonly #faults: { readonly count: number };
  /** Newest first, without bodies; undefined until the server has said what it has. */
  #seen: readonly SeenExchange[] | undefined;
  #dropped = 0;
  #findings: readonly ClientFinding[] = [];
  #words = '';
  #mostRows = fewRows;
  #state = '';
  #open: { readonly exchange: SeenExchange; readonly prefix: string } | undefined;

  constructor(console: Console, faults: { readonly count: number }) {
    this.#console = console;
    this.#faults = faults;
    document.addEventListener('keydown', ({ key }) => {
      if (key === 'Escape' && !document.querySelector('dialog[open]')) this.#close();
    });
  }

  get isSplit(): boolean {
    return this.#open !== undefined;
  }

  /** Whether the server has other requests than those that are shown. */
  async hasChanged(): Promise<boolean> {
    const { requests, dropped } = await this.#fetch({ limit: '1', bodies: 'false' });
    return this.#state !== stateOf(requests.at(-1), dropped);
  }

  async load(): Promise<void> {
    // What is looked for may be in any of them.
    const isWhole = this.#words !== '' || this.#mostRows > mostListed;
    const limit = isWhole ? {} : { limit: String(this.#mostRows) };
    const [{ requests, dropped }, { findings }] = await Promise.all([
      this.#fetch({ ...limit, bodies: 'false' }),
      this.#console.control.get<{ findings: ClientFinding[] }>('/findings'),
    ]);
    this.#state = stateOf(requests.at(-1), dropped);
    this.#seen = requests.toReversed();
    this.#dropped = dropped;
    this.#findings = findings;
    await this.restore();
  }

  forget(): void {
    this.#seen = undefined;
    this.#open = undefined;
    this.#words = '';
  }

  /** Opens what the address names, also after Back. */
  async restore(): Promise<void> {
    const id = Number(new URLSearchParams(location.search).get('request'));
    if (this.#open?.exchange.id === id) return;
    const [exchange] = id ? (await this.#fetch({ id: String(id) })).requests : [];
    if (!exchange) {
      this.#open = undefined;
      return;
    }
    const { openPoints } = await this.#console.control.get<DialectView>('/dialect');
    const prefix = openPoints.find((point) => point.id === 'auth.prefix')?.answer;
    this.#open = { exchange, prefix: prefix === 'Bearer' ? 'Bearer ' : '' };
  }

  view(): View {
    const seen = this.#seen ?? [];
    const words = wordsOf(this.#words);
    const shown = seen.filter((one) => {
      const text = this.#textOf(one);
      return words.every((word) => text.includes(word));
    });
    const isMore = !this.#words && this.#mostRows <= mostListed && seen.length === this.#mostRows;
    return html`<div class="list">
        ${this.#faultsNote()}
        <div class="row wrap tools" hidden=${seen.length === 0}>
          <input class="field" type="search" id="request-find" placeholder="Find by path, status, outcome, caller, breaks" aria-label="Find requests" autocomplete="off" value=${this.#words} onInput=${typed((text) => this.#find(text))} />
          ${button('Clear', () => this.#clear(), '', { id: 'requests-clear' })}
          <span class="dim" id="requests-count" role="status">${shown.length} of ${seen.length} shown${this.#dropped > 0 && `; ${plural(this.#dropped, 'older one')} no longer kept`}</span>
        </div>
        <table class="table requests" id="requests-table" hidden=${shown.length === 0}>
          <caption class="unseen">Requests, the latest first</caption>
          <thead><tr><th scope="col" class="when">Time</th><th scope="col" class="method">Method</th><th scope="col" class="path">Path</th><th scope="col" class="status">Status</th><th scope="col" class="outcome">Outcome</th><th scope="col" class="who">Caller</th><th scope="col" class="number ms">Took</th></tr></thead>
          <tbody id="request-rows">${shown.map((one) => this.#row(one))}</tbody>
        </table>
        ${isMore && html`<p>${button('Show more', () => this.#showMore())}</p>`}
        ${seen.length === 0 && html`<div id="requests-empty">${this.#whyEmpty()}</div>`}
        ${seen.length > 0 && shown.length === 0 && html`<p class="dim">No request matches.</p>`}
      </div>
      <article id="request-detail" class="card" aria-labelledby="request-title" hidden=${!this.#open}>${this.#detail()}</article>`;
  }

  #fetch(query: Record<string, string>): Promise<KeptRequests> {
    return this.#console.control.get(`/requests?${new URLSearchParams(query)}`);
  }

  #findingsOn({ id }: SeenExchange): readonly ClientFinding[] {
    return this.#findings.filter(({ requests = [] }) => requests.includes(id));
  }

  #textOf(one: SeenExchange): string {
    const { request, response, outcome, caller } = one;
    const judged = this.#findingsOn(one).map(({ kind }) => judgments[kind].says);
    return `${request.method} ${request.url} ${response.status} ${outcome} ${caller} ${judged}`.toLowerCase();
  }

  #faultsNote(): View {
    const active = this.#faults.count;
    const show = () => this.#console.openTab('faults');
    return (
      active > 0 &&
      html`<div class="note warn"><p>${plural(active, 'fault is', 'faults are')} active, which may decide what the response is. ${button('Show faults', show)}</p></div>`
    );
  }

  #whyEmpty(): View {
    if (!this.#seen) return html`<p class="dim empty">Loading …</p>`;
    return emptyState(
      'No requests yet',
      'Send one to this world and it appears here at once.',
      html`<p><a class="button" href="${this.#console.control.baseUrl}/docs/#create-try">Try a request in the reference</a></p>`,
    );
  }

  #row(exchange: SeenExchange): View {
    const { id, request, response, outcome } = exchange;
    const isOpen = this.#open?.exchange.id === id;
    const judged = new Set(this.#findingsOn(exchange).map(({ kind }) => kind));
    return html`<tr key=${id} data-key=${id} aria-current=${isOpen ? 'true' : undefined} onClick=${() => this.#openRequest(id)}>
      <td class="mono dim when">${exchange.time.slice(11, 23)}</td>
      <td class="mono method">${cut(request.method)}</td>
      <td class="path"><button type="button" class="mono link" title=${request.url} aria-haspopup="true">${request.url}</button></td>
      <td class="status">${statusChip(response.status)}</td>
      <td class="outcome"><span class="pair">${cut(outcome)}${exchange.faults && outcome !== 'fault' && chip('fault', 'bad')}${[...judged].map(judgment)}</span></td>
      <td class="dim who">${cut(exchange.caller ?? '–')}</td>
      <td class="number dim ms">${shownMs(tookMs(exchange))}</td>
    </tr>`;
  }

  #detail(): View {
    if (!this.#open) return undefined;
    const { exchange, prefix } = this.#open;
    const { control, copy } = this.#console;
    const { request, response, why, reason, faults } = exchange;
    const { status, body } = response;
    const docs = `${control.baseUrl}/docs/`;
    const isGood = status > 0 && status < 400;
    const copyCurl = () =>
      copy(requestCurl(exchange, { baseUrl: control.baseUrl, prefix }), 'curl command');
    return html`<header class="row"><h2 id="request-title" tabindex="-1" class="mono grow">${request.method} ${request.url}</h2>${button('Close', () => this.#close())}</header>
      <p class="row wrap">${statusChip(status)} ${chip(exchange.outcome)}
        <span class="dim">${exchange.operation ?? 'no operation'} · ${exchange.caller ?? 'unknown caller'} · ${shownMs(tookMs(exchange))} · ${exchange.time}</span></p>
      ${why !== undefined && html`<div class="note ${isGood ? '' : 'warn'}"><p>${why}</p>${reason !== undefined && html`<p>${reasonView(reason, docs)}</p>`}</div>`}
      ${faults && html`<p>Acted on by ${faults.join(', ')}.</p>`}
      ${this.#findingsOn(exchange).map((one) => findingView(one, docs))}
      ${request.url !== '-' && html`<p class="row wrap">${button('Copy as curl', copyCurl, 'main')}</p>`}
      ${message('Request', request.headers, request.body, noBody(exchange))}
      ${message('Response', response.headers, body, 'No body.')}
      ${exchange.truncated && html`<p class="dim">Only the beginning of ${isCut(exchange) ? 'the request' : 'this body'} is kept.</p>`}`;
  }

  #find(text: string): void {
    const wasNarrow = this.#words !== '';
    this.#words = text;
    if (wasNarrow === (text !== '')) this.#console.draw();
    else void this.#console.refresh();
  }

  #showMore(): void {
    this.#mostRows += fewRows;
    void this.#console.refresh();
  }

  #clear(): Promise<unknown> {
    const { act, control } = this.#console;
    return act('Requests cleared.', () => control.send('DELETE', '/requests'));
  }

  async #openRequest(id: number): Promise<void> {
    history.pushState(null, '', addressWith('request', String(id)));
    await this.restore();
    this.#console.draw();
    document.getElementById('request-title')?.focus();
  }

  #close(): void {
    const id = this.#open?.exchange.id;
    if (id === undefined) return;
    this.#open = undefined;
    history.pushState(null, '', addressWith('request', ''));
    this.#console.draw();
    document.querySelector<HTMLElement>(`#request-rows tr[data-key="${id}"] button`)?.focus();
  }
}

/** The address of the page with another value in its query. */
export function addressWith(name: string, value: string): URL {
  const address = new URL(location.href);
  if (value) address.searchParams.set(name, value);
  else address.searchParams.delete(name);
  return address;
}

function stateOf(latest: SeenExchange | undefined, dropped: number): string {
  return `${latest?.id} ${latest?.time} ${dropped}`;
}

const judgments = {
  breaks: {
    says: 'breaks',
    look: 'bad',
    means: 'The specification rules this out:',
  },
  'relies-on': {
    says: 'relies on',
    look: 'warn',
    means: 'The specification leaves this open, and another server may do otherwise:',
  },
} as const;

function judgment(kind: ClientFinding['kind']): View {
  const { says, look } = judgments[kind];
  return chip(says, look);
}

function findingView({ id, kind, sentence, openPoint }: ClientFinding, docs: string): View {
  const point = `${docs}specification.html#${openPoint}`;
  return html`<div class="note warn"><p>${judgment(kind)} <span class="dim">${judgments[kind].means}</span></p><p>${sentence} ${openPoint === undefined ? html`<code class="dim">${id}</code>` : html`<a href=${point}><code>${openPoint}</code></a>`}</p></div>`;
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
    <details open><summary>Headers (${Object.keys(headers).length})</summary><dl class="pairs mono">${Object.entries(
      headers,
    ).map(([name, value]) => html`<dt>${name}</dt><dd>${value}</dd>`)}</dl></details>`;
}
