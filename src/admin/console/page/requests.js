// @ts-check
import { byId, chip, emptyState, fill, h, statusChip } from './dom.js';
import { requestDetail } from './request-detail.js';

/** @typedef {import('./types.d.ts').SeenRequest} SeenRequest */

/** More rows than this help nobody; the control plane keeps the rest. */
const most = 500;

/** @param {string} time */
const clockTime = (time) => time.slice(11, 23);

/** The live list of requests. @param {import('./panel.d.ts').Console} console */
export function requestsPanel({ control, act }) {
  /** @type {SeenRequest[]} */
  let seen = [];
  /** @type {number | undefined} */
  let openId;
  const list = byId('request-rows');
  const empty = byId('requests-empty');
  const find = /** @type {HTMLInputElement} */ (byId('request-find'));
  const detail = byId('request-detail');

  fill(
    empty,
    emptyState(
      'No requests yet',
      'Send one to this world and it appears here at once. The reference has requests to try.',
    ),
  );
  find.addEventListener('input', draw);
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

  /** @param {SeenRequest} request */
  function matches(request) {
    const text = [request.method, request.url, request.status, request.outcome, request.caller]
      .join(' ')
      .toLowerCase();
    return find.value
      .toLowerCase()
      .split(/\s+/)
      .every((word) => text.includes(word));
  }

  function draw() {
    const shown = seen.filter(matches);
    fill(list, ...shown.map(row));
    tell(shown.length);
  }

  /** @param {number} shown */
  function tell(shown) {
    byId('requests-table').hidden = shown === 0;
    empty.hidden = seen.length > 0;
    byId('requests-none').hidden = seen.length === 0 || shown > 0;
    byId('requests-count').textContent = seen.length === 0 ? '' : `${shown} of ${seen.length}`;
  }

  /** @param {SeenRequest} request */
  function row(request) {
    return h(
      'tr',
      {
        'data-id': request.id,
        'aria-current': request.id === openId && 'true',
        onclick: () => open(request),
      },
      h('td', { class: 'mono dim when' }, clockTime(request.time)),
      h('td', { class: 'mono method' }, request.method),
      h(
        'td',
        { class: 'path' },
        h('button', { type: 'button', class: 'mono link', 'aria-haspopup': 'true' }, request.url),
      ),
      h('td', { class: 'status' }, statusChip(request.status)),
      h(
        'td',
        { class: 'outcome' },
        request.outcome,
        // Where the outcome does not say it already.
        request.faults && request.outcome !== 'fault' && [' ', chip('fault', 'bad')],
      ),
      h('td', { class: 'dim who' }, request.caller ?? '–'),
      h('td', { class: 'number dim ms' }, `${request.ms} ms`),
    );
  }

  /** @param {SeenRequest} request */
  async function open(request) {
    openId = request.id;
    mark();
    fill(detail, ...(await requestDetail(request, control, close)));
    detail.hidden = false;
    byId('panel-requests').classList.add('split');
    byId('request-title').focus();
  }

  function close() {
    const last = list.querySelector(`tr[data-id="${openId}"] button`);
    openId = undefined;
    detail.hidden = true;
    byId('panel-requests').classList.remove('split');
    mark();
    if (last instanceof HTMLElement) last.focus();
  }

  function mark() {
    for (const one of list.querySelectorAll('tr')) {
      if (one.getAttribute('data-id') === String(openId)) one.setAttribute('aria-current', 'true');
      else one.removeAttribute('aria-current');
    }
  }

  /** @param {KeyboardEvent} event */
  function moveWithArrows(event) {
    const step = { ArrowDown: 'nextElementSibling', ArrowUp: 'previousElementSibling' }[event.key];
    const here = /** @type {HTMLElement} */ (event.target).closest('tr');
    if (!step || !here) return;
    const next =
      step === 'nextElementSibling' ? here.nextElementSibling : here.previousElementSibling;
    event.preventDefault();
    next?.querySelector('button')?.focus();
  }

  /** @type {SeenRequest[]} */
  let arrived = [];
  /** @type {number | undefined} */
  let drawing;

  /** A burst is drawn at once; single ones are put on top, so that the focus stays where it is. */
  function drawArrived() {
    drawing = undefined;
    const known = new Set(seen.map(({ id }) => id));
    const fresh = arrived.filter(({ id }) => !known.has(id));
    arrived = [];
    const wasEmpty = seen.length === 0;
    seen = [...fresh.toReversed(), ...seen].slice(0, most);
    if (wasEmpty || fresh.length > 20) {
      draw();
      return;
    }
    for (const request of fresh.filter(matches)) list.prepend(row(request));
    while (list.childElementCount > most) list.lastElementChild?.remove();
    tell(list.childElementCount);
  }

  return {
    /** @param {SeenRequest} request */
    add(request) {
      arrived = [...arrived.slice(1 - most), request];
      if (drawing === undefined) drawing = setTimeout(drawArrived, 50);
    },
    /** @param {SeenRequest[]} requests the oldest first */
    replace(requests) {
      arrived = [];
      seen = requests.slice(-most).reverse();
      if (openId !== undefined && !seen.some(({ id }) => id === openId)) close();
      draw();
    },
  };
}
