import { chip, html, type View } from '../../../pages/page/view.ts';
import type { World } from './control.ts';
import { action, actions, button, count, cut, emptyState, pager, table } from './parts.ts';
import type { Console, Panel } from './types.ts';

const pageSize = 50;

/** All worlds of this server, newest first. */
export function worldsPanel(console: Console): Panel {
  const { control, perform, ask, copy, openWorld, draw } = console;
  let page = 0;
  const create = () =>
    ask({
      title: 'New world',
      text: 'It begins as this server began, and nothing in it touches any other.',
      action: 'Create',
      fields: html`<p><label>Id <input class="field" name="id" placeholder="a number" pattern="[A-Za-z0-9][A-Za-z0-9_\\-]*" /></label></p>`,
      submit: (data) =>
        perform('World created.', async () =>
          control.createWorld(data.get('id') ? { id: String(data.get('id')) } : {}),
        ),
    });

  const drop = (id: string) =>
    ask({
      title: `Drop the world ${id}?`,
      text: 'Everything in it is gone, and its URLs respond with 404.',
      action: 'Drop',
      submit: async () => {
        if (control.world === id) openWorld('default');
        await perform(`World ${id} dropped.`, async () => control.dropWorld(id));
      },
    });

  const rowOf = (world: World) => {
    const { id, dialect, clock, faults } = world;
    const left = Date.parse(world.usedAt) + world.idleMinutes * 60_000 - Date.now();
    return {
      key: id,
      cells: [
        html`<span class="pair"><strong>${cut(id)}</strong>${id === control.world && chip('open', 'accent')}</span>`,
        chip(dialect, dialect === 'default' ? '' : 'accent'),
        chip(clock, clock === 'real' ? '' : 'accent'),
        faults > 0 ? chip(faults, 'bad') : '0',
        count(world.reports),
        count(world.requests),
        `${Math.max(Math.ceil(left / 60_000), 0)} min`,
        actions(
          id !== control.world && action('Open', id, () => openWorld(id)),
          action('Copy URL', id, () => copy(world.baseUrl, 'Base URL')),
          action('Drop…', id, () => drop(id), 'danger'),
        ),
      ],
    };
  };

  function view(worlds: readonly World[]): View {
    const pages = Math.max(Math.ceil(worlds.length / pageSize), 1);
    page = Math.min(page, pages - 1);
    const go = (to: number) => () => {
      page = to;
      draw();
    };
    return html`<p class="row">${button('New world…', create)}<span class="dim">${worlds.length > 0 && `${count(worlds.length)} in addition to the default one. A world that nobody uses is dropped when its time is up.`}</span></p>
      ${table(
        'Worlds',
        'World|Dialect|Clock|#Faults|#Reports|#Requests|#Time left|',
        worlds.slice(page * pageSize, (page + 1) * pageSize).map(rowOf),
        emptyState(
          'No world but the default one',
          'Tests that run at the same time can each have a world of their own.',
        ),
      )}
      ${pager(page > 0 ? go(page - 1) : undefined, page < pages - 1 ? go(page + 1) : undefined)}`;
  }

  return {
    isTouchedBy: () => true,
    async show() {
      const worlds = (await control.worlds()).reverse();
      return () => view(worlds);
    },
  };
}
