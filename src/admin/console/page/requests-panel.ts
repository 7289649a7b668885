import { chip, html, shownMs, statusChip, type View } from '../../../pages/page/view.ts';
import { type SeenExchange, tookMs } from '../../../traffic/exchange.ts';
import { harOf } from '../../../traffic/har.ts';
import { plural } from '../../../values/listed.ts';
import { inAddress, keepInAddress } from './address.ts';
import type { KeptRequests } from './control.ts';
import { button, count, cut, emptyState } from './parts.ts';
import { requestDetail } from './request-detail.ts';
import { requestFilter } from './request-filter.ts';
import type { Console } from './types.ts';

/** The rows rendered at first, and added on demand; filters search all kept requests. */
const fewRows = 500;
/** The list is loaded without bodies; that of an opened request is loaded then. */
const short = { bodies: 'false' };
/** The server's limit. */
const mostKept = 5000;

/** The live list of requests. */
export function requestsPanel(console: Console, faults: { readonly count: () => number }) {
  const { control, act, draw, openTab } = console;
  /** Newest first. */
  let seen: SeenExchange[] = [];
  let dropped = 0;
  /** Requests that arrived while paused. */
  let arrived: SeenExchange[] = [];
  let isKnown = false;
  let paused = false;
  let mostRows = fewRows;
  let drawing: ReturnType<typeof setTimeout> | undefined;
  let open: { readonly exchange: SeenExchange; readonly prefix: string } | undefined;
  const filter = requestFilter(draw);

  function view(): View {
    const matching = seen.filter(filter.matches);
    const shown = matching.slice(0, mostRows);
    const failed = matching.findLast(isFailed);
    return html`<div class="list">
        ${faults.count() > 0 && html`<div class="note warn"><p>${plural(faults.count(), 'fault is', 'faults are')} active, which may decide what the response is. ${button('Show faults', () => openTab('faults'))}</p></div>`}
        <div class="row wrap tools" hidden=${seen.length === 0}>
          ${filter.view(seen)}
          ${button('Pause', pause, '', { id: 'requests-pause', 'aria-pressed': String(paused) })}
          ${button('Clear', () => act('Requests cleared.', control.clearRequests), '', { id: 'requests-clear' })}
          ${button('Export HAR', download)}
          ${failed && button('First failure', () => openFailed(failed, matching), '', { id: 'requests-failed' })}
          <span class="dim" id="requests-count" role="status">${summary(shown.length)}</span>
        </div>
        <table class="table requests" id="requests-table" hidden=${shown.length === 0}>
          <caption class="unseen">Requests, the latest first</caption>
          <thead><tr><th scope="col" class="when">Time</th><th scope="col" class="method">Method</th><th scope="col" class="path">Path</th><th scope="col" class="status">Status</th><th scope="col" class="outcome">Outcome</th><th scope="col" class="who">Caller</th><th scope="col" class="number ms">Took</th></tr></thead>
          <tbody id="request-rows" onKeyDown=${moveWithArrows}>${shown.map(rowOf)}</tbody>
        </table>
        ${matching.length > shown.length && html`<p>${button(`Show ${count(Math.min(fewRows, matching.length - shown.length))} more`, more)}</p>`}
        ${seen.length === 0 && html`<div id="requests-empty">${isKnown ? emptyState('No requests yet', 'Send one to this world and it appears here at once.', html`<p><a class="button" href="${control.baseUrl}/docs/#create-try">Try a request in the reference</a></p>`) : html`<p class="dim empty">Loading …</p>`}</div>`}
        ${seen.length > 0 && shown.length === 0 && html`<p class="dim">No request matches. ${button('Show all', filter.widen)}</p>`}
      </div>
      <article id="request-detail" class="card" aria-labelledby="request-title" hidden=${!open}>${
        open && requestDetail(open.exchange, open.prefix, console, close)
      }</article>`;
  }

  function more(): void {
    mostRows += fewRows;
    draw();
  }

  /** A status that says so, or no response at all. */
  const isFailed = ({ response: { status } }: SeenExchange): boolean =>
    status === 0 || status >= 400;

  function openFailed(failed: SeenExchange, matching: readonly SeenExchange[]): void {
    mostRows = Math.max(mostRows, matching.indexOf(failed) + 1);
    void openRequest(failed);
  }

  function summary(shown: number): string {
    const said = seen.length === 0 ? [] : [`${count(shown)} of ${count(seen.length)} shown`];
    if (dropped > 0) said.push(`${count(dropped)} older no longer kept`);
    if (paused) said.push(`paused, ${count(arrived.length)} new`);
    return said.join('; ');
  }

  /** A request never changes: its row is rendered again only if it is opened or closed. */
  const rows = new Map<number, { readonly isOpen: boolean; readonly row: View }>();
  function rowOf(exchange: SeenExchange): View {
    const { id, request, response, outcome } = exchange;
    const isOpen = open?.exchange.id === id;
    const known = rows.get(id);
    if (known?.isOpen === isOpen) return known.row;
    const row = html`<tr key=${id} data-key=${id} aria-current=${isOpen ? 'true' : undefined} onClick=${() => openRequest(exchange)}>
      <td class="mono dim when">${exchange.time.slice(11, 23)}</td>
      <td class="mono method">${cut(request.method)}</td>
      <td class="path"><button type="button" class="mono link" title=${request.url} aria-haspopup="true">${request.url}</button></td>
      <td class="status">${statusChip(response.status)}</td>
      <td class="outcome"><span class="pair">${cut(outcome)}${exchange.faults && outcome !== 'fault' && chip('fault', 'bad')}</span></td>
      <td class="dim who">${cut(exchange.caller ?? '–')}</td>
      <td class="number dim ms">${shownMs(tookMs(exchange))}</td>
    </tr>`;
    rows.set(id, { isOpen, row });
    return row;
  }

  async function openRequest(listed: SeenExchange): Promise<void> {
    const id = String(listed.id);
    keepInAddress({ request: id }, { isStep: true });
    const [exchange, dialect] = await Promise.all([
      whole(listed),
      // Requests stay readable while the server is unreachable.
      control.dialect().catch(() => undefined),
    ]);
    const scheme = dialect?.openPoints.find((point) => point.id === 'auth.prefix')?.answer;
    // Meanwhile the reader may have gone on.
    if (inAddress('request') !== id) return;
    open = { exchange, prefix: scheme === 'Bearer' ? 'Bearer ' : '' };
    draw();
    document.querySelector('#request-rows [aria-current]')?.scrollIntoView({ block: 'nearest' });
    document.getElementById('request-title')?.focus();
  }

  /** With its bodies, if the server still has them. */
  async function whole(listed: SeenExchange): Promise<SeenExchange> {
    if (!listed.bodiesLeftOut) return listed;
    const kept = await control.requests({ id: String(listed.id) }).catch(() => undefined);
    return kept?.requests[0] ?? listed;
  }

  function close(): void {
    const id = open?.exchange.id;
    open = undefined;
    keepInAddress({ request: '' }, { isStep: true });
    draw();
    document.querySelector<HTMLElement>(`#request-rows tr[data-key="${id}"] button`)?.focus();
  }

  /** Opens what the address names, also after Back. */
  function restore(): void {
    filter.restore();
    const id = Number(inAddress('request'));
    const exchange = seen.find((one) => one.id === id);
    if (exchange && open?.exchange.id !== id) void openRequest(exchange);
    else if (!exchange) open = undefined;
    draw();
  }

  function moveWithArrows(event: KeyboardEvent): void {
    const here = (event.target as HTMLElement).closest('tr');
    if (!here || !['ArrowDown', 'ArrowUp'].includes(event.key)) return;
    const next = event.key === 'ArrowDown' ? here.nextElementSibling : here.previousElementSibling;
    event.preventDefault();
    next?.querySelector<HTMLElement>('button')?.focus();
  }

  /** From the title of an open request to the next one; from the field of the search into the list. */
  function moveOn(event: KeyboardEvent): void {
    const { id } = event.target as HTMLElement;
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step === undefined) return;
    if (id === 'request-title') {
      const shown = seen.filter(filter.matches).slice(0, mostRows);
      const at = shown.findIndex((one) => one.id === open?.exchange.id);
      const next = at < 0 ? undefined : shown[at + step];
      event.preventDefault();
      if (next) void openRequest(next);
    } else if (id === 'request-find' && step === 1) {
      event.preventDefault();
      document.querySelector<HTMLElement>('#request-rows button')?.focus();
    }
  }

  document.addEventListener('keydown', (event) => {
    if (document.querySelector('dialog[open]')) return;
    if (event.key === 'Escape' && open) close();
    else moveOn(event);
  });

  function pause(): void {
    paused = !paused;
    takeIn();
  }

  function replace(kept: KeptRequests): void {
    [arrived, isKnown, dropped] = [[], true, kept.dropped];
    seen = kept.requests.slice(-mostKept).reverse();
    rows.clear();
    restore();
  }

  /** What was cleared meanwhile does not come back. */
  function addOlder(kept: KeptRequests): void {
    const oldest = seen.at(-1)?.id ?? 0;
    const older = kept.requests.filter(({ id }) => id < oldest).reverse();
    seen = [...seen, ...older].slice(0, mostKept);
    dropped = kept.dropped;
    restore();
  }

  /** Renders a burst once. */
  function takeIn(): void {
    clearTimeout(drawing);
    drawing = undefined;
    if (!paused) {
      const known = new Set(seen.map(({ id }) => id));
      const fresh = arrived.filter(({ id }) => !known.has(id)).reverse();
      arrived = [];
      dropped += Math.max(fresh.length + seen.length - mostKept, 0);
      seen = [...fresh, ...seen].slice(0, mostKept);
    }
    draw();
  }

  async function download(): Promise<void> {
    const kept = await control.requests().catch(() => undefined);
    const wholeById = new Map(kept?.requests.map((one) => [one.id, one]));
    const shown = seen.filter(filter.matches).reverse();
    const exported = shown.map((one) => wholeById.get(one.id) ?? one);
    const har = JSON.stringify(harOf(exported, { baseUrl: control.baseUrl, version: '' }), null, 2);
    const href = URL.createObjectURL(new Blob([har], { type: 'application/json' }));
    Object.assign(document.createElement('a'), { href, download: 'abuse-feed.har' }).click();
    URL.revokeObjectURL(href);
  }

  return {
    isSplit: () => open !== undefined,
    isTouchedBy: () => false,
    show: async () => view,
    add(exchange: SeenExchange): void {
      arrived = [...arrived.slice(1 - mostKept), exchange];
      drawing ??= setTimeout(takeIn, 100);
    },
    forget(): void {
      [arrived, seen, dropped, isKnown] = [[], [], 0, false];
      rows.clear();
      open = undefined;
      keepInAddress({ request: '' });
      filter.widen();
    },
    restore,
    replace,
    /** The latest first, so that they are there at once; then all that the server has kept. */
    async load(): Promise<void> {
      const latest = await control.requests({ ...short, limit: String(fewRows) });
      replace(latest);
      if (latest.requests.length === fewRows) addOlder(await control.requests(short));
    },
    showOnly(ids: readonly number[]): void {
      const [one] = ids;
      const exchange = ids.length === 1 ? seen.find(({ id }) => id === one) : undefined;
      if (exchange) void openRequest(exchange);
      else filter.setOnly(ids);
    },
  };
}
