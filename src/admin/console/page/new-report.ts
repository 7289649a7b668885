import { html, type View } from '../../../pages/page/view.ts';
import type { AdminDocument, FieldSchema } from './fault-types.ts';
import { select } from './parts.ts';

interface ReportField extends FieldSchema {
  readonly name: string;
  readonly isRequired: boolean;
}

/** The fields of a new report, as the document of the control plane lists them. */
export function newReportFields({ components: { schemas } }: AdminDocument): ReportField[] {
  const { properties = {}, required = [] } = schemas.NewReport ?? {};
  return Object.entries(properties).map(([name, schema]) => ({
    ...schema,
    name,
    isRequired: required.includes(name),
  }));
}

/** Those that have to be given; the rest is folded, and made up where it is left out. */
export function newReportForm(fields: readonly ReportField[], services: readonly string[]): View {
  const viewOf = (field: ReportField): View => fieldView(field, services);
  const required = fields.filter(({ isRequired }) => isRequired);
  const optional = fields.filter(({ isRequired }) => !isRequired);
  return html`<div class="fields">${required.map(viewOf)}</div>
    <details><summary>More fields, made up where they are left out</summary><div class="fields">${optional.map(viewOf)}</div></details>`;
}

function fieldView(field: ReportField, services: readonly string[]): View {
  const { name, type, isRequired, 'x-words': form, description = form } = field;
  if (name === 'service')
    return html`<label><span>${name}</span>${select({ name }, services)}</label>`;
  const hint = type === 'array' ? 'separated by commas' : description;
  const label = html`<span>${name}${hint !== undefined && html`<span class="dim below">${hint}</span>`}</span>`;
  const isWhole = type === 'integer';
  return html`<label>${label}<input class="field mono" name=${name} type=${isWhole ? 'number' : 'text'} step=${isWhole ? 1 : undefined} required=${isRequired} autocomplete="off" spellcheck="false" /></label>`;
}

/** The report that is typed in: without the fields that are empty. */
export function typedReport(fields: readonly ReportField[], data: FormData): object {
  const given = fields
    .map(({ name, type }) => ({ name, type, text: String(data.get(name) ?? '').trim() }))
    .filter(({ text }) => text !== '');
  return Object.fromEntries(given.map(({ name, type, text }) => [name, typedValue(type, text)]));
}

function typedValue(type: string | undefined, text: string): unknown {
  if (type === 'integer') return Number(text);
  if (type !== 'array') return text;
  const items = text.split(',').map((item) => item.trim());
  return items.filter((item) => item !== '');
}
