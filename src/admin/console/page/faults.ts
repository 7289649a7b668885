import { chip, html, jsonIn, type View } from '../../../pages/page/view.ts';
import { plural } from '../../../spec/listed.ts';
import type { FaultRule } from '../../../worlds/fault-rule.ts';
import type { SeenRequest } from '../../../worlds/seen-request.ts';
import type { Fault } from './control.ts';
import { controlCall, curlLine, exampleView } from './example.ts';
import {
  action,
  actions,
  button,
  cut,
  emptyState,
  messageOf,
  type Option,
  select,
  table,
  typed,
} from './parts.ts';
import type { Console, Panel } from './types.ts';

const kinds: { readonly [type: string]: string } = {
  reply: 'Answer with a chosen status',
  delay: 'Delay',
  drop: 'Cut the connection',
  reset: 'Reset the connection (TCP)',
  hang: 'Never answer',
  half: 'Send half of the answer',
  slow: 'Send the answer slowly',
  exhausted: 'No requests left',
  sequence: 'One after another',
};

/** The most common faults. */
const presets: readonly (readonly [name: string, says: string, rule: FaultRule])[] = [
  ['503 once', 'The next request is answered with 503.', { type: 'reply', status: 503, times: 1 }],
  [
    '503, 503, then fine',
    'A client that tries again gets through the third time.',
    { type: 'sequence', steps: [503, 503, 'ok'] },
  ],
  ['Slow', 'Every answer waits for 3 seconds.', { type: 'delay', ms: 3000 }],
  [
    'Lost after storing',
    'The change is stored; its answer never arrives.',
    { type: 'drop', when: 'after', times: 1 },
  ],
  [
    '429 with Retry-After',
    'Too many requests: come again in 2 seconds.',
    { type: 'reply', status: 429, headers: { 'Retry-After': '2' }, times: 1 },
  ],
  ['Never answers', 'For the timeout of a client.', { type: 'hang', times: 1 }],
];

let draft: object | undefined;

/** Prefills the form with the response to a request, for its operation and caller. */
export function draftFault({ status, responseBody, operation, caller }: SeenRequest): void {
  const effect =
    status === undefined
      ? { type: 'drop' }
      : { type: 'reply', status, body: parsed(responseBody ?? '') };
  draft = { ...effect, operation, caller, times: 1 };
}

/** Lists, adds and removes faults. */
export function faultsPanel(console: Console): Panel {
  const { control, act, perform, copy, draw } = console;
  let type = 'reply';
  let written = '{ "type": "delay", "ms": 1000 }';
  let problem = '';

  const call = (rule: object) => controlCall(control, '/faults', rule);
  const copies = (name: string, rule: object) => [
    action('curl', name, () => copy(`${curlLine(call(rule))}\n`, 'curl command')),
    action('Code', name, () => copy(`server.addFault(${JSON.stringify(rule)});\n`, 'Code')),
  ];

  const preset = ([name, says, rule]: (typeof presets)[number]): View =>
    html`<div class="card"><strong>${name}</strong><span class="dim">${says}</span><span class="row tight">${action('Add', name, () => act(`Fault added: ${name}.`, () => control.addFault(rule)), 'main')}${copies(name, rule)}</span></div>`;

  const list = (faults: readonly Fault[]): View =>
    table(
      'Faults',
      'Fault|Operation|Caller|How often|',
      faults.map((fault) => {
        const { id, stage: _, acted, ...rule } = fault;
        return {
          key: id,
          cells: [
            html`<span><strong>${described(fault)}</strong><code class="dim below">${id}</code>${details(fault)}</span>`,
            fault.operation ?? 'every',
            cut(fault.caller ?? 'everybody'),
            html`${fault.times === undefined ? 'until removed' : `next ${fault.times}`}${acted !== undefined && html`<span class="dim below">${acted === 0 ? 'not used yet' : `used ${plural(Number(acted), 'time')}`}</span>`}`,
            actions(
              action('Remove', id, () => act('Fault removed.', () => control.removeFault(id))),
              copies(id, rule),
            ),
          ],
        };
      }),
      emptyState(
        'No faults',
        'Everything works as it should. For a lookup that takes 3 seconds:',
        exampleView(console, call({ type: 'delay', ms: 3000, operation: 'lookup' })),
      ),
    );

  /** Input survives every render: only the type decides which fields exist. */
  function form(callers: readonly string[]): View {
    const has = (...types: string[]) => types.includes(type);
    const text = (name: string, label: string, rows: number, value: string) =>
      html`<label class="wide" key=${value}><span>${label}</span><textarea class="field mono" name=${name} rows=${rows} spellcheck="false" defaultValue=${value}></textarea></label>`;
    const number = (name: string, label: string, more: object) =>
      html`<label><span>${label}</span><input class="field" type="number" step="1" name=${name} ...${more} /></label>`;
    const choice = (name: string, label: string, options: readonly Option[]) =>
      html`<label><span>${label}</span>${select({ name }, options)}</label>`;
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
        [
          ...Object.entries(kinds).filter(([kind]) => kind !== 'sequence'),
          ['json', 'Any fault, written as JSON'],
        ],
      )}</label>
      ${has('delay', 'slow') && number('ms', 'Milliseconds', { min: 0, defaultValue: 1000, required: true })}
      ${has('delay') && number('spread', 'Plus up to, by chance', { min: 0, placeholder: '0' })}
      ${has('reply') && number('status', 'Status', { min: 200, max: 599, defaultValue: 503, required: true })}
      ${
        has('drop', 'reset', 'hang') &&
        choice('when', 'When', [
          ['before', 'before the service is asked'],
          ['after', 'after its change is stored'],
        ])
      }
      ${has('reply') && text('body', 'Body', 3, '{"error":"A fault.","successful":false}')}
      ${has('reply') && text('headers', 'Headers', 2, '{}')}
      ${has('json') && text('json', 'The fault', 6, written)}
      ${!has('json') && [choice('operation', 'For', [['', 'every operation'], 'create', 'fetch', 'delete', 'lookup']), choice('caller', 'Called by', [['', 'everybody'], ...callers]), number('times', 'Times', { min: 1, placeholder: 'until removed' })]}
      ${problem && html`<p class="problem wide" role="alert">${problem}</p>`}
      <div class="wide"><button type="submit" class="button main">Add the fault</button></div>
    </form>`;
  }

  async function add(event: Event): Promise<void> {
    event.preventDefault();
    const data = new FormData(event.target as HTMLFormElement);
    problem = '';
    try {
      await perform('Fault added.', async () => control.addFault(ruleOf(data)));
    } catch (error) {
      problem = messageOf(error);
      draw();
    }
  }

  return {
    /** A fault that acted may be used up. */
    isTouchedBy: ({ faults }) => faults !== undefined,
    async show() {
      const [faults, callers] = await Promise.all([control.faults(), control.callers()]);
      if (draft) [type, written, draft] = ['json', JSON.stringify(draft, null, 2), undefined];
      return () => html`<h2>Active ${chip(faults.length)}</h2>
        ${list(faults)}${faults.length > 1 && html`<p>${button('Remove all', () => act('All faults removed.', control.clearFaults))}</p>`}
        <h2>Presets</h2>
        <div class="cards-row">${presets.map(preset)}</div>
        <h2>Add your own</h2>
        ${form(callers.map(({ id }) => id))}`;
    },
  };
}

function ruleOf(data: FormData): unknown {
  const text = (name: string) => String(data.get(name) ?? '');
  if (data.has('json')) return JSON.parse(text('json'));
  const headers = parsed(text('headers')) as object | undefined;
  const filled = [...data.keys()].filter((name) => text(name) !== '');
  const isNumber = (name: string) => /^(ms|spread|status|times)$/.test(name);
  return {
    ...Object.fromEntries(
      filled.map((name) => [name, isNumber(name) ? Number(text(name)) : text(name)]),
    ),
    body: parsed(text('body')),
    headers: Object.keys(headers ?? {}).length > 0 ? headers : undefined,
  };
}

/** All fields of a fault that have no column. */
const details = (fault: Fault): View =>
  Object.entries(fault)
    .filter(
      ([name]) =>
        !/^(id|type|operation|caller|times|ms|spread|status|stage|acted|next)$/.test(name),
    )
    .map(
      ([name, value]) =>
        html`<span class="pair"><span class="dim">${name}</span>${cut(typeof value === 'string' ? value : JSON.stringify(value), 'mono')}</span>`,
    );

function described({ type, ms, spread, status }: Fault): string {
  if (status !== undefined) return `Answer with ${status}`;
  if (ms === undefined) return kinds[type] ?? type;
  return `${kinds[type] ?? type}, ${ms}${spread ? ` to ${Number(ms) + Number(spread)}` : ''} ms`;
}

/** JSON if it parses, otherwise text; undefined if empty. */
function parsed(text: string): unknown {
  const json = jsonIn(text);
  return json === undefined && text.trim() !== '' ? text : json;
}
