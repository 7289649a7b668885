import { chip, html, inlineCode, type View } from '../../../pages/page/view.ts';
import type { SeenExchange } from '../../../traffic/exchange.ts';
import { plural } from '../../../values/listed.ts';
import type { FaultRule } from '../../../worlds/fault-rule.ts';
import type { Fault } from './control.ts';
import { type FaultType, type Field, faultTypes, isNumber, typedFault } from './fault-types.ts';
import { action, button, cut, emptyState, messageOf, select, table, typed } from './parts.ts';
import type { Console, Panel } from './types.ts';

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

/** Lists, adds and removes faults. */
export class FaultsPanel implements Panel {
  readonly #console: Console;
  #types: readonly FaultType[] = [];
  /** The name of the type that is being added. */
  #chosen = 'reply';
  #problem = '';
  #active = 0;

  constructor(console: Console) {
    this.#console = console;
  }

  /** Of active ones, for the tab and the list of requests. */
  get count(): number {
    return this.#active;
  }

  /** Counts them. */
  async look(): Promise<void> {
    const { control, draw } = this.#console;
    this.#active = await control.faults().then(
      ({ length }) => length,
      () => 0,
    );
    draw();
  }

  /** A fault that acted may be used up. */
  isTouchedBy({ faults }: SeenExchange): boolean {
    return faults !== undefined;
  }

  async show(): Promise<() => View> {
    const { control } = this.#console;
    const loaded = [control.faults(), control.callers(), control.document()] as const;
    const [faults, callers, document] = await Promise.all(loaded);
    this.#types = faultTypes(document);
    this.#active = faults.length;
    const callerIds = callers.map(({ id }) => id);
    return () => this.#view(faults, callerIds);
  }

  #view(faults: readonly Fault[], callers: readonly string[]): View {
    const { act, control } = this.#console;
    const removeAll = () => act('All faults removed.', control.clearFaults);
    return html`<h2>Active ${chip(faults.length)}</h2>
        ${this.#list(faults)}${faults.length > 1 && html`<p>${button('Remove all', removeAll)}</p>`}
        <h2>Presets</h2>
        <div class="cards-row">${presets.map((preset) => this.#presetCard(preset))}</div>
        <h2>Add your own</h2>
        ${this.#form(callers)}`;
  }

  #presetCard([name, says, rule]: (typeof presets)[number]): View {
    const { act, control } = this.#console;
    const add = () => act(`Fault added: ${name}.`, () => control.addFault(rule));
    return html`<div class="card"><strong>${name}</strong><span class="dim">${says}</span><span class="row tight">${action('Add', name, add, 'main')}</span></div>`;
  }

  #list(faults: readonly Fault[]): View {
    const { act, control } = this.#console;
    return table(
      'Faults',
      'Fault|Operation|Caller|How often|',
      faults.map((fault) => {
        const { id, acted } = fault;
        return {
          key: id,
          cells: [
            html`<span><strong>${described(fault, this.#types)}</strong><code class="dim below">${id}</code>${details(fault)}</span>`,
            fault.operation ?? 'every',
            cut(fault.caller ?? 'everybody'),
            html`${often(fault)}${acted !== undefined && html`<span class="dim below">${acted === 0 ? 'not used yet' : `used ${plural(Number(acted), 'time')}`}</span>`}`,
            action('Remove', id, () => act('Fault removed.', () => control.removeFault(id))),
          ],
        };
      }),
      emptyState('No faults', 'Everything works as it should.'),
    );
  }

  /** Input survives every render: only the type decides which fields exist. */
  #form(callers: readonly string[]): View {
    const { fields = [] } = this.#chosenType() ?? {};
    return html`<form class="fields" aria-label="Add a fault" onSubmit=${(event: Event) => this.#add(event)}>
      <label><span>What goes wrong</span>${select(
        {
          name: 'type',
          value: this.#chosen,
          onChange: typed((value) => this.#choose(value)),
        },
        this.#types.map(({ type, title }) => [type, title] as const),
      )}</label>
      ${fields.map((field) => fieldView(this.#chosen, field, callers))}
      ${this.#problem && html`<p class="problem wide" role="alert">${this.#problem}</p>`}
      <div class="wide"><button type="submit" class="button main">Add the fault</button></div>
    </form>`;
  }

  #chosenType(): FaultType | undefined {
    return this.#types.find(({ type }) => type === this.#chosen);
  }

  #choose(type: string): void {
    this.#chosen = type;
    this.#console.draw();
  }

  async #add(event: Event): Promise<void> {
    event.preventDefault();
    const { control, perform, draw } = this.#console;
    const data = new FormData(event.target as HTMLFormElement);
    const chosen = this.#chosenType() as FaultType;
    this.#problem = '';
    try {
      await perform('Fault added.', () => control.addFault(typedFault(chosen, data)));
    } catch (error) {
      this.#problem = messageOf(error);
      draw();
    }
  }
}

function often({ times, steps, next }: Fault): string {
  if (Array.isArray(steps))
    return `step ${Number(next ?? 0) + 1} of ${steps.length} is next: ${stepWords(steps[Number(next ?? 0)])}`;
  return times === undefined ? 'until removed' : `next ${times}`;
}

function described({ type, ms, spread, status }: Fault, types: readonly FaultType[]): string {
  if (status !== undefined) return `Respond with ${status}`;
  const title = types.find((one) => one.type === type)?.title ?? type;
  return ms === undefined
    ? title
    : `${title}, ${ms}${spread ? ` to ${Number(ms) + Number(spread)}` : ''} ms`;
}

const yesOrNo = ['true', 'false'];

/** An input for a field of a type; what is typed survives every render. */
function fieldView(type: string, field: Field, callers: readonly string[]): View {
  const { name, title = name, description, isRequired, minimum, maximum, examples = [] } = field;
  const isFlag = field.type === 'boolean';
  const options = name === 'caller' ? callers : isFlag ? yesOrNo : field.enum;
  const unset = isFlag ? 'not said' : `every ${name}`;
  const any = isRequired || field.default ? [] : [['', unset] as const];
  const [example] = examples;
  const proposed = typeof example === 'object' ? JSON.stringify(example) : example;
  const shared = {
    name,
    required: isRequired,
    defaultValue: isRequired ? proposed : undefined,
    placeholder: isRequired || proposed === undefined ? undefined : `such as ${proposed}`,
  };
  const isLong = !options && !isNumber(field) && field.type !== 'string';
  return html`<label key=${`${type} ${name}`} class=${isLong && 'wide'}><span>${title}${description && html`<span class="dim below">${inlineCode(description)}</span>`}</span>${
    options
      ? select({ name }, [...any, ...options])
      : isNumber(field)
        ? html`<input class="field" type="number" step=${field.type === 'integer' ? 1 : 'any'} min=${minimum} max=${maximum} ...${shared} />`
        : field.type === 'string'
          ? html`<input class="field" spellcheck="false" ...${shared} />`
          : html`<textarea class="field mono" rows="2" spellcheck="false" ...${shared}></textarea>`
  }</label>`;
}

/** `503`, `ok`, or the fields of a reply. */
function stepWords(step: unknown): string {
  return typeof step === 'object' ? JSON.stringify(step) : String(step);
}

/** All fields of a fault that have no column. */
function details(fault: Fault): View {
  return Object.entries(fault)
    .filter(
      ([name]) =>
        !/^(id|type|operation|caller|times|ms|spread|status|stage|acted|next)$/.test(name),
    )
    .map(
      ([name, value]) =>
        html`<span class="pair"><span class="dim">${name}</span>${cut(typeof value === 'string' ? value : JSON.stringify(value), 'mono')}</span>`,
    );
}
