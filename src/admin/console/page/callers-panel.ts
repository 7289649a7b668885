import { html, type View } from '../../../pages/page/view.ts';
import type { CallerRole } from '../../../spec/callers.generated.ts';
import type { SeenExchange } from '../../../traffic/exchange.ts';
import { plural } from '../../../values/listed.ts';
import type { CallerView } from '../../control/callers-control.ts';
import type { AdminDocument } from './fault-types.ts';
import { action, actions, button, chips, cut, emptyState, table, timeOf } from './parts.ts';
import type { Console, Panel } from './types.ts';

/** The roles that the contract has, as the document of the control plane lists them. */
function rolesIn({ components: { schemas } }: AdminDocument): readonly CallerRole[] {
  return (schemas.Role?.enum ?? []) as readonly CallerRole[];
}

/** Callers and their remaining lookups. */
export class CallersPanel implements Panel {
  readonly #console: Console;

  constructor(console: Console) {
    this.#console = console;
  }

  /** Lookups change the count. */
  isTouchedBy({ operation }: SeenExchange): boolean {
    return operation === 'lookup';
  }

  async show(): Promise<() => View> {
    const { control } = this.#console;
    const [callers, document] = await Promise.all([control.callers(), control.document()]);
    const roles = rolesIn(document);
    return () =>
      html`<p class="row">${button('New caller…', () => this.#mint(roles))}</p>${this.#list(callers)}`;
  }

  #list(callers: readonly CallerView[]): View {
    const { copy } = this.#console;
    return table(
      'Callers',
      'Caller|Roles|#Requests left|Token|Expires|',
      callers.map((caller) => ({
        key: caller.id,
        cells: [
          html`<span><strong>${cut(caller.name)}</strong>${cut(caller.id, 'mono dim below')}</span>`,
          chips([
            ...caller.roles.map((role) => [role, 'accent'] as const),
            ...(caller.owns === undefined ? [] : [[`owns ${caller.owns}`, 'good'] as const]),
          ]),
          html`<span class=${caller.requestsLeft === 0 ? 'none-left' : ''}>${caller.requestsLeft}${caller.requests !== undefined && html`<span class="dim"> of ${caller.requests}</span>`}</span>`,
          cut(caller.token, 'mono'),
          caller.expiresAt === undefined
            ? html`<span class="dim">never</span>`
            : timeOf(caller.expiresAt),
          actions(
            action('Copy token', caller.name, () => copy(caller.authorization, 'Token')),
            action('Set count…', caller.name, () => this.#setLeft(caller)),
            action('Revoke…', caller.name, () => this.#revoke(caller), 'danger'),
          ),
        ],
      })),
      emptyState('No callers', 'Nobody holds a token, so every request is refused.'),
    );
  }

  #setLeft({ id, name, requestsLeft }: CallerView): Promise<boolean> {
    const { control, perform, ask } = this.#console;
    return ask({
      title: `Requests left of ${name}`,
      text: 'From the next lookup on.',
      action: 'Set',
      fields: html`<p><label>Requests left <input class="field" name="left" type="number" min="0" step="1" required defaultValue=${requestsLeft} /></label></p>`,
      submit: (data) =>
        perform(`${name} has ${plural(Number(data.get('left')), 'request')} left.`, async () =>
          control.changeCaller(id, { requestsLeft: Number(data.get('left')) }),
        ),
    });
  }

  #revoke({ id, name }: CallerView): Promise<boolean> {
    const { control, perform, ask } = this.#console;
    return ask({
      title: `Revoke the token of ${name}?`,
      text: 'Requests with it are refused from now on. A reset brings seeded callers back.',
      action: 'Revoke',
      submit: () => perform(`${name} is revoked.`, async () => control.revokeCaller(id)),
    });
  }

  #mint(roles: readonly CallerRole[]): Promise<boolean> {
    const { control, perform, ask } = this.#console;
    return ask({
      title: 'New caller',
      action: 'Create',
      fields: html`<div class="fields"><label>Name <input class="field" name="name" required placeholder="Third researcher" /></label>
        ${roles.map((role, nth) => html`<label><input type="checkbox" name="role" value=${role} defaultChecked=${nth === 0} /> is a ${role}</label>`)}</div>`,
      submit: (data) =>
        perform(`${data.get('name')} can send requests now.`, () =>
          control.mintCaller({
            name: String(data.get('name')),
            roles: data.getAll('role') as CallerRole[],
          }),
        ),
    });
  }
}
