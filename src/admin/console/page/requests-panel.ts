import { chip, html, shownMs, statusChip, type View } from '../../../pages/page/view.ts';
import { type SeenExchange, tookMs } from '../../../traffic/exchange.ts';
import { harOf } from '../../../traffic/har.ts';
import { plural } from '../../../values/listed.ts';
import { inAddress, keepInAddress } from './address.ts';
import { button, count, cut, emptyState } from './parts.ts';
import { requestDetail } from './request-detail.ts';
import { RequestFilter } from './request-filter.ts';
import { type KeptRequests, RequestList } from './request-list.ts';
import type { Console, Panel } from './types.ts';

/** The rows rendered at first, and added on demand; filters search all kept requests. */
const fewRows = 500;
/** The list is loaded without bodies; that of an opened request is loaded then. */
const short = { bodies: 'false' };

/** A request that is shown in full. */
interface OpenRequest {
  readonly exchange: SeenExchange;
  /** What stands before its token. */
  readonly prefix: string;
}

/** The live list of requests. */
export class RequestsPanel implements Panel {
  readonly #console: Console;
  readonly #faults: { readonly count: number };
  readonly #filter: RequestFilter;
  readonly #list = new RequestList();
  /** A request never changes: its row is rendered again only if it is opened or closed. */
  readonly #rows = new Map<number, { readonly isOpen: boolean; readonly row: View }>();
  #mostRows = fewRows;
  #drawing: ReturnType<typeof setTimeout> | undefined;
  #open: OpenRequest | undefined;

  constructor(console: Console, faults: { readonly count: number }) {
    this.#console = console;
    this.#faults = faults;
    this.#filter = new RequestFilter(console.draw);
    document.addEventListener('keydown', (event) => {
      if (document.querySelector('dialog[open]')) return;
      if (event.key === 'Escape' && this.#open) this.#close();
      else this.#moveOn(event);
    });
  }

  async show(): Promise<() => View> {
    return () => this.#view();
  }

  isTouchedBy(): boolean {
    return false;
  }

  /** Whether a request is shown beside the list. */
  isSplit(): boolean {
    return this.#open !== undefined;
  }

  /** The latest first, so that they are there at once; then all that the server has kept. */
  async load(): Promise<void> {
    const { control } = this.#console;
    const latest = await control.requests({ ...short, limit: String(fewRows) });
    this.replace(latest);
    if (latest.requests.length < fewRows) return;
    this.#list.addOlder(await control.requests(short));
    this.restore();
  }

  /** Renders a burst once. */
  add(exchange: SeenExchange): void {
    this.#list.arrive(exchange);
    this.#drawing ??= setTimeout(() => this.#takeIn(), 100);
  }

  replace(kept: KeptRequests): void {
    this.#list.replace(kept);
    this.#rows.clear();
    this.restore();
  }

  forget(): void {
    this.#list.forget();
    this.#rows.clear();
    this.#open = undefined;
    keepInAddress({ request: '' });
    this.#filter.widen();
  }

  /** Opens what the address names, also after Back. */
  restore(): void {
    this.#filter.restore();
    const id = Number(inAddress('request'));
    const exchange = this.#seen(id);
    if (!exchange) this.#open = undefined;
    else if (this.#open?.exchange.id !== id) void this.#openRequest(exchange);
    this.#console.draw();
  }

  showOnly(ids: readonly number[]): void {
    const exchange = ids.length === 1 ? this.#seen(ids[0]) : undefined;
    if (exchange) void this.#openRequest(exchange);
    else this.#filter.setOnly(ids);
  }

  #seen(id: number | undefined): SeenExchange | undefined {
    return this.#list.seen.find((one) => one.id === id);
  }

  #matching(): readonly SeenExchange[] {
    return this.#list.seen.filter((one) => this.#filter.matches(one));
  }

  #view(): View {
    const { seen } = this.#list;
    const matching = this.#matching();
    const shown = matching.slice(0, this.#mostRows);
    return html`<div class="list">
        ${this.#faultsNote()}
        ${this.#tools(matching, shown.length)}
        <table class="table requests" id="requests-table" hidden=${shown.length === 0}>
          <caption class="unseen">Requests, the latest first</caption>
          <thead><tr><th scope="col" class="when">Time</th><th scope="col" class="method">Method</th><th scope="col" class="path">Path</th><th scope="col" class="status">Status</th><th scope="col" class="outcome">Outcome</th><th scope="col" class="who">Caller</th><th scope="col" class="number ms">Took</th></tr></thead>
          <tbody id="request-rows" onKeyDown=${moveWithArrows}>${shown.map((one) => this.#rowOf(one))}</tbody>
        </table>
        ${matching.length > shown.length && html`<p>${button(`Show ${count(Math.min(fewRows, matching.length - shown.length))} more`, () => this.#showMore())}</p>`}
        ${seen.length === 0 && html`<div id="requests-empty">${this.#whyEmpty()}</div>`}
        ${seen.length > 0 && shown.length === 0 && html`<p class="dim">No request matches. ${button('Show all', () => this.#filter.widen())}</p>`}
      </div>
      <article id="request-detail" class="card" aria-labelledby="request-title" hidden=${!this.#open}>${this.#detail()}</article>`;
  }

  #faultsNote(): View {
    const active = this.#faults.count;
    const show = () => this.#console.openTab('faults');
    return (
      active > 0 &&
      html`<div class="note warn"><p>${plural(active, 'fault is', 'faults are')} active, which may decide what the response is. ${button('Show faults', show)}</p></div>`
    );
  }

  #tools(matching: readonly SeenExchange[], shown: number): View {
    const { act, control } = this.#console;
    const { seen, isPaused } = this.#list;
    const failed = matching.findLast(isFailed);
    const clear = () => act('Requests cleared.', control.clearRequests);
    return html`<div class="row wrap tools" hidden=${seen.length === 0}>
          ${this.#filter.view(seen)}
          ${button('Pause', () => this.#pause(), '', { id: 'requests-pause', 'aria-pressed': String(isPaused) })}
          ${button('Clear', clear, '', { id: 'requests-clear' })}
          ${button('Export HAR', () => this.#download())}
          ${failed && button('First failure', () => this.#openFailed(failed, matching), '', { id: 'requests-failed' })}
          <span class="dim" id="requests-count" role="status">${this.#summary(shown)}</span>
        </div>`;
  }

  #summary(shown: number): string {
    const { seen, dropped, isPaused, arrivedCount } = this.#list;
    const said = seen.length === 0 ? [] : [`${count(shown)} of ${count(seen.length)} shown`];
    if (dropped > 0) said.push(`${count(dropped)} older no longer kept`);
    if (isPaused) said.push(`paused, ${count(arrivedCount)} new`);
    return said.join('; ');
  }

  #whyEmpty(): View {
    if (!this.#list.isKnown) return html`<p class="dim empty">Loading …</p>`;
    const { baseUrl } = this.#console.control;
    return emptyState(
      'No requests yet',
      'Send one to this world and it appears here at once.',
      html`<p><a class="button" href="${baseUrl}/docs/#create-try">Try a request in the reference</a></p>`,
    );
  }

  #rowOf(exchange: SeenExchange): View {
    const { id, request, response, outcome } = exchange;
    const isOpen = this.#open?.exchange.id === id;
    const known = this.#rows.get(id);
    if (known?.isOpen === isOpen) return known.row;
    const row = html`<tr key=${id} data-key=${id} aria-current=${isOpen ? 'true' : undefined} onClick=${() => this.#openRequest(exchange)}>
      <td class="mono dim when">${exchange.time.slice(11, 23)}</td>
      <td class="mono method">${cut(request.method)}</td>
      <td class="path"><button type="button" class="mono link" title=${request.url} aria-haspopup="true">${request.url}</button></td>
      <td class="status">${statusChip(response.status)}</td>
      <td class="outcome"><span class="pair">${cut(outcome)}${exchange.faults && outcome !== 'fault' && chip('fault', 'bad')}</span></td>
      <td class="dim who">${cut(exchange.caller ?? '–')}</td>
      <td class="number dim ms">${shownMs(tookMs(exchange))}</td>
    </tr>`;
    this.#rows.set(id, { isOpen, row });
    return row;
  }

  #detail(): View {
    if (!this.#open) return undefined;
    const { exchange, prefix } = this.#open;
    return requestDetail(exchange, prefix, this.#console, () => this.#close());
  }

  #showMore(): void {
    this.#mostRows += fewRows;
    this.#console.draw();
  }

  #openFailed(failed: SeenExchange, matching: readonly SeenExchange[]): void {
    this.#mostRows = Math.max(this.#mostRows, matching.indexOf(failed) + 1);
    void this.#openRequest(failed);
  }

  async #openRequest(chosen: SeenExchange): Promise<void> {
    const { control, draw } = this.#console;
    const id = String(chosen.id);
    keepInAddress({ request: id }, { isStep: true });
    const [exchange, dialect] = await Promise.all([
      this.#withBodies(chosen),
      // Requests stay readable while the server is unreachable.
      control.dialect().catch(() => undefined),
    ]);
    const scheme = dialect?.openPoints.find((point) => point.id === 'auth.prefix')?.answer;
    // Meanwhile the reader may have gone on.
    if (inAddress('request') !== id) return;
    this.#open = { exchange, prefix: scheme === 'Bearer' ? 'Bearer ' : '' };
    draw();
    document.querySelector('#request-rows [aria-current]')?.scrollIntoView({ block: 'nearest' });
    document.getElementById('request-title')?.focus();
  }

  /** With its bodies, if the server still has them. */
  async #withBodies(exchange: SeenExchange): Promise<SeenExchange> {
    if (!exchange.bodiesLeftOut) return exchange;
    const { control } = this.#console;
    const kept = await control.requests({ id: String(exchange.id) }).catch(() => undefined);
    return kept?.requests[0] ?? exchange;
  }

  #close(): void {
    const id = this.#open?.exchange.id;
    this.#open = undefined;
    keepInAddress({ request: '' }, { isStep: true });
    this.#console.draw();
    document.querySelector<HTMLElement>(`#request-rows tr[data-key="${id}"] button`)?.focus();
  }

  /** From the title of an open request to the next one; from the field of the search into the list. */
  #moveOn(event: KeyboardEvent): void {
    const { id } = event.target as HTMLElement;
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step === undefined) return;
    if (id === 'request-title') {
      const shown = this.#matching().slice(0, this.#mostRows);
      const at = shown.findIndex((one) => one.id === this.#open?.exchange.id);
      const next = at < 0 ? undefined : shown[at + step];
      event.preventDefault();
      if (next) void this.#openRequest(next);
    } else if (id === 'request-find' && step === 1) {
      event.preventDefault();
      document.querySelector<HTMLElement>('#request-rows button')?.focus();
    }
  }

  #pause(): void {
    this.#list.isPaused = !this.#list.isPaused;
    this.#takeIn();
  }

  #takeIn(): void {
    clearTimeout(this.#drawing);
    this.#drawing = undefined;
    this.#list.takeIn();
    this.#console.draw();
  }

  async #download(): Promise<void> {
    const { control } = this.#console;
    const kept = await control.requests().catch(() => undefined);
    const wholeById = new Map(kept?.requests.map((one) => [one.id, one]));
    const exported = this.#matching()
      .map((one) => wholeById.get(one.id) ?? one)
      .reverse();
    const har = JSON.stringify(harOf(exported, { baseUrl: control.baseUrl, version: '' }), null, 2);
    const href = URL.createObjectURL(new Blob([har], { type: 'application/json' }));
    Object.assign(document.createElement('a'), { href, download: 'abuse-feed.har' }).click();
    URL.revokeObjectURL(href);
  }
}

/** A status that says so, or no response at all. */
function isFailed({ response: { status } }: SeenExchange): boolean {
  return status === 0 || status >= 400;
}

function moveWithArrows(event: KeyboardEvent): void {
  const here = (event.target as HTMLElement).closest('tr');
  if (!here || !['ArrowDown', 'ArrowUp'].includes(event.key)) return;
  const next = event.key === 'ArrowDown' ? here.nextElementSibling : here.previousElementSibling;
  event.preventDefault();
  next?.querySelector<HTMLElement>('button')?.focus();
}
