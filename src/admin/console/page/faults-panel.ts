import { chip, html, inlineCode, type View } from '../../../pages/page/view.ts';
import { plural } from '../../../values/listed.ts';
import type { FaultRule } from '../../../worlds/fault-rule.ts';
import type { Fault } from './control.ts';
import { type FaultKind, type Field, faultKinds, isNumber, typedFault } from './fault-kinds.ts';
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
export function faultsPanel(
  console: Console,
): Panel & { readonly count: () => number; readonly look: () => Promise<void> } {
  const { control, act, perform, draw } = console;
  let kinds: readonly FaultKind[] = [];
  let type = 'reply';
  let problem = '';
  let active = 0;

  const preset = ([name, says, rule]: (typeof presets)[number]): View =>
    html`<div class="card"><strong>${name}</strong><span class="dim">${says}</span><span class="row tight">${action('Add', name, () => act(`Fault added: ${name}.`, () => control.addFault(rule)), 'main')}</span></div>`;

  const list = (faults: readonly Fault[]): View =>
    table(
      'Faults',
      'Fault|Operation|Caller|How often|',
      faults.map((fault) => {
        const { id, acted } = fault;
        return {
          key: id,
          cells: [
            html`<span><strong>${described(fault)}</strong><code class="dim below">${id}</code>${details(fault)}</span>`,
            fault.operation ?? 'every',
            cut(fault.caller ?? 'everybody'),
            html`${often(fault)}${acted !== undefined && html`<span class="dim below">${acted === 0 ? 'not used yet' : `used ${plural(Number(acted), 'time')}`}</span>`}`,
            action('Remove', id, () => act('Fault removed.', () => control.removeFault(id))),
          ],
        };
      }),
      emptyState('No faults', 'Everything works as it should.'),
    );

  function often({ times, steps, next }: Fault): string {
    if (Array.isArray(steps))
      return `step ${Number(next ?? 0) + 1} of ${steps.length} is next: ${stepWords(steps[Number(next ?? 0)])}`;
    return times === undefined ? 'until removed' : `next ${times}`;
  }

  function described({ type: of, ms, spread, status }: Fault): string {
    if (status !== undefined) return `Respond with ${status}`;
    const title = kinds.find((kind) => kind.type === of)?.title ?? of;
    return ms === undefined
      ? title
      : `${title}, ${ms}${spread ? ` to ${Number(ms) + Number(spread)}` : ''} ms`;
  }

  /** Input survives every render: only the type decides which fields exist. */
  function form(callers: readonly string[]): View {
    const chosen = kinds.find((kind) => kind.type === type);
    return html`<form class="fields" aria-label="Add a fault" onSubmit=${add}>
      <label><span>What goes wrong</span>${select(
        {
          name: 'type',
          value: type,
          onChange: typed((value) => {
            type = value;
            draw();
          }),
        },
        kinds.map((kind) => [kind.type, kind.title] as const),
      )}</label>
      ${chosen?.fields.map((field) => fieldView(type, field, callers))}
      ${problem && html`<p class="problem wide" role="alert">${problem}</p>`}
      <div class="wide"><button type="submit" class="button main">Add the fault</button></div>
    </form>`;
  }

  async function add(event: Event): Promise<void> {
    event.preventDefault();
    const data = new FormData(event.target as HTMLFormElement);
    const chosen = kinds.find((kind) => kind.type === type) as FaultKind;
    problem = '';
    try {
      await perform('Fault added.', () => control.addFault(typedFault(chosen, data)));
    } catch (error) {
      problem = messageOf(error);
      draw();
    }
  }

  return {
    /** For the tab, and the list of requests. */
    count: () => active,
    async look() {
      active = await control.faults().then(
        ({ length }) => length,
        () => 0,
      );
      draw();
    },
    /** A fault that acted may be used up. */
    isTouchedBy: ({ faults }) => faults !== undefined,
    async show() {
      const loaded = [control.faults(), control.callers(), control.document()] as const;
      const [faults, callers, document] = await Promise.all(loaded);
      kinds = faultKinds(document);
      active = faults.length;
      return () => html`<h2>Active ${chip(faults.length)}</h2>
        ${list(faults)}${faults.length > 1 && html`<p>${button('Remove all', () => act('All faults removed.', control.clearFaults))}</p>`}
        <h2>Presets</h2>
        <div class="cards-row">${presets.map(preset)}</div>
        <h2>Add your own</h2>
        ${form(callers.map(({ id }) => id))}`;
    },
  };
}

const yesOrNo = ['true', 'false'];

/** An input for a field of a type; what is typed survives every render. */
function fieldView(kind: string, field: Field, callers: readonly string[]): View {
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
  return html`<label key=${`${kind} ${name}`} class=${isLong && 'wide'}><span>${title}${description && html`<span class="dim below">${inlineCode(description)}</span>`}</span>${
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
