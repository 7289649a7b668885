// @ts-check
import { analysesPanel } from './analyses.js';
import { callersPanel } from './callers.js';
import { Control, Refused, Unreachable } from './control.js';
import { dialectPanel } from './dialect.js';
import { button, byId, emptyState, fill, h } from './dom.js';
import { faultsPanel } from './faults.js';
import { findingsPanel } from './findings.js';
import { focusIn } from './focus.js';
import { morph } from './morph.js';
import { ask, messageOf, notice } from './notices.js';
import { reportsPanel } from './reports.js';
import { requestsPanel } from './requests.js';
import { follow } from './stream.js';
import { tabs } from './tabs.js';
import { worldsPanel } from './worlds.js';

const control = new Control();
const parts = { control, act, perform, openWorld, refresh, world: () => control.world };
const requests = requestsPanel(parts);
/** @type {{ [name: string]: import('./panel.d.ts').Panel }} */
const panels = {
  findings: findingsPanel(parts),
  reports: reportsPanel(parts),
  callers: callersPanel(parts),
  analyses: analysesPanel(parts),
  faults: faultsPanel(parts),
  dialect: dialectPanel(parts),
  worlds: worldsPanel(parts),
};
/** Between two looks at what requests may have changed. */
const rest = 1000;
let current = 'requests';
let stop = () => {};
/** @type {number | undefined} */
let soon;

/** Not put off by further requests: under steady traffic it would never come. */
function refreshSoon() {
  if (soon !== undefined) return;
  soon = setTimeout(() => {
    soon = undefined;
    void refresh();
  }, rest);
}

/** Shows the open panel anew, with the focus where it was. */
async function refresh() {
  const panel = panels[current];
  if (!panel) return;
  const name = current;
  const place = byId(`panel-${name}`);
  place.setAttribute('aria-busy', 'true');
  if (!place.hasChildNodes()) fill(place, h('p', { class: 'dim' }, 'Loading …'));
  try {
    const content = await panel.show();
    if (name !== current) return;
    const giveBack = focusIn(place);
    morph(place, ...content);
    giveBack();
  } catch (error) {
    refusedToken(error);
    // What was last seen stays while the server is away.
    if (name === current && (!(error instanceof Unreachable) || !place.querySelector('.table'))) {
      fill(place, emptyState('This could not be shown', messageOf(error)));
    }
  } finally {
    place.removeAttribute('aria-busy');
  }
}

/** @param {string} what @param {() => Promise<unknown>} action */
async function act(what, action) {
  try {
    await perform(() => what, action);
  } catch (error) {
    notice(messageOf(error));
    // What the page has changed already is put back.
    await refresh();
  }
}

/** @param {() => string} what @param {() => Promise<unknown>} action */
async function perform(what, action) {
  try {
    await action();
  } catch (error) {
    refusedToken(error);
    throw error;
  }
  notice(what());
  // Not waited for: a dialog is closed first, and gives the focus back to what opened it.
  void refresh().then(listWorlds);
}

/** Asks once; who leaves the question finds it again in the banner. @param {unknown} error */
function refusedToken(error) {
  if (!(error instanceof Refused) || error.status !== 401) return;
  stop();
  connection('lost', 'The server wants the admin token it was started with.', true);
  if (!declined) void askForToken();
}

let declined = false;
let asking = false;

async function askForToken() {
  if (asking) return;
  asking = true;
  const field = h('input', {
    class: 'field',
    type: 'password',
    required: true,
    autocomplete: 'off',
  });
  const said = await ask({
    title: 'Admin token',
    text: 'The server asks for the token it was started with. It is kept until this page is closed.',
    action: 'Use it',
    fields: h('p', {}, h('label', {}, 'Token ', field)),
    submit: async () => {
      control.authorize(field.value);
      try {
        await control.version();
      } catch (error) {
        control.authorize(undefined);
        const isWrong = error instanceof Refused && error.status === 401;
        throw isWrong ? new Error('This is not the token the server was started with.') : error;
      }
    },
  });
  asking = false;
  declined = !said;
  if (said) openWorld(control.world);
}

/** @param {string} id */
function openWorld(id) {
  control.open(id);
  const address = new URL(location.href);
  address.searchParams.set('world', id);
  history.replaceState(null, '', address);
  begin();
}

function begin() {
  byId('docs').setAttribute('href', `${control.baseUrl}/docs/`);
  requests.forget();
  connect();
  void listWorlds();
  void refresh();
}

function connect() {
  stop();
  stop = follow(control.streamUrl, control.adminToken, {
    opened: async () => {
      try {
        requests.replace(await control.requests());
        connection('live', '');
        void refresh();
      } catch (error) {
        refusedToken(error);
      }
    },
    event: (name, data) => {
      if (name === 'cleared') {
        requests.replace({ requests: [], dropped: 0 });
        refreshSoon();
      }
      if (name !== 'request') return;
      const request = JSON.parse(data);
      requests.add(request);
      if (panels[current]?.isTouchedBy(request)) refreshSoon();
    },
    lost: ({ status, message }) => {
      if (status === 401) refusedToken(new Refused(status, message));
      else connection('lost', status === undefined ? gone : message);
    },
  });
}

const gone =
  'The server does not answer. What is shown is what was last seen; trying again by itself.';

/** @param {'live' | 'lost'} state @param {string} text @param {boolean} [wantsToken] */
function connection(state, text, wantsToken = false) {
  const place = byId('connection');
  place.textContent = state === 'live' ? 'live' : 'not connected';
  place.className = `chip ${state === 'live' ? 'good' : 'bad'}`;
  const banner = byId('banner');
  banner.hidden = state === 'live';
  morph(banner, text, wantsToken && [' ', button('Enter it…', askForToken)]);
}

// A browser opens six connections to a server, and a stream keeps one; nobody looks at a hidden page.
document.addEventListener('visibilitychange', () => {
  if (document.hidden) stop();
  else if (!asking) connect();
});
addEventListener('pagehide', () => stop());

async function listWorlds() {
  const select = /** @type {HTMLSelectElement} */ (byId('world'));
  try {
    const ids = ['default', ...(await control.worlds()).map(({ id }) => id)];
    if (!ids.includes(control.world)) ids.push(control.world);
    const shown = [...select.options].map(({ value }) => value);
    // A list that is open must not be pulled away.
    if (shown.join() === ids.join() && select.value === control.world) return;
    fill(
      select,
      ...ids.map((id) => h('option', { value: id, selected: id === control.world }, id)),
    );
  } catch (error) {
    refusedToken(error);
  }
}

byId('world').addEventListener('change', (event) =>
  openWorld(/** @type {HTMLSelectElement} */ (event.target).value),
);
byId('world').addEventListener('focus', listWorlds);
byId('reset').addEventListener('click', () =>
  ask({
    title: 'Reset this world?',
    text: 'Reports, callers, counts, faults, dialect, clock and the requests seen go back to how they began.',
    action: 'Reset',
    danger: true,
    submit: () =>
      perform(
        () => 'Everything is as it was in the beginning.',
        () => control.reset(),
      ),
  }),
);
tabs(byId('tabs'), (name) => {
  current = name;
  void refresh();
});
begin();
