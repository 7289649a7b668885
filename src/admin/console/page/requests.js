// @ts-check
import { button, byId, chip, cut, emptyState, fill, h, shownMs, statusChip } from './dom.js';
import { morph } from './morph.js';
import { requestDetail } from './request-detail.js';
import { requestFilter } from './request-filter.js';

/** @typedef {import('./types.d.ts').SeenRequest} SeenRequest */

/** More rows than this help nobody; the filters look through all that is kept. */
const mostRows = 500;
/** As many as the server keeps. */
const mostKept = 1000;

/** @param {string} time */
const clockTime = (time) => time.slice(11, 23);

/** The live list of requests. @param {import('./panel.d.ts').Console} console */
export function requestsPanel({ control, act }) {
  /** The latest first. @type {SeenRequest[]} */
  let seen = [];
  let dropped = 0;
  /** What has come while the list stands still. @type {SeenRequest[]} */
  let arrived = [];
  let paused = false;
  /** @type {number | undefined} */
  let drawing;
  /** @type {number | undefined} */
  let openId;
  const list = byId('request-rows');
  const empty = byId('requests-empty');
  const detail = byId('request-detail');
  const pauseButton = /** @type {HTMLButtonElement} */ (byId('requests-pause'));
  const filter = requestFilter(draw);

  pauseButton.addEventListener('click', () => {
    paused = !paused;
    pauseButton.setAttribute('aria-pressed', String(paused));
    drawArrived();
  });
  byId('requests-clear').addEventListener('click', () =>
    act('Requests cleared.', () => control.clearRequests()),
  );
  list.addEventListener('keydown', moveWithArrows);
  document.addEventListener('keydown', (event) => {
    if (event.key !== 'Escape' || openId === undefined || document.querySelector('dialog[open]')) {
      return;
    }
    close();
  });

  /** Only rows that are new or gone are touched: the others keep focus, selection and place. */
  function draw() {
    const matching = seen.filter(filter.matches);
    const shown = matching.slice(0, mostRows);
    morph(list, ...shown.map(rowOf));
    mark();
    byId('requests-table').hidden = shown.length === 0;
    empty.hidden = seen.length > 0;
    byId('requests-none').hidden = seen.length === 0 || shown.length > 0;
    tell(shown.length);
  }

  /** @param {number} shown */
  function tell(shown) {
    const number = (/** @type {number} */ one) => one.toLocaleString('en');
    const parts = seen.length === 0 ? [] : [`${number(shown)} of ${number(seen.length)} shown`];
    if (dropped > 0) parts.push(`${number(dropped)} older no longer kept`);
    if (paused) parts.push(`paused, ${number(arrived.length)} new`);
    byId('requests-count').textContent = parts.join('; ');
  }

  /** A request never changes, so its row is made once. @type {WeakMap<SeenRequest, HTMLElement>} */
  const rows = new WeakMap();

  /** @param {SeenRequest} request */
  function rowOf(request) {
    const known = rows.get(request) ?? row(request);
    rows.set(request, known);
    return known;
  }

  /** @param {SeenRequest} request */
  function row(request) {
    return h(
      'tr',
      {
        'data-key': request.id,
        onclick: () => open(request),
      },
      h('td', { class: 'mono dim when' }, clockTime(request.time)),
      h('td', { class: 'mono method' }, cut(request.method)),
      h(
        'td',
        { class: 'path' },
        h(
          'button',
          { type: 'button', class: 'mono link', title: request.url, 'aria-haspopup': 'true' },
          request.url,
        ),
      ),
      h('td', { class: 'status' }, statusChip(request.status)),
      h(
        'td',
        { class: 'outcome' },
        h(
          'span',
          { class: 'pair' },
          cut(request.outcome),
          // Where the outcome does not say it already.
          request.faults && request.outcome !== 'fault' && chip('fault', 'bad'),
        ),
      ),
      h('td', { class: 'dim who' }, cut(request.caller ?? '–')),
      h('td', { class: 'number dim ms' }, shownMs(request.ms)),
    );
  }

  /** @param {SeenRequest} request */
  async function open(request) {
    openId = request.id;
    mark();
    fill(detail, h('p', { class: 'dim' }, 'Loading …'));
    detail.hidden = false;
    byId('panel-requests').classList.add('split');
    try {
      fill(detail, ...(await requestDetail(request, control, close)));
    } catch (error) {
      fill(detail, h('p', {}, String(error)), button('Close', close));
    }
    document.getElementById('request-title')?.focus();
  }

  function close() {
    const last = list.querySelector(`tr[data-key="${openId}"] button`);
    openId = undefined;
    detail.hidden = true;
    byId('panel-requests').classList.remove('split');
    mark();
    if (last instanceof HTMLElement) last.focus();
  }

  function mark() {
    for (const one of list.querySelectorAll('tr')) {
      if (one.dataset.key === String(openId)) one.setAttribute('aria-current', 'true');
      else one.removeAttribute('aria-current');
    }
  }

  /** @param {KeyboardEvent} event */
  function moveWithArrows(event) {
    const here = /** @type {HTMLElement} */ (event.target).closest('tr');
    if (!here || !['ArrowDown', 'ArrowUp'].includes(event.key)) return;
    const next = event.key === 'ArrowDown' ? here.nextElementSibling : here.previousElementSibling;
    event.preventDefault();
    next?.querySelector('button')?.focus();
  }

  /** A burst is drawn at once. */
  function drawArrived() {
    clearTimeout(drawing);
    drawing = undefined;
    if (paused) {
      tell(list.childElementCount);
      return;
    }
    const known = new Set(seen.map(({ id }) => id));
    const fresh = arrived.filter(({ id }) => !known.has(id)).reverse();
    arrived = [];
    const all = [...fresh, ...seen];
    dropped += Math.max(all.length - mostKept, 0);
    seen = all.slice(0, mostKept);
    filter.offer(seen);
    draw();
  }

  return {
    /** @param {SeenRequest} request */
    add(request) {
      arrived = [...arrived.slice(1 - mostKept), request];
      if (drawing === undefined) drawing = setTimeout(drawArrived, 100);
    },
    /** Of another world, or of this one from the beginning. */
    forget() {
      arrived = [];
      seen = [];
      dropped = 0;
      if (openId !== undefined) close();
      fill(empty, h('p', { class: 'dim empty' }, 'Loading …'));
      draw();
    },
    /** @param {{ requests: SeenRequest[], dropped: number }} kept the oldest first */
    replace(kept) {
      arrived = [];
      seen = kept.requests.slice(-mostKept).reverse();
      dropped = kept.dropped;
      if (openId !== undefined && !seen.some(({ id }) => id === openId)) close();
      fill(
        empty,
        emptyState(
          'No requests yet',
          'Send one to this world and it appears here at once. The reference has requests to try.',
        ),
      );
      filter.offer(seen);
      draw();
    },
  };
}
