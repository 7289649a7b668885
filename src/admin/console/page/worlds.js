// @ts-check
import { actions, button, chip, cut, emptyState, h, shownTime, table } from './dom.js';
import { ask, copy } from './notices.js';

/** The isolated copies inside this server. @param {import('./panel.d.ts').Console} console */
export function worldsPanel({ control, perform, openWorld, world }) {
  async function create() {
    const id = h('input', {
      class: 'field',
      placeholder: 'a number',
      pattern: '[A-Za-z0-9][A-Za-z0-9_\\-]*',
    });
    await ask({
      title: 'New world',
      text: 'It begins as this server began, and nothing in it touches any other.',
      action: 'Create',
      fields: h('p', {}, h('label', {}, 'Id ', id)),
      submit: () =>
        perform(
          () => 'World created.',
          () => control.createWorld(id.value ? { id: id.value } : {}),
        ),
    });
  }

  /** @param {string} id */
  async function drop(id) {
    await ask({
      title: `Drop the world ${id}?`,
      text: 'Everything in it is gone, and its URLs answer 404.',
      action: 'Drop',
      danger: true,
      submit: async () => {
        if (world() === id) openWorld('default');
        await perform(
          () => `World ${id} dropped.`,
          () => control.dropWorld(id),
        );
      },
    });
  }

  return {
    isTouchedBy: () => true,

    async show() {
      const worlds = await control.worlds();
      return [
        h('p', { class: 'row' }, button('New world…', create)),
        worlds.length === 0
          ? emptyState(
              'Only the first world',
              'Tests that run at the same time can each take one of their own.',
            )
          : table(
              'Worlds',
              [
                ['World'],
                ['Base URL'],
                ['Reports', 'number'],
                ['Requests', 'number'],
                ['Created'],
                ['Last used'],
                [''],
              ],
              worlds.map(({ id, baseUrl, reports, requests, createdAt, usedAt }) => ({
                key: id,
                cells: [
                  h(
                    'span',
                    {},
                    h('strong', {}, cut(id)),
                    ' ',
                    id === world() && chip('open', 'accent'),
                  ),
                  cut(baseUrl, 'mono'),
                  reports,
                  requests,
                  shownTime(createdAt),
                  shownTime(usedAt),
                  actions(
                    id,
                    id !== world() && button('Open', () => openWorld(id)),
                    button('Copy URL', () => copy(baseUrl, 'Base URL')),
                    button('Drop…', () => drop(id), 'danger'),
                  ),
                ],
              })),
              'worlds',
            ),
      ];
    },
  };
}
