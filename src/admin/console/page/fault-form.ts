import { html, jsonIn, type View } from '../../../pages/page/view.ts';
import { select } from './parts.ts';

/** The parts of a schema that a form is made from. */
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

/** The document of the control plane, as far as the page reads it. */
export interface AdminDocument {
  readonly components: { readonly schemas: { readonly [name: string]: FieldSchema } };
}

interface Field extends FieldSchema {
  readonly name: string;
  readonly isRequired: boolean;
}

/** A type of fault, and the fields that it takes. */
export interface FaultKind {
  readonly type: string;
  readonly title: string;
  readonly fields: readonly Field[];
}

/** The types of faults that the document allows. */
export function faultKinds({ components: { schemas } }: AdminDocument): FaultKind[] {
  const followed = ({ $ref = '', ...own }: FieldSchema): FieldSchema => ({
    ...schemas[$ref.slice($ref.lastIndexOf('/') + 1)],
    ...own,
  });
  return (schemas.FaultRule?.oneOf ?? []).map(({ title = '', properties = {}, required = [] }) => ({
    title,
    type: properties.type?.const ?? '',
    fields: Object.entries(properties)
      .filter(([name]) => name !== 'type')
      .map(([name, schema]) => ({
        ...followed(schema),
        name,
        isRequired: required.includes(name),
      })),
  }));
}

const isNumber = ({ type }: FieldSchema): boolean => type === 'integer' || type === 'number';

/** An input for a field of a type; what is typed survives every render. */
export function fieldView(kind: string, field: Field, callers: readonly string[]): View {
  const { name, title = name, description, isRequired, minimum, maximum, examples = [] } = field;
  const options = name === 'caller' ? callers : field.enum;
  const any = isRequired || field.default ? [] : [['', `every ${name}`] as const];
  const [example] = examples;
  const shared = { name, required: isRequired };
  const isLong = !options && !isNumber(field);
  return html`<label key=${`${kind} ${name}`} class=${isLong && 'wide'} title=${description}><span>${title}</span>${
    options
      ? select({ name }, [...any, ...options])
      : isNumber(field)
        ? html`<input class="field" type="number" step=${field.type === 'integer' ? 1 : 'any'} min=${minimum} max=${maximum} defaultValue=${example} ...${shared} />`
        : html`<textarea class="field mono" rows="2" spellcheck="false" defaultValue=${example === undefined ? '' : JSON.stringify(example)} ...${shared}></textarea>`
  }</label>`;
}

/** The fault that is typed in: without the fields that are empty. */
export function typedFault({ type, fields }: FaultKind, data: FormData): object {
  const given = fields
    .map((field) => ({ field, text: String(data.get(field.name) ?? '') }))
    .filter(({ text }) => text.trim() !== '')
    .map(({ field, text }) => [field.name, isNumber(field) ? Number(text) : parsed(field, text)]);
  return { type, ...Object.fromEntries(given) };
}

/** JSON if it parses, otherwise text. */
const parsed = ({ type }: FieldSchema, text: string): unknown =>
  type === 'string' ? text : (jsonIn(text) ?? text);
