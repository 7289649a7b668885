// @ts-check
import { analysesPanel } from './analyses.js';
import { callersPanel } from './callers.js';
import { Control, Refused, Unreachable } from './control.js';
import { dialectPanel } from './dialect.js';
import { byId, emptyState, fill, h } from './dom.js';
import { faultsPanel } from './faults.js';
import { focusIn } from './focus.js';
import { ask, notice } from './notices.js';
import { reportsPanel } from './reports.js';
import { requestsPanel } from './requests.js';
import { follow } from './stream.js';
import { tabs } from './tabs.js';
import { worldsPanel } from './worlds.js';

const control = new Control();
const parts = { control, act, openWorld, world: () => control.world };
const requests = requestsPanel(parts);
/** @type {{ [name: string]: { show: () => Promise<(Node | string | false)[]> } }} */
const panels = {
  reports: reportsPanel(parts),
  callers: callersPanel(parts),
  analyses: analysesPanel(parts),
  faults: faultsPanel(parts),
  dialect: dialectPanel(parts),
  worlds: worldsPanel(parts),
};
let current = 'requests';
let stop = () => {};
let asking = false;
/** @type {number | undefined} */
let soon;

function refreshSoon() {
  soon = undefined;
  void refresh();
}

/** Shows the open panel anew, with the focus where it was. */
async function refresh() {
  const panel = panels[current];
  if (!panel) return;
  const name = current;
  const place = byId(`panel-${name}`);
  place.setAttribute('aria-busy', 'true');
  try {
    const content = await panel.show();
    if (name !== current || isEdited(place)) return;
    const giveBack = focusIn(place);
    const scroll = scrollY;
    fill(place, ...content);
    giveBack();
    scrollTo({ top: scroll });
  } catch (error) {
    await trouble(error);
    // What was last seen stays while the server is away.
    if (name === current && (!(error instanceof Unreachable) || !place.hasChildNodes())) {
      fill(place, emptyState('This could not be shown', messageOf(error)));
    }
  } finally {
    place.removeAttribute('aria-busy');
  }
}

/** What somebody is filling in, or has folded open, is not taken away. @param {Element} place */
function isEdited(place) {
  const field = document.activeElement;
  const typing =
    field instanceof HTMLElement &&
    field.matches('input:not([type=search]), textarea, form select') &&
    place.contains(field);
  return !acting && (typing || place.querySelector('details[open]') !== null);
}

let acting = false;

/** @param {string} what @param {() => Promise<unknown>} action */
async function act(what, action) {
  try {
    await action();
    notice(what);
  } catch (error) {
    await trouble(error);
    notice(messageOf(error));
  }
  acting = true;
  await refresh();
  acting = false;
  await listWorlds();
}

/** @param {unknown} error */
const messageOf = (error) => (error instanceof Error ? error.message : String(error));

/** @param {unknown} error */
async function trouble(error) {
  if (!(error instanceof Refused) || error.status !== 401 || asking) return;
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
  });
  asking = false;
  if (!said) return;
  control.authorize(field.value);
  openWorld(control.world);
}

/** @param {string} id */
function openWorld(id) {
  control.open(id);
  byId('docs').setAttribute('href', `${control.baseUrl}/docs/`);
  stop();
  requests.replace([]);
  connect();
  void listWorlds();
  void refresh();
}

function connect() {
  stop = follow(control, {
    opened: async () => {
      requests.replace(await control.requests());
      connection('live', '');
      void refresh();
    },
    event: (name, data) => {
      if (name === 'request') requests.add(JSON.parse(data));
      if (name === 'cleared') requests.replace([]);
      // Not put off by further requests: under steady traffic it would never come.
      if (soon === undefined) soon = setTimeout(refreshSoon, 250);
    },
    lost: (problem) => {
      connection('lost', lostText(problem));
      if (problem instanceof Refused && problem.status === 401) void trouble(problem);
    },
  });
}

/** @param {unknown} problem */
function lostText(problem) {
  if (problem instanceof Refused) return problem.message;
  return 'The server does not answer. What is shown is what was last seen; trying again by itself.';
}

/** @param {'live' | 'lost'} state @param {string} text */
function connection(state, text) {
  const place = byId('connection');
  place.textContent = state === 'live' ? 'live' : 'not connected';
  place.className = `chip ${state === 'live' ? 'good' : 'bad'}`;
  const banner = byId('banner');
  banner.hidden = state === 'live';
  if (banner.textContent !== text) banner.textContent = text;
}

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
    await trouble(error);
  }
}

byId('world').addEventListener('change', (event) =>
  openWorld(/** @type {HTMLSelectElement} */ (event.target).value),
);
byId('world').addEventListener('focus', listWorlds);
byId('reset').addEventListener('click', async () => {
  const said = await ask({
    title: 'Reset this world?',
    text: 'Reports, callers, counts, faults, dialect, clock and the requests seen go back to how they began.',
    action: 'Reset',
    danger: true,
  });
  if (said) await act('Everything is as it was in the beginning.', () => control.reset());
});
tabs(byId('tabs'), (name) => {
  current = name;
  void refresh();
});
connect();
void listWorlds();
