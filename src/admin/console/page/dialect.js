// @ts-check
import { actions, button, chip, h, table } from './dom.js';
import { morph } from './morph.js';

/** @typedef {import('./types.d.ts').OpenPoint} OpenPoint */
/** @typedef {import('./types.d.ts').Answer} Answer */
/** @typedef {import('./types.d.ts').DialectView} DialectView */

/** The dialect, as a whole or answer by answer. @param {import('./panel.d.ts').Console} console */
export function dialectPanel({ control, act }) {
  /** @type {DialectView} */
  let view;
  // Made once: what is typed in is not taken out of the page, not even for a moment.
  const rows = h('div', {});
  const find = h('input', {
    class: 'field',
    type: 'search',
    placeholder: 'status, tags, 4.1 …',
    'aria-label': 'Find an open point',
    autocomplete: 'off',
    oninput: draw,
  });
  const search = h('p', {}, find);

  return {
    isTouchedBy: () => false,

    async show() {
      view = await control.dialect();
      draw();
      const changed = Object.keys(view.differences).length;
      return [
        h('h2', {}, 'Dialect ', chip(view.name ?? 'of its own', 'accent')),
        h(
          'p',
          { class: 'dim' },
          changed === 0
            ? 'Every open point is answered as in openapi.yaml.'
            : `${changed} of ${view.openPoints.length} answers differ from openapi.yaml.`,
        ),
        h(
          'div',
          { class: 'cards-row', role: 'group', 'aria-label': 'Named dialects' },
          ...view.dialects.map(named),
        ),
        h('h2', {}, 'Answer by answer'),
        search,
        rows,
      ];
    },
  };

  /** @param {DialectView['dialects'][number]} dialect */
  function named({ name, says, differences }) {
    return h(
      'button',
      {
        type: 'button',
        class: 'card',
        'aria-pressed': String(name === view.name),
        onclick: () => act(`The dialect is ${name}.`, () => control.setDialect(name)),
      },
      h('strong', {}, name),
      h('span', { class: 'dim' }, says),
      h('span', { class: 'dim' }, `${Object.keys(differences).length} differ`),
    );
  }

  function draw() {
    const wanted = find.value.toLowerCase().split(/\s+/);
    const points = view.openPoints.filter((point) => {
      const text = `${point.id} ${point.question} ${point.section} ${point.answer}`.toLowerCase();
      return wanted.every((word) => text.includes(word));
    });
    morph(
      rows,
      points.length === 0
        ? h('p', { class: 'dim' }, 'No open point has these words.')
        : list(points),
    );
  }

  /** @param {OpenPoint[]} points */
  function list(points) {
    return table(
      'Open points',
      [['Question'], ['Answer'], ['Section', 'number'], ['']],
      points.map((point) => ({
        key: point.id,
        cells: [
          h(
            'span',
            {},
            h('strong', {}, point.question),
            h('code', { class: 'dim below' }, point.id),
          ),
          h('span', { class: 'row wrap' }, choices(point), typed(point)),
          point.section,
          point.answer !== point.default &&
            actions(
              point.id,
              button('Default', () => answer(point, point.default)),
            ),
        ],
      })),
    );
  }

  /** @param {OpenPoint} point */
  function choices(point) {
    const all = [...new Set([point.default, ...point.alternatives, point.answer])];
    return h(
      'select',
      {
        class: `field mono ${point.answer === point.default ? '' : 'changed'}`,
        'aria-label': point.question,
        value: all.indexOf(point.answer),
        onchange: (/** @type {Event} */ { target }) => {
          const chosen = all[Number(/** @type {HTMLSelectElement} */ (target).value)];
          if (chosen !== undefined) answer(point, chosen);
        },
      },
      ...all.map((one, at) => h('option', { value: at }, String(one))),
    );
  }

  /** Where other answers are taken than those that are listed. @param {OpenPoint} point */
  function typed(point) {
    const isNumber = isStatus(point) || point.accepts?.type === 'integer';
    if (!isNumber && point.accepts?.type !== 'string') return false;
    return h('input', {
      class: 'field mono other',
      'aria-label': `Another answer: ${point.question}`,
      placeholder: 'other',
      ...(isNumber
        ? { type: 'number', step: '1', min: isStatus(point) ? 200 : point.accepts?.minimum }
        : { type: 'text', pattern: point.accepts?.pattern }),
      ...(isStatus(point) && { max: 599 }),
      onchange: (/** @type {Event} */ { target }) => {
        const field = /** @type {HTMLInputElement} */ (target);
        if (field.value === '' || !field.reportValidity()) return;
        answer(point, isNumber ? Number(field.value) : field.value);
        field.value = '';
      },
    });
  }

  /** @param {OpenPoint} point */
  function isStatus({ id }) {
    return id.includes('.status.');
  }

  /** @param {OpenPoint} point @param {Answer} chosen */
  function answer(point, chosen) {
    const differences = { ...view.differences, [point.id]: chosen };
    return act(`${point.id} is ${chosen}.`, () => control.setDialect(differences));
  }
}
