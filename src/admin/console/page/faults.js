// @ts-check
import { actions, button, chip, cut, emptyState, h, table } from './dom.js';
import { morph } from './morph.js';
import { messageOf } from './notices.js';

/** @typedef {import('./types.d.ts').Fault} Fault */

const kinds = {
  reply: 'Answer with a chosen status',
  delay: 'Delay',
  drop: 'Cut the connection',
  reset: 'Reset the connection (TCP)',
  hang: 'Never answer',
  half: 'Send half of the answer',
  slow: 'Send the answer slowly',
  exhausted: 'No requests left',
};
const endings = ['drop', 'reset', 'hang'];

/** Faults, switched by hand. @param {import('./panel.d.ts').Console} console */
export function faultsPanel({ control, act, perform }) {
  const added = form();

  return {
    /** One that acts may wear off. @param {import('./types.d.ts').SeenRequest} request */
    isTouchedBy: ({ faults }) => faults !== undefined,

    async show() {
      const [faults, callers] = await Promise.all([control.faults(), control.callers()]);
      added.offer(callers.map(({ id }) => id));
      return [
        h('h2', {}, 'Active ', chip(String(faults.length))),
        faults.length === 0
          ? emptyState('No faults', 'Everything works as it should.')
          : list(faults),
        h(
          'p',
          { hidden: faults.length < 2 },
          button('Remove all', () => act('All faults removed.', () => control.clearFaults())),
        ),
        h('h2', {}, 'Add a fault'),
        added.element,
      ];
    },
  };

  /** @param {Fault[]} faults */
  function list(faults) {
    return table(
      'Faults',
      [['Fault'], ['Operation'], ['Caller'], ['How often'], ['']],
      faults.map((fault) => ({
        key: fault.id,
        cells: [
          h(
            'span',
            {},
            h('strong', {}, described(fault)),
            h('code', { class: 'dim below' }, fault.id),
            ...details(fault),
          ),
          fault.operation ?? 'every',
          cut(fault.caller ?? 'everybody'),
          fault.times === undefined ? 'until removed' : `next ${fault.times}`,
          actions(
            fault.id,
            button('Remove', () => act('Fault removed.', () => control.removeFault(fault.id))),
          ),
        ],
      })),
      'faults',
    );
  }

  /** Made once, so that what is typed stays whatever happens around it. */
  function form() {
    const type = select([...Object.entries(kinds), ['json', 'Any fault, written as JSON']]);
    const operation = select(choices('every operation', ['create', 'fetch', 'delete', 'lookup']));
    const caller = select(choices('everybody', []));
    const times = number({ min: '1', placeholder: 'until removed' });
    const ms = number({ min: '0', value: '1000', required: true });
    const spread = number({ min: '0', placeholder: '0' });
    const status = number({ min: '200', max: '599', value: '503', required: true });
    const when = select([
      ['before', 'before the service is asked'],
      ['after', 'after its change is stored'],
    ]);
    const body = text('{"error":"A fault.","successful":false}', '3');
    const headers = text('{}', '2');
    const json = text('{ "type": "delay", "ms": 1000 }', '5');
    const problem = h('p', { class: 'problem wide', role: 'alert', hidden: true });
    /** Which fields belong to which kinds. @type {[HTMLElement, string[]][]} */
    const fields = [
      [labelled('Milliseconds', ms), ['delay', 'slow']],
      [labelled('Plus up to, by chance', spread), ['delay']],
      [labelled('Status', status), ['reply']],
      [labelled('When', when), endings],
      [labelled('Body', body, 'wide'), ['reply']],
      [labelled('Headers', headers, 'wide'), ['reply']],
      [labelled('The fault', json, 'wide'), ['json']],
    ];
    const whom = [
      labelled('For', operation),
      labelled('Called by', caller),
      labelled('Times', times),
    ];

    function fitToType() {
      for (const [field, names] of fields) show(field, names.includes(type.value));
      for (const field of whom) show(field, type.value !== 'json');
    }
    type.addEventListener('change', fitToType);
    fitToType();

    function rule() {
      if (type.value === 'json') return JSON.parse(json.value);
      const given = (/** @type {string} */ value) => (value === '' ? undefined : Number(value));
      const own = {
        delay: () => ({ ms: Number(ms.value), spread: given(spread.value) }),
        slow: () => ({ ms: Number(ms.value) }),
        reply: () => ({
          status: Number(status.value),
          body: parsed(body.value),
          ...(/^\s*(\{\s*\})?\s*$/.test(headers.value) ? {} : { headers: parsed(headers.value) }),
        }),
      }[type.value];
      const at = endings.includes(type.value) ? { when: when.value } : {};
      return {
        type: type.value,
        ...own?.(),
        ...at,
        operation: operation.value || undefined,
        caller: caller.value || undefined,
        times: given(times.value),
      };
    }

    /** @param {Event} event */
    async function add(event) {
      event.preventDefault();
      try {
        await perform(
          () => 'Fault added.',
          async () => control.addFault(rule()),
        );
        problem.hidden = true;
      } catch (error) {
        problem.textContent = messageOf(error);
        problem.hidden = false;
      }
    }

    return {
      /** @param {string[]} ids */
      offer(ids) {
        const chosen = caller.value;
        morph(
          caller,
          ...choices('everybody', ids).map(([value, label]) => h('option', { value }, label)),
        );
        caller.value = ids.includes(chosen) ? chosen : '';
      },
      element: h(
        'form',
        { class: 'fields', onsubmit: add, 'aria-label': 'Add a fault' },
        labelled('What goes wrong', type),
        ...fields.map(([field]) => field),
        ...whom,
        problem,
        h(
          'div',
          { class: 'wide' },
          h('button', { type: 'submit', class: 'button main' }, 'Add the fault'),
        ),
      ),
    };
  }
}

/** All else that a fault has. @param {Fault} fault */
function details({ id: _, type, operation, caller, times, ms, spread, status, stage, ...rest }) {
  return Object.entries(rest).map(([name, value]) =>
    h(
      'span',
      { class: 'pair' },
      h('span', { class: 'dim' }, name),
      cut(typeof value === 'string' ? value : JSON.stringify(value), 'mono'),
    ),
  );
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

/** @param {string} value @param {string} rows */
const text = (value, rows) =>
  h('textarea', { class: 'field mono', rows, value, spellcheck: 'false' });

/** @param {{ [name: string]: unknown }} props */
const number = (props) => h('input', { class: 'field', type: 'number', step: '1', ...props });

/** @param {string} text @param {HTMLElement} field @param {string} [look] */
const labelled = (text, field, look) => h('label', { class: look }, h('span', {}, text), field);

/** A field that is not asked for must not keep the form from being sent. @param {HTMLElement} label @param {boolean} shown */
function show(label, shown) {
  label.hidden = !shown;
  for (const field of label.querySelectorAll('input, textarea, select')) {
    /** @type {HTMLInputElement} */ (field).disabled = !shown;
  }
}
