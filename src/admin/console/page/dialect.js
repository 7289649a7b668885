// @ts-check
import { actions, button, chip, h, table } from './dom.js';

/** @typedef {import('./types.d.ts').OpenPoint} OpenPoint */

/** The dialect, as a whole or answer by answer. @param {import('./panel.d.ts').Console} console */
export function dialectPanel({ control, act }) {
  let words = '';

  return {
    async show() {
      const view = await control.dialect();
      const changed = Object.keys(view.differences).length;
      const rows = h('div', {});
      const find = h('input', {
        class: 'field',
        type: 'search',
        placeholder: 'status, tags, 4.1 …',
        value: words,
        'aria-label': 'Find an open point',
        oninput: () => {
          words = find.value;
          draw();
        },
      });

      function draw() {
        const wanted = words.toLowerCase().split(/\s+/);
        const points = view.openPoints.filter((point) => {
          const text =
            `${point.id} ${point.question} ${point.section} ${point.answer}`.toLowerCase();
          return wanted.every((word) => text.includes(word));
        });
        rows.replaceChildren(
          points.length === 0
            ? h('p', { class: 'dim' }, 'No open point has these words.')
            : list(points),
        );
      }
      draw();

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
          ...view.dialects.map(({ name, says, differences }) =>
            h(
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
            ),
          ),
        ),
        h('h2', {}, 'Answer by answer'),
        h('p', {}, find),
        rows,
      ];

      /** @param {OpenPoint[]} points */
      function list(points) {
        return table(
          'Open points',
          [['Question'], ['Answer'], ['Section', 'number'], ['']],
          points.map((point) => [
            h(
              'span',
              {},
              h('strong', {}, point.question),
              h('code', { class: 'dim below' }, point.id),
            ),
            answers(point),
            point.section,
            point.answer !== point.default &&
              actions(
                point.id,
                button('Default', () => answer(point, point.default)),
              ),
          ]),
        );
      }

      /** @param {OpenPoint} point */
      function answers(point) {
        const all = [...new Set([point.default, ...point.alternatives, point.answer])];
        const field = h(
          'select',
          {
            class: `field mono ${point.answer === point.default ? '' : 'changed'}`,
            'aria-label': point.question,
            onchange: () => {
              const chosen = all[Number(field.value)];
              if (chosen !== undefined) answer(point, chosen);
            },
          },
          ...all.map((one, at) =>
            h('option', { value: at, selected: one === point.answer }, String(one)),
          ),
        );
        return field;
      }

      /** @param {OpenPoint} point @param {import('./types.d.ts').Answer} chosen */
      function answer(point, chosen) {
        const differences = { ...view.differences, [point.id]: chosen };
        return act(`${point.id} is ${chosen}.`, () => control.setDialect(differences));
      }
    },
  };
}
