import { copied, html, render, type View } from '../../../pages/page/view.ts';
import { keepInAddress } from './address.ts';
import { adminToken, askForReset } from './admin-token.ts';
import { CallersPanel } from './callers-panel.ts';
import { Control, Refused, Unreachable } from './control.ts';
import { DialectPanel } from './dialect-panel.ts';
import { dialog } from './dialog.ts';
import { FaultsPanel } from './faults-panel.ts';
import { FindingsPanel } from './findings-panel.ts';
import { button, emptyState, keepFocus, messageOf, tabAfter, typed } from './parts.ts';
import { ReportsPanel } from './reports-panel.ts';
import { RequestsPanel } from './requests-panel.ts';
import { follow } from './stream.ts';
import type { Console, Panel } from './types.ts';

const control = new Control();
const question = dialog(draw);
const app: Console = {
  control,
  act: (what, action) => act(what, action),
  perform,
  ask: question.ask,
  notice,
  copy: async (text, what) =>
    notice((await copied(text)) ? `${what} copied.` : 'The browser does not allow copying.'),
  openWorld,
  openTab,
  showRequests: (ids) => {
    openTab('requests');
    requests.showOnly(ids);
  },
  refresh,
  draw,
};
const token = adminToken(app, (text) => {
  stop();
  connection('lost', text);
});
const faults = new FaultsPanel(app);
const requests = new RequestsPanel(app, faults);
const findings = new FindingsPanel(app);
const panels: { readonly [name: string]: Panel } = {
  requests,
  findings,
  reports: new ReportsPanel(app),
  callers: new CallersPanel(app),
  faults,
  dialect: new DialectPanel(app),
};
const names = Object.keys(panels);

function tabInAddress() {
  return names.find((name) => name === location.hash.slice(1));
}

let current = tabInAddress() ?? 'requests';
/** How to render each panel, and its last view: hidden panels are not rendered again. */
const shows = new Map<string, () => View>();
const views = new Map<string, View>();
const loading = new Set<string>();
let worlds: readonly string[] = [control.world];
let live: 'connecting' | 'live' | 'lost' = 'connecting';
let banner: View;
let said = '';
let hiding: ReturnType<typeof setTimeout> | undefined;
let stop: () => void = () => {};
let isWaiting = false;
let isStale = false;

function draw(): void {
  const show = shows.get(current);
  if (show) views.set(current, show());
  keepFocus(() => render(page(), document.body));
}

function page() {
  return html`
  <a class="skip" href="#main">Skip to the content</a>
  <header class="bar">
    <h1 class="name">abuse-feed console</h1>
    <label class="world">World <select id="world" class="field" value=${control.world} onFocus=${listWorlds} onChange=${typed(openWorld)}>${worlds.map((id) => html`<option key=${id} value=${id}>${id}</option>`)}</select></label>
    <span id="connection" class="chip ${{ live: 'good', lost: 'bad', connecting: '' }[live]}" role="status">${live === 'lost' ? 'not connected' : live}</span>
    <span class="end">
      <a href="${control.baseUrl}/docs/" id="docs">Reference</a>
      ${button('Reset…', () => askForReset(app), 'danger', { id: 'reset' })}
      <button type="button" class="button" data-theme-toggle></button>
    </span>
  </header>
  <main id="main" tabindex="-1">
    <div id="banner" role="alert" hidden=${!banner}>${banner}</div>
    <div class="tabs" role="tablist" aria-label="What to look at" id="tabs" onKeyDown=${moveTab}>${names.map(tab)}</div>
    <div class="panels">${names.map(
      (name) =>
        html`<section role="tabpanel" id="panel-${name}" aria-labelledby="tab-${name}" tabindex="0" hidden=${name !== current} class=${name === 'requests' && requests.isSplit() ? 'split' : ''} aria-busy=${loading.has(name) ? 'true' : undefined}>${views.get(name) ?? html`<p class="dim">Loading …</p>`}</section>`,
    )}</div>
  </main>
  ${question.view()}
  <div id="notice" role="status" hidden=${said === ''}>${said}</div>`;
}

/** Findings and active faults are counted on their tabs. */
function counted(name: string): View {
  const count = { findings, faults }[name]?.count ?? 0;
  return count > 0 && html` <span class="chip warn">${count}</span>`;
}

function tab(name: string) {
  return html`<button type="button" role="tab" id="tab-${name}" aria-controls="panel-${name}" aria-selected=${String(name === current)} tabindex=${name === current ? 0 : -1} onClick=${() => openTab(name)}>${name[0]?.toUpperCase()}${name.slice(1)}${counted(name)}</button>`;
}

/** The URL fragment names the tab, so that it can be linked and survives a reload. */
function openTab(name: string): void {
  keepInAddress({}, { hash: name, isStep: tabInAddress() !== undefined });
  current = name;
  draw();
  showTab(name);
  void refresh();
}

/** Not by scrollIntoView, after which browsers let Tab go on from there, past the link to the content. */
function showTab(name: string): void {
  const list = document.getElementById('tabs');
  const tab = document.getElementById(`tab-${name}`);
  if (!list || !tab) return;
  const hidden = tab.getBoundingClientRect().right - list.getBoundingClientRect().right;
  const isBefore = tab.offsetLeft - list.offsetLeft < list.scrollLeft;
  if (isBefore) list.scrollLeft = tab.offsetLeft - list.offsetLeft;
  else if (hidden > 0) list.scrollLeft += hidden;
}

function moveTab(event: KeyboardEvent): void {
  const next = tabAfter(event.key, names, current);
  if (next === undefined) return;
  event.preventDefault();
  openTab(next);
  document.getElementById(`tab-${next}`)?.focus();
}

/** Reloads the open panel. */
async function refresh(): Promise<void> {
  const name = current;
  loading.add(name);
  try {
    const show = await panels[name]?.show();
    if (show) shows.set(name, show);
  } catch (error) {
    token.check(error);
    // The last view stays while the server is unreachable.
    if (!(error instanceof Unreachable) || !shows.has(name)) {
      shows.delete(name);
      views.set(name, emptyState('This could not be shown', messageOf(error)));
    }
  }
  loading.delete(name);
  draw();
}

/** Throttled, not debounced: under steady traffic a debounced refresh would never run. */
function refreshSoon(isTouched: boolean): void {
  isStale ||= isTouched;
  if (isWaiting) return;
  isWaiting = true;
  setTimeout(() => {
    void findings.look();
    void faults.look();
    if (isStale) void refresh();
    isWaiting = isStale = false;
  }, 1000);
}

/** Shows a message, also to screen readers. */
function notice(text: string): void {
  said = text;
  draw();
  clearTimeout(hiding);
  hiding = setTimeout(() => {
    said = '';
    draw();
  }, 4000);
}

function act(what: string, action: () => Promise<unknown>): Promise<void> {
  return perform(what, action).catch((error) => {
    notice(messageOf(error));
    // Reverts what the page has already changed.
    return refresh();
  });
}

async function perform(what: string, action: () => Promise<unknown>): Promise<void> {
  await action().catch((error) => {
    token.check(error);
    throw error;
  });
  notice(what);
  // Not awaited: the dialog closes first and returns the focus.
  void refresh().then(() => faults.look());
}

function openWorld(id: string): void {
  control.world = id;
  requests.forget();
  keepInAddress({ world: id });
  begin();
}

function begin(): void {
  void connect();
  void listWorlds();
  void findings.look();
  void faults.look();
  openTab(current);
}

async function connect(): Promise<void> {
  stop();
  // A server that does not respond is said to be lost by what follows.
  if (!(await control.isAdmitted().catch(() => true))) return;
  stop = follow(`${control.baseUrl}/__admin/requests/stream`, control.adminToken, async (event) => {
    if (event.kind === 'opened') {
      const isShown = await requests.load().then(
        () => true,
        (error) => token.check(error),
      );
      if (!isShown) return;
      // Events may have been missed meanwhile.
      if (live === 'lost') void refresh();
      connection('live');
    } else if (event.kind === 'lost') {
      const { status, message } = event;
      if (status === 401) token.check(new Refused(status, message));
      else connection('lost', message);
    } else if (event.name === 'cleared') {
      requests.replace({ requests: [], dropped: 0 });
      refreshSoon(true);
    } else if (event.name === 'request') {
      const request = JSON.parse(event.data);
      requests.add(request);
      refreshSoon(panels[current]?.isTouchedBy(request) ?? false);
    }
  });
}

function connection(state: 'live' | 'lost', text?: View): void {
  live = state;
  banner = text;
  draw();
}

/** As in other lists: a slash leads to the field that searches. */
document.addEventListener('keydown', (event) => {
  const isTyping = (event.target as HTMLElement).matches('input, textarea, select');
  if (event.key !== '/' || isTyping || document.querySelector('dialog[open]')) return;
  const field = document.querySelector<HTMLElement>(
    '[role=tabpanel]:not([hidden]) input[type=search]',
  );
  if (!field) return;
  event.preventDefault();
  field.focus();
});

// A hidden page needs no stream, which would occupy a connection.
document.addEventListener('visibilitychange', () => {
  if (document.hidden) stop();
  else if (!token.isAsking()) void connect();
});
addEventListener('pagehide', () => stop());
// Other anchors on the page have fragments as well.
addEventListener('popstate', () => {
  requests.restore();
  openTab(tabInAddress() ?? current);
});

async function listWorlds(): Promise<void> {
  const others = await control.worlds().catch(token.check);
  if (!others) return;
  worlds = [...new Set(['default', ...others.map(({ id }) => id), control.world])];
  draw();
}

begin();
