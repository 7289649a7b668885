// @ts-check
import { actions, button, chip, emptyState, h, table } from './dom.js';

/** @typedef {import('./types.d.ts').Fault} Fault */

const kinds = {
  reply: 'Answer with a chosen status',
  delay: 'Delay',
  drop: 'Cut the connection',
  half: 'Send half of the answer',
  slow: 'Send the answer slowly',
  exhausted: 'No requests left',
};

/** Faults, switched by hand. @param {import('./panel.d.ts').Console} console */
export function faultsPanel({ control, act }) {
  return {
    async show() {
      const [faults, callers] = await Promise.all([control.faults(), control.callers()]);
      return [
        h('h2', {}, 'Active ', chip(String(faults.length))),
        faults.length === 0
          ? emptyState('No faults', 'Everything works as it should.')
          : list(faults),
        faults.length > 1 &&
          h(
            'p',
            {},
            button('Remove all', () => act('All faults removed.', () => control.clearFaults())),
          ),
        h('h2', {}, 'Add a fault'),
        form(callers.map(({ id }) => id)),
      ];
    },
  };

  /** @param {Fault[]} faults */
  function list(faults) {
    return table(
      'Faults',
      [['Fault'], ['Operation'], ['Caller'], ['How often'], ['']],
      faults.map((fault) => [
        h(
          'span',
          {},
          h('strong', {}, described(fault)),
          h('code', { class: 'dim below' }, fault.id),
        ),
        fault.operation ?? 'every',
        fault.caller ?? 'everybody',
        fault.times === undefined ? 'until removed' : `next ${fault.times}`,
        actions(
          fault.id,
          button('Remove', () => act('Fault removed.', () => control.removeFault(fault.id))),
        ),
      ]),
    );
  }

  /** @param {string[]} callers */
  function form(callers) {
    const type = select(Object.entries(kinds));
    const operation = select(choices('every operation', ['create', 'fetch', 'delete', 'lookup']));
    const caller = select(choices('everybody', callers));
    const times = number({ min: '1', placeholder: 'until removed' });
    const ms = number({ min: '0', value: '1000', required: true });
    const spread = number({ min: '0', placeholder: '0' });
    const status = number({ min: '200', max: '599', value: '503', required: true });
    const body = h('textarea', { class: 'field mono', rows: '3' });
    body.value = '{"error":"A fault.","successful":false}';
    const timed = [labelled('Milliseconds', ms)];
    const spreadField = [labelled('Plus up to, by chance', spread)];
    const answer = [labelled('Status', status), labelled('Body', body, 'wide')];

    function fitToType() {
      const is = (/** @type {string[]} */ ...names) => names.includes(type.value);
      for (const one of timed) show(one, is('delay', 'slow'));
      for (const one of spreadField) show(one, is('delay'));
      for (const one of answer) show(one, is('reply'));
    }
    type.addEventListener('change', fitToType);
    fitToType();

    function rule() {
      const given = (/** @type {string} */ text) => (text === '' ? undefined : Number(text));
      const own = {
        delay: () => ({ ms: Number(ms.value), spread: given(spread.value) }),
        slow: () => ({ ms: Number(ms.value) }),
        reply: () => ({ status: Number(status.value), body: parsed(body.value) }),
      }[type.value];
      return {
        type: type.value,
        ...own?.(),
        operation: operation.value || undefined,
        caller: caller.value || undefined,
        times: given(times.value),
      };
    }

    return h(
      'form',
      {
        class: 'fields',
        onsubmit: (/** @type {Event} */ event) => {
          event.preventDefault();
          act('Fault added.', () => control.addFault(rule()));
        },
      },
      labelled('What goes wrong', type),
      ...timed,
      ...spreadField,
      ...answer,
      labelled('For', operation),
      labelled('Called by', caller),
      labelled('Times', times),
      h(
        'div',
        { class: 'wide' },
        h('button', { type: 'submit', class: 'button main' }, 'Add the fault'),
      ),
    );
  }
}

/** @param {Fault} fault */
function described({ type, ms, spread, status }) {
  const name = /** @type {{ [type: string]: string }} */ (kinds)[type] ?? type;
  if (status !== undefined) return `Answer with ${status}`;
  if (ms === undefined) return name;
  return `${name}, ${ms}${spread ? ` to ${ms + spread}` : ''} ms`;
}

/** JSON where it is JSON, text where it is not, nothing where nothing is written. @param {string} text */
function parsed(text) {
  if (text.trim() === '') return undefined;
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

/** @param {[string, string][]} options */
const select = (options) =>
  h(
    'select',
    { class: 'field' },
    ...options.map(([value, label]) => h('option', { value }, label)),
  );

/** @param {string} none @param {string[]} names @returns {[string, string][]} */
const choices = (none, names) => [
  ['', none],
  ...names.map((name) => /** @type {[string, string]} */ ([name, name])),
];

/** @param {{ [name: string]: unknown }} props */
const number = (props) => h('input', { class: 'field', type: 'number', step: '1', ...props });

/** @param {string} text @param {HTMLElement} field @param {string} [look] */
const labelled = (text, field, look) => h('label', { class: look }, h('span', {}, text), field);

/** A field that is not asked for must not keep the form from being sent. @param {HTMLElement} label @param {boolean} shown */
function show(label, shown) {
  label.hidden = !shown;
  for (const field of label.querySelectorAll('input, textarea')) {
    if (field instanceof HTMLInputElement || field instanceof HTMLTextAreaElement)
      field.disabled = !shown;
  }
}
