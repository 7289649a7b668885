import { copied, html, render, type View } from '../../../pages/page/view.ts';
import { Control, Refused, Unreachable } from './control.ts';
import { DialectPanel } from './dialect-panel.ts';
import { FaultsPanel } from './faults-panel.ts';
import {
  button,
  type Console,
  emptyState,
  keepFocus,
  messageOf,
  type Panel,
  typed,
} from './parts.ts';
import { addressWith, RequestsPanel } from './requests-panel.ts';

/** How often the server is asked whether there is something new, in milliseconds. */
const interval = 1000;

const control = new Control();
const app: Console = {
  control,
  act,
  copy: async (text, what) =>
    notice((await copied(text)) ? `${what} copied.` : 'The browser does not allow copying.'),
  openTab,
  refresh,
  draw,
};
const faults = new FaultsPanel(app);
const requests = new RequestsPanel(app, faults);
const panels: { readonly [name: string]: Panel } = {
  requests,
  faults,
  dialect: new DialectPanel(app),
};
const names = Object.keys(panels);

let current = tabInAddress() ?? 'requests';
/** Panels that have been loaded, and why others could not be. */
const states = new Map<string, 'loaded' | { readonly problem: string }>();
let worlds: readonly string[] = [control.world];
let live: 'connecting' | 'live' | 'lost' = 'connecting';
let banner: View;
let said = '';
let hiding: ReturnType<typeof setTimeout> | undefined;

/** The dialog that is open: for the admin token, or before a reset. */
interface Question {
  readonly title: string;
  readonly text: string;
  readonly action: string;
  readonly look: string;
  readonly fields?: View;
  /** Throws what is wrong with what was typed. */
  readonly submit: (data: FormData) => Promise<unknown>;
}
let question: Question | undefined;
let problem = '';

function tabInAddress() {
  return names.find((name) => name === location.hash.slice(1));
}

function draw(): void {
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
      <a href="${control.baseUrl}/docs/control.html">Control plane</a>
      ${button('Reset…', askForReset, 'danger', { id: 'reset' })}
      <button type="button" class="button" data-theme-toggle></button>
    </span>
  </header>
  <main id="main" tabindex="-1">
    <div id="banner" role="alert" hidden=${!banner}>${banner}</div>
    <div class="tabs" role="tablist" aria-label="What to look at" id="tabs" onKeyDown=${moveTab}>${names.map(tab)}</div>
    <div class="panels">${names.map(
      (name) =>
        html`<section role="tabpanel" id="panel-${name}" aria-labelledby="tab-${name}" tabindex="0" hidden=${name !== current} class=${name === 'requests' && requests.isSplit ? 'split' : ''} aria-busy=${states.has(name) ? undefined : 'true'}>${name === current && panelView(name)}</section>`,
    )}</div>
  </main>
  <dialog id="dialog" aria-labelledby="dialog-title" onClose=${() => ask(undefined)}>${question && questionView(question)}</dialog>
  <div id="notice" role="status" hidden=${said === ''}>${said}</div>`;
}

function panelView(name: string): View {
  const state = states.get(name);
  if (state === undefined) return html`<p class="dim">Loading …</p>`;
  return state === 'loaded'
    ? panels[name]?.view()
    : emptyState('This could not be shown', state.problem);
}

function tab(name: string) {
  const { count = 0 } = panels[name] ?? {};
  return html`<button type="button" role="tab" id="tab-${name}" aria-controls="panel-${name}" aria-selected=${String(name === current)} tabindex=${name === current ? 0 : -1} onClick=${() => openTab(name)}>${name[0]?.toUpperCase()}${name.slice(1)}${count > 0 && html` <span class="chip warn">${count}</span>`}</button>`;
}

function questionView({ title, text, action, look, fields, submit }: Question): View {
  const send = async (event: Event): Promise<void> => {
    event.preventDefault();
    try {
      await submit(new FormData(event.target as HTMLFormElement));
      dialog().close();
    } catch (error) {
      problem = messageOf(error);
      draw();
    }
  };
  return html`<form class="dialog" onSubmit=${send}>
    <h2 id="dialog-title">${title}</h2>
    <p>${text}</p>
    ${fields}
    ${problem && html`<p class="problem" role="alert">${problem}</p>`}
    <div class="row end wrap">${button('Cancel', () => dialog().close())}
      <button type="submit" class="button ${look}">${action}</button></div>
  </form>`;
}

function dialog(): HTMLDialogElement {
  return document.getElementById('dialog') as HTMLDialogElement;
}

function ask(asked: Question | undefined): void {
  question = asked;
  problem = '';
  draw();
  if (asked && !dialog().open) dialog().showModal();
}

function askForToken(): void {
  ask({
    title: 'Admin token',
    text: 'The server asks for the token it was started with. It is kept until this page is closed.',
    action: 'Use it',
    look: 'main',
    fields: html`<p><label>Token <input class="field" type="password" name="token" required autocomplete="off" /></label></p>`,
    submit: async (data) => {
      control.adminToken = String(data.get('token'));
      if (!(await control.isAdmitted()))
        throw new Error('This is not the token the server was started with.');
      await refresh();
    },
  });
}

function askForReset(): void {
  ask({
    title: 'Reset this world?',
    text: 'Reports, callers, counts, faults, dialect, clock and the requests seen go back to how they began.',
    action: 'Reset',
    look: 'danger',
    submit: async () => {
      await control.send('POST', '/reset');
      notice('Everything is as it was in the beginning.');
      await refresh();
    },
  });
}

/** The URL fragment names the tab, so that it can be linked and survives a reload. */
function openTab(name: string): void {
  if (name !== tabInAddress()) history.pushState(null, '', `#${name}`);
  current = name;
  draw();
  void refresh();
}

/** The ARIA tabs pattern: arrows move, Home and End jump. */
function moveTab(event: KeyboardEvent): void {
  const at = names.indexOf(current);
  const next = { ArrowRight: at + 1, ArrowLeft: at - 1, Home: 0, End: -1 }[event.key];
  const name = next === undefined ? undefined : names.at(next % names.length);
  if (name === undefined) return;
  event.preventDefault();
  openTab(name);
  document.getElementById(`tab-${name}`)?.focus();
}

/** Loads what is shown, and the faults, which are counted on their tab. */
async function refresh(): Promise<void> {
  const name = current;
  try {
    await Promise.all(
      [...new Set([panels[name] ?? requests, requests, faults])].map((one) => one.load()),
    );
    states.set(name, 'loaded');
    connection('live', undefined);
  } catch (error) {
    failed(error);
    // What was last seen stays while the server is unreachable.
    if (!(error instanceof Unreachable)) states.set(name, { problem: messageOf(error) });
  }
  draw();
}

function failed(error: unknown): void {
  if (error instanceof Refused && error.status === 401) {
    const enter = button('Enter it…', askForToken);
    const isNew = live !== 'lost';
    connection('lost', html`<span>${error.message} ${enter}</span>`);
    if (isNew) askForToken();
  } else if (error instanceof Unreachable)
    connection(
      'lost',
      'The server does not respond. What is shown is what was last seen; trying again by itself.',
    );
}

function connection(state: typeof live, text: View): void {
  live = state;
  banner = text;
}

function notice(text: string): void {
  said = text;
  draw();
  clearTimeout(hiding);
  hiding = setTimeout(() => {
    said = '';
    draw();
  }, 4000);
}

async function act(what: string, action: () => Promise<unknown>): Promise<string | undefined> {
  let why: string | undefined;
  try {
    await action();
  } catch (error) {
    failed(error);
    why = messageOf(error);
  }
  notice(why ?? what);
  await refresh();
  return why;
}

function openWorld(id: string): void {
  control.world = id;
  requests.forget();
  states.clear();
  const address = addressWith('world', id);
  address.searchParams.delete('request');
  history.replaceState(null, '', address);
  draw();
  void refresh();
}

async function listWorlds(): Promise<void> {
  const others = await control.get<{ worlds: { id: string }[] }>('/worlds').catch(failed);
  if (others)
    worlds = [...new Set(['default', ...others.worlds.map(({ id }) => id), control.world])];
  draw();
}

/** A hidden page asks nothing, and one that waits for the admin token neither. */
async function look(): Promise<void> {
  const isWaiting =
    document.hidden || (live === 'lost' && !(await control.isAdmitted().catch(() => true)));
  try {
    if (!isWaiting && (live !== 'live' || (await requests.hasChanged()))) await refresh();
  } catch (error) {
    failed(error);
    draw();
  }
  setTimeout(look, interval);
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

// Other anchors on the page have fragments as well.
addEventListener('popstate', () => {
  current = tabInAddress() ?? current;
  void refresh();
});

draw();
void listWorlds();
void look();
