// @ts-check
import { actions, button, chip, cut, emptyState, h, shownTime, table } from './dom.js';
import { ask, copy } from './notices.js';

/** @typedef {import('./types.d.ts').Caller} Caller */

/** Callers, with what is left of their requests. @param {import('./panel.d.ts').Console} console */
export function callersPanel({ control, perform }) {
  /** @param {Caller} caller */
  async function setLeft({ id, name, requestsLeft }) {
    const field = h('input', {
      class: 'field',
      type: 'number',
      min: '0',
      step: '1',
      required: true,
      value: requestsLeft,
    });
    await ask({
      title: `Requests left of ${name}`,
      text: 'From the next lookup on.',
      action: 'Set',
      fields: h('p', {}, h('label', {}, 'Requests left ', field)),
      submit: () =>
        perform(
          () => `${name} has ${field.value} requests left.`,
          () => control.changeCaller(id, { requestsLeft: Number(field.value) }),
        ),
    });
  }

  /** @param {Caller} caller */
  async function revoke({ id, name }) {
    await ask({
      title: `Revoke the token of ${name}?`,
      text: 'Requests with it are refused from now on. A reset brings seeded callers back.',
      action: 'Revoke',
      danger: true,
      submit: () =>
        perform(
          () => `${name} is revoked.`,
          () => control.revokeCaller(id),
        ),
    });
  }

  async function mint() {
    const name = h('input', { class: 'field', required: true, placeholder: 'Third researcher' });
    const researcher = h('input', { type: 'checkbox', checked: true });
    await ask({
      title: 'New caller',
      action: 'Create',
      fields: h(
        'div',
        { class: 'fields' },
        h('label', {}, 'Name ', name),
        h('label', {}, researcher, ' is a researcher'),
      ),
      submit: () =>
        perform(
          () => `${name.value} can call now.`,
          () =>
            control.mintCaller({
              name: name.value,
              roles: researcher.checked ? ['researcher'] : [],
            }),
        ),
    });
  }

  return {
    /** Lookups are counted. @param {import('./types.d.ts').SeenRequest} request */
    isTouchedBy: ({ operation }) => operation === 'lookup',

    async show() {
      const callers = await control.callers();
      const add = h('p', { class: 'row' }, button('New caller…', mint));
      if (callers.length === 0) {
        return [
          add,
          emptyState('No callers', 'Nobody holds a token, so every request is refused.'),
        ];
      }
      return [add, listOf(callers)];
    },
  };

  /** @param {Caller[]} callers */
  function listOf(callers) {
    return table(
      'Callers',
      [['Caller'], ['Roles'], ['Requests left', 'number'], ['Token'], ['Expires'], ['']],
      callers.map((caller) => ({
        key: caller.id,
        cells: [
          h('span', {}, h('strong', {}, cut(caller.name)), cut(caller.id, 'mono dim below')),
          h(
            'span',
            { class: 'tags' },
            ...caller.roles.map((role) => chip(role, 'accent')),
            caller.owns !== undefined && chip(`owns ${caller.owns}`, 'good'),
            caller.roles.length === 0 &&
              caller.owns === undefined &&
              h('span', { class: 'dim' }, '–'),
          ),
          h(
            'span',
            { class: caller.requestsLeft === 0 ? 'none-left' : '' },
            caller.requestsLeft,
            caller.requests !== undefined && h('span', { class: 'dim' }, ` of ${caller.requests}`),
          ),
          cut(caller.token, 'mono'),
          caller.expiresAt === undefined
            ? h('span', { class: 'dim' }, 'never')
            : shownTime(caller.expiresAt),
          actions(
            caller.name,
            button('Copy token', () => copy(caller.authorization, 'Token')),
            button('Set left…', () => setLeft(caller)),
            button('Revoke…', () => revoke(caller), 'danger'),
          ),
        ],
      })),
      'callers',
    );
  }
}
