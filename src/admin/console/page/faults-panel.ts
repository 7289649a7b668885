import { chip, html, inlineCode, type View } from '../../../pages/page/view.ts';
import { plural } from '../../../values/listed.ts';
import type { FaultRule } from '../../../worlds/fault-rule.ts';
import {
  action,
  button,
  type Console,
  cut,
  emptyState,
  type Panel,
  select,
  table,
  typed,
} from './parts.ts';

/** The most common faults. */
const presets: readonly (readonly [name: string, says: string, rule: FaultRule])[] = [
  [
    '503 once',
    'The response to the next request is 503.',
    { type: 'reply', status: 503, times: 1 },
  ],
  [
    '503, 503, then fine',
    'A client that tries again gets through the third time.',
    { type: 'sequence', steps: [503, 503, 'ok'] },
  ],
  ['Slow', 'Every response waits for 3 seconds.', { type: 'delay', ms: 3000 }],
  [
    'Lost after storing',
    'The change is stored; its response never arrives.',
    { type: 'drop', when: 'after', times: 1 },
  ],
  [
    '429 with Retry-After',
    'Too many requests: come again in 2 seconds.',
    { type: 'reply', status: 429, headers: { 'Retry-After': '2' }, times: 1 },
  ],
  ['Never responds', 'For the timeout of a client.', { type: 'hang', times: 1 }],
];

/** The fields of the form, besides the type. The reference of the control plane takes the others. */
const shownFields = ['status', 'ms', 'steps', 'when', 'operation', 'caller', 'times'];

/** The parts of a schema that a field is made from. */
interface FieldSchema {
  readonly $ref?: string;
  readonly title?: string;
  readonly description?: string;
  readonly type?: string;
  readonly const?: string;
  readonly enum?: readonly string[];
  readonly default?: string;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly examples?: readonly unknown[];
  readonly properties?: { readonly [name: string]: FieldSchema };
  readonly required?: readonly string[];
  readonly oneOf?: readonly FieldSchema[];
}

interface AdminDocument {
  readonly components: { readonly schemas: { readonly [name: string]: FieldSchema } };
}

interface Fault {
  readonly id: string;
  readonly type: string;
  readonly [field: string]: unknown;
}

/** Lists, adds and removes faults. */
export class FaultsPanel implements Panel {
  readonly #console: Console;
  #faults: readonly Fault[] = [];
  #callers: readonly string[] = [];
  #document: AdminDocument | undefined;
  /** The type that is being added. */
  #chosen = 'reply';
  /** Why the last one was refused. */
  #problem = '';

  constructor(console: Console) {
    this.#console = console;
  }

  get count(): number {
    return this.#faults.length;
  }

  async load(): Promise<void> {
    const { control } = this.#console;
    const [{ faults }, { callers }] = await Promise.all([
      control.get<{ faults: Fault[] }>('/faults'),
      control.get<{ callers: { id: string }[] }>('/callers'),
    ]);
    this.#document ??= await control.get<AdminDocument>('/openapi.json');
    this.#faults = faults;
    this.#callers = callers.map(({ id }) => id);
  }

  view(): View {
    const { act, control } = this.#console;
    const removeAll = () => act('All faults removed.', () => control.send('DELETE', '/faults'));
    return html`<h2>Active ${chip(this.count)}</h2>
        ${this.#list()}${this.count > 1 && html`<p>${button('Remove all', removeAll)}</p>`}
        <h2>Presets</h2>
        <div class="cards-row">${presets.map(
          ([name, says, rule]) =>
            html`<div class="card"><strong>${name}</strong><span class="dim">${says}</span><span class="row tight">${action('Add', name, () => this.#add(rule), 'main')}</span></div>`,
        )}</div>
        <h2>Add your own</h2>
        ${this.#form()}
        <p class="dim">Faults by header, query, body, number or chance: <a href="${control.baseUrl}/docs/control.html#addFault">POST /faults</a>.</p>`;
  }

  #add(rule: object): Promise<string | undefined> {
    const { act, control } = this.#console;
    return act('Fault added.', () => control.send('POST', '/faults', rule));
  }

  #list(): View {
    const { act, control } = this.#console;
    return table(
      'Faults',
      'Fault|Operation|Caller|How often|',
      this.#faults.map((fault) => {
        const { id, acted, operation, caller } = fault;
        const remove = () =>
          act('Fault removed.', () => control.send('DELETE', `/faults/${encodeURIComponent(id)}`));
        return {
          key: id,
          cells: [
            html`<span><strong>${this.#described(fault)}</strong><code class="dim below">${id}</code>${details(fault)}</span>`,
            operation ?? 'every',
            cut(String(caller ?? 'everybody')),
            html`${often(fault)}${acted !== undefined && html`<span class="dim below">${acted === 0 ? 'not used yet' : `used ${plural(Number(acted), 'time')}`}</span>`}`,
            action('Remove', id, remove),
          ],
        };
      }),
      emptyState('No faults', 'Everything works as it should.'),
    );
  }

  /** The kinds of faults that the document allows. */
  #kinds(): readonly FieldSchema[] {
    return this.#document?.components.schemas.FaultRule?.oneOf ?? [];
  }

  #kindOf(type: string): FieldSchema | undefined {
    return this.#kinds().find(({ properties }) => properties?.type?.const === type);
  }

  #described({ type, ms, spread, status }: Fault): string {
    if (status !== undefined) return `Respond with ${status}`;
    const title = this.#kindOf(type)?.title ?? type;
    return ms === undefined
      ? title
      : `${title}, ${ms}${spread ? ` to ${Number(ms) + Number(spread)}` : ''} ms`;
  }

  /** What is typed survives every render: only the type decides which fields exist. */
  #form(): View {
    const types = this.#kinds().map(
      ({ title = '', properties }) => [properties?.type?.const ?? '', title] as const,
    );
    const choose = (type: string) => {
      this.#chosen = type;
      this.#console.draw();
    };
    return html`<form class="fields" aria-label="Add a fault" onSubmit=${(event: Event) => this.#submit(event)}>
      <label><span>What goes wrong</span>${select({ name: 'type', value: this.#chosen, onChange: typed(choose) }, types)}</label>
      ${this.#fields().map(([name, field]) => this.#field(name, field))}
      ${this.#problem && html`<p class="problem wide" role="alert">${this.#problem}</p>`}
      <div class="wide"><button type="submit" class="button main">Add the fault</button></div>
    </form>`;
  }

  /** Those of the chosen type. */
  #fields(): [string, FieldSchema][] {
    const { schemas = {} } = this.#document?.components ?? {};
    const { properties = {} } = this.#kindOf(this.#chosen) ?? {};
    return shownFields.flatMap((name) => {
      const { $ref = '', ...own } = properties[name] ?? { $ref: '-' };
      if ($ref === '-') return [];
      return [[name, { ...schemas[$ref.slice($ref.lastIndexOf('/') + 1)], ...own }]];
    });
  }

  #field(name: string, field: FieldSchema): View {
    const { title = name, description, minimum, maximum, examples = [] } = field;
    const isRequired = this.#kindOf(this.#chosen)?.required?.includes(name) === true;
    const options = name === 'caller' ? this.#callers : field.enum;
    const any = isRequired || field.default ? [] : [['', `every ${name}`] as const];
    const [example] = examples;
    const proposed = typeof example === 'object' ? JSON.stringify(example) : example;
    const type = isNumber(field) ? 'number' : 'text';
    return html`<label key=${`${this.#chosen} ${name}`}><span>${title}${description && html`<span class="dim below">${inlineCode(description)}</span>`}</span>${
      options
        ? select({ name }, [...any, ...options.map((one) => [one, one] as const)])
        : html`<input class="field" name=${name} type=${type} step=${field.type === 'number' ? 'any' : undefined} min=${minimum} max=${maximum} spellcheck="false" required=${isRequired} defaultValue=${isRequired ? proposed : undefined} placeholder=${isRequired || proposed === undefined ? undefined : `such as ${proposed}`} />`
    }</label>`;
  }

  async #submit(event: Event): Promise<void> {
    event.preventDefault();
    const data = new FormData(event.target as HTMLFormElement);
    const given = this.#fields().flatMap(([name, field]) => {
      const text = String(data.get(name) ?? '').trim();
      return text === '' ? [] : [[name, typedValue(field, text)]];
    });
    this.#problem = (await this.#add({ type: this.#chosen, ...Object.fromEntries(given) })) ?? '';
    this.#console.draw();
  }
}

function isNumber({ type }: FieldSchema): boolean {
  return type === 'integer' || type === 'number';
}

/** A list is JSON; what is none is sent as it is, and refused with a reason. */
function typedValue(field: FieldSchema, text: string): unknown {
  if (isNumber(field)) return Number(text);
  if (field.type === 'string') return text;
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

function often({ times, steps, next }: Fault): string {
  if (!Array.isArray(steps)) return times === undefined ? 'until removed' : `next ${times}`;
  const step = steps[Number(next ?? 0)];
  const words = typeof step === 'object' ? JSON.stringify(step) : String(step);
  return `step ${Number(next ?? 0) + 1} of ${steps.length} is next: ${words}`;
}

/** All fields of a fault that have no column. */
function details(fault: Fault): View {
  const told = /^(id|type|operation|caller|times|ms|spread|status|stage|acted|next)$/;
  return Object.entries(fault)
    .filter(([name]) => !told.test(name))
    .map(
      ([name, value]) =>
        html`<span class="pair"><span class="dim">${name}</span>${cut(typeof value === 'string' ? value : JSON.stringify(value), 'mono')}</span>`,
    );
}
