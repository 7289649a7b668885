import type { Dialect } from '../../dialects/dialect.ts';
import type { OperationName } from '../../domain/operation.ts';
import type { RefusalKind } from '../../domain/refusal.ts';
import { protocolCause } from '../../http/reply/protocol-reply.ts';
import { operationOf, operations } from '../../operations/operations.ts';
import { codeMarkup, html, type Markup } from '../../pages/html.ts';
import type { Clause } from '../../spec/clauses/clauses.ts';
import { anchorOf } from '../../spec/specification-anchors.ts';
import { whoMay, whoMayInWords } from '../../spec/who-may.ts';
import { kindWords } from '../../values/clause-kinds.ts';
import { plural } from '../../values/listed.ts';
import type { ReferenceModel } from '../reference.ts';
import { sampleOf } from './call-samples.ts';
import { callsMarkup } from './calls.ts';
import { describedMarkup } from './cited-sections.ts';
import { openPointLine, openPointLines } from './open-point-line.ts';
import type { Field, OperationView, OutcomeView } from './operation-view.ts';
import { constraints, typeWords } from './schema-words.ts';
import { trialMarkup } from './try-form.ts';

export const parts = [
  ['calls', 'Code'],
  ['request', 'Request'],
  ['answers', 'Responses'],
  ['try', 'Try it'],
  ['clauses', 'Clauses'],
] as const;

function allowedFor(name: OperationName, dialect: Dialect): string {
  return operationOf(name).whoMay?.(dialect) ?? `${whoMayInWords(whoMay(name, dialect))}.`;
}

/** Everything about one operation; each part has an anchor. */
export function operationSection(reference: ReferenceModel, operation: OperationView): Markup {
  const { name, method, path, summary, description, body, result } = operation;
  const part = (id: (typeof parts)[number][0]): Markup => {
    const title = parts.find(([known]) => known === id)?.[1];
    return html`<h3 id="${name}-${id}"><a href="#${name}-${id}">${title}</a></h3>`;
  };
  return html`<section class="operation" aria-labelledby="${name}" data-filter-group>
<div>
<h2 id="${name}"><a href="#${name}">${summary}</a></h2>
<p class="line"><span class="method ${name}">${method}</span> <code class="path">${breakable(path)}</code></p>
<p>${describedMarkup(description)}</p>
<p><strong>Allowed for:</strong> ${allowedFor(name, reference.dialect)}</p>
${openPointLines(reference, operation.points)}
</div>
<div class="call" data-filter-part>
${part('calls')}
${callsMarkup(name, sampleOf(reference, name))}
${answerMarkup(operation)}
</div>
<div>
<div data-filter-part>
${part('request')}
${fieldTable(reference, `Parameters of ${summary}`, [...operation.parameters, ...body.fields], name)}
${openPointLines(reference, body.points)}
</div>
<div data-filter-part>
${part('answers')}
<p class="dim">A refusal is told by its body. Every status is an open point, except those that HTTP itself defines.</p>
<ol class="outcomes plain">${operation.outcomes.map((outcome) => outcomeItem(reference, operation, outcome))}</ol>
${
  result.length > 0 &&
  html`<details class="folded" id="${name}-fields"><summary>Fields of the response (${result.length})</summary>
${fieldTable(reference, `Fields of the response to ${summary}`, result, `${name}-answer`)}</details>`
}
</div>
<div data-filter-part>
${part('try')}
${trialMarkup(reference, name)}
</div>
<div data-filter-part>
${part('clauses')}
${clauseList(operation.clauses)}
</div>
</div>
</section>
`;
}

/** The response to a successful call. */
function answerMarkup({ name, outcomes }: OperationView): Markup | undefined {
  const good = outcomes.find((outcome) => succeeded.has(outcome.name));
  if (!good?.example) return undefined;
  return html`<h3>The response <span class="chip good">${good.status}</span></h3>
<div class="copyable"><pre class="code" tabindex="0" aria-label="The response to ${name}"><code>${codeMarkup(bodyText(good.example.value))}</code></pre></div>`;
}

/** A long path may wrap before each segment. */
export function breakable(path: string): Markup {
  return html`${path.split('/').map((piece, at) => html`${at > 0 && html`<wbr>/`}${piece}`)}`;
}

export function fieldTable(
  reference: ReferenceModel,
  caption: string,
  fields: readonly Field[],
  name: string,
): Markup {
  const row = (field: Field): Markup => {
    const path = /^(path|query|body)$/.test(field.place) ? '' : `${field.place}.`;
    const id = `${name}-field-${path}${field.name}`;
    return html`<tr id="${id}" data-filter-row>
<th scope="row"><a href="#${id}"><code>${path && html`<span class="dim">${path}</span>`}${field.name}</code></a><span class="below dim">${placeWords(field)}</span></th>
<td data-label="Type">${typeWords(field.schema)} ${constraints(field.schema)}</td>
<td data-label="Meaning"><span>${describedMarkup(field.description)}</span>${openPointLines(reference, field.points)}</td>
</tr>
`;
  };
  return html`<table class="table cards field-table"><caption class="unseen">${caption}</caption>
<thead><tr><th scope="col">Name</th><th scope="col">Type</th><th scope="col">Meaning</th></tr></thead>
<tbody>${fields.map(row)}</tbody></table>`;
}

function placeWords({ place, required }: Field): string {
  return `${/^(path|query)$/.test(place) ? place : 'body'}, ${required ? 'required' : 'optional'}`;
}

function outcomeItem(
  reference: ReferenceModel,
  { name }: OperationView,
  outcome: OutcomeView,
): Markup {
  const id = `${name}-${outcome.name}`;
  const { example, point, headers } = outcome;
  return html`<li class="outcome" id="${id}" data-filter-row><details name="answers-${name}">
<summary><span class="chip ${look(outcome)}">${outcome.status}</span> <code>${outcome.name}</code> <span class="dim">${outcome.summary}</span></summary>
${
  example
    ? html`<pre class="code" tabindex="0" aria-label="Body of ${outcome.name}"><code>${codeMarkup(bodyText(example.value))}</code></pre>`
    : html`<p class="dim">No body.</p>`
}
${headers.length > 0 && html`<p class="dim">With ${headers.map((header, at) => html`${at > 0 && ', '}<code>${header}</code>`)}.</p>`}
${point && html`<ul class="open-points plain">${openPointLine(reference, point)}</ul>`}
${causeLine(name, outcome)}
</details></li>
`;
}

const succeeded = new Set(Object.values(operations).map(({ success }) => success));

function look({ name, status }: OutcomeView): string {
  if (succeeded.has(name)) return 'good';
  return Number(status) >= 500 ? 'bad' : 'warn';
}

function bodyText(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value, null, 2);
}

/** The reason for a refusal, as in the header Abuse-Feed-Reason. */
function causeLine(name: OperationName, { name: outcome, point }: OutcomeView): Markup | undefined {
  const cause = operationOf(name).causes[outcome as RefusalKind] ?? protocolCause(outcome);
  if (!cause) return undefined;
  if ('clause' in cause) {
    return html`<p class="cause">Reason: clause <a href="specification.html#${cause.clause}"><code>${cause.clause}</code></a></p>`;
  }
  if ('http' in cause) return html`<p class="cause dim">Reason: ${cause.http}</p>`;
  // If only the status is open, it is shown above.
  if (!('openPoint' in cause) || cause.openPoint === point?.id) return undefined;
  return html`<p class="cause">Reason: open point <a href="specification.html#${cause.openPoint}"><code>${cause.openPoint}</code></a></p>`;
}

/** What most clauses are, stated, needs no label. */
function kindChip(kind: Clause['kind']): Markup | undefined {
  return kind === 'derived'
    ? html`<span class="chip accent">${kindWords[kind]}</span> `
    : undefined;
}

/** Open points stand beside what they affect. */
function clauseList(clauses: readonly Clause[]): Markup {
  const judged = clauses.filter(({ kind }) => kind !== 'open');
  return html`<details class="clause-list"><summary>${plural(judged.length, 'clause')} that a server is held to</summary>
<ul>${judged.map(
    ({ id, kind, sentence }) =>
      html`<li data-filter-row>${kindChip(kind)}${sentence} <a class="id" href="specification.html#${anchorOf(id)}"><code>${id}</code></a></li>\n`,
  )}</ul></details>`;
}
