import { type AdminOperation, adminDocument, adminOperations } from '../contract/admin-document.ts';
import type { SchemaObject } from '../contract/document.ts';
import { codeMarkup, html, inlineMarkup, type Markup } from '../pages/html.ts';
import { filterField, pageFrame } from './layout.ts';
import { asCurl } from './reference/call-code.ts';
import { breakable, fieldTable } from './reference/operation-section.ts';
import { type Field, fieldsOf } from './reference/operation-view.ts';
import { bodyMarkup, parameterMarkup, resultMarkup } from './reference/try-form.ts';
import type { ReferenceModel } from './reference.ts';

interface ControlOperation extends AdminOperation {
  readonly summary: string;
  readonly description: string;
}

/** The operations of the control plane, as a client sends them. */
export function controlPage(reference: ReferenceModel): string {
  const document = adminDocument();
  const operations = adminOperations().map((operation): ControlOperation => {
    const { summary = operation.operationId, description = '' } =
      document.paths[operation.path]?.[operation.method] ?? {};
    return { ...operation, summary, description };
  });
  const body = html`<div class="reference">
<nav class="contents toc" aria-label="On this page"><ul class="plain">${operations.map(
    ({ operationId, method, summary }) =>
      html`<li><a href="#${operationId}"><span class="method">${method.toUpperCase()}</span> ${summary}</a></li>\n`,
  )}</ul></nav>
<div class="text">
<h1>${document.info.title}</h1>
${document.info.description
  .trim()
  .split(/\n{2,}/)
  .map((paragraph) => html`<p>${inlineMarkup(paragraph)}</p>`)}
${filterField('faults, world, clock …')}
${operations.map((operation) => section(reference, operation))}
</div>
</div>`;
  return pageFrame(reference, {
    file: 'control.html',
    title: 'Control plane',
    body,
    contents: operations.map(({ operationId, summary }) => [operationId, summary] as const),
  });
}

function section(reference: ReferenceModel, operation: ControlOperation): Markup {
  const { operationId, method, path, summary, description } = operation;
  const sample = sampleBody(operation);
  const fields = fieldsIn(operation);
  const call = {
    method: method.toUpperCase(),
    url: `${reference.live?.baseUrl ?? '{base_url}'}/__admin${path}`,
    headers: sample === undefined ? {} : { 'Content-Type': 'application/json' },
    ...(sample !== undefined && { body: JSON.stringify(sample, null, 2) }),
  };
  return html`<section class="operation" aria-labelledby="${operationId}" data-filter-group>
<div>
<h2 id="${operationId}"><a href="#${operationId}">${summary}</a></h2>
<p class="line" data-filter-row><span class="method">${call.method}</span> <code class="path">${breakable(`/__admin${path}`)}</code></p>
${description && html`<p>${inlineMarkup(description)}</p>`}
</div>
<div class="call" data-filter-part>
<div class="copyable"><pre class="code" tabindex="0" aria-label="${operationId} in curl"><code data-call="curl">${codeMarkup(asCurl(call))}</code></pre></div>
</div>
<div data-filter-part>
${fields.length > 0 && fieldTable(reference, `Parameters of ${summary}`, fields, operationId)}
${reference.live && trial(operation, sample)}
</div>
</section>
`;
}

/** Shown where scripts run; most servers want no token. */
function trial(
  { operationId, method, path, parameters }: ControlOperation,
  sample: unknown,
): Markup {
  const names = Object.keys(parameters.properties ?? {});
  return html`<details class="folded"><summary>Try it</summary>
<form class="try fields card" data-try="${operationId}" data-method="${method.toUpperCase()}" data-template="/__admin${path}" aria-label="Try ${operationId}">
<label><span>Authorization <span class="dim">(Bearer and the admin token, where there is one)</span></span><input class="field mono" name="authorization" autocomplete="off" spellcheck="false"></label>
${names.map((name) => parameterMarkup(name, '', path.includes(`{${name}}`) ? '(path)' : '(query, left out when empty)'))}
${sample !== undefined && bodyMarkup(sample)}
${resultMarkup}
</form></details>`;
}

function fieldsIn({ path, parameters, body }: ControlOperation): Field[] {
  const properties = parameters.properties ?? {};
  const required = (parameters.required ?? []) as readonly string[];
  const named = Object.entries(properties).map(
    ([name, schema]): Field => ({
      name,
      place: path.includes(`{${name}}`) ? 'path' : 'query',
      required: required.includes(name),
      description: String(schema.description ?? ''),
      schema: schema as SchemaObject,
      points: [],
    }),
  );
  return [
    ...named,
    ...(body ? fieldsOf(adminDocument(), oneObject(body.schema as SchemaObject)) : []),
  ];
}

/** Alternatives as one object that has the members of each. */
function oneObject(schema: SchemaObject): SchemaObject {
  const alternatives = (schema.oneOf ?? []) as readonly SchemaObject[];
  if (alternatives.length === 0) return schema;
  const types = alternatives.map(({ properties }) => properties?.type?.const);
  const all = Object.assign({}, ...alternatives.map(({ properties }) => properties));
  const isTyped = types.every((type) => type !== undefined);
  const type = { type: 'string', enum: types, description: 'What is done.' };
  return {
    type: 'object',
    required: isTyped ? ['type'] : [],
    properties: { ...all, ...(isTyped && { type }) },
  };
}

/** A body that is accepted: what is required, by the examples of the document. */
function sampleBody({ body }: ControlOperation): unknown {
  return body && sampleOf(body.schema as SchemaObject);
}

function sampleOf(schema: SchemaObject): unknown {
  const {
    examples,
    default: usual,
    enum: options,
    const: only,
    oneOf,
  } = schema as {
    readonly [keyword: string]: readonly unknown[] | undefined;
  };
  const given = examples?.[0] ?? only ?? usual ?? options?.[0];
  if (given !== undefined) return given;
  const [alternative] = (oneOf ?? []) as readonly SchemaObject[];
  if (alternative) return sampleOf(alternative);
  if (schema.type === 'array') return [sampleOf((schema.items ?? {}) as SchemaObject)];
  if (schema.type === 'integer' || schema.type === 'number') return schema.minimum ?? 1;
  if (schema.type === 'string') return '…';
  const { properties = {}, required = [] } = schema;
  return Object.fromEntries(
    required.flatMap((name) => (properties[name] ? [[name, sampleOf(properties[name])]] : [])),
  );
}
