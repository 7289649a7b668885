/** The parts of a schema that a form is made from. */
export interface FieldSchema {
  readonly $ref?: string;
  readonly title?: string;
  readonly description?: string;
  /** The form of a value in words. */
  readonly 'x-words'?: string;
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

export interface Field extends FieldSchema {
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

export function isNumber({ type }: FieldSchema): boolean {
  return type === 'integer' || type === 'number';
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
function parsed({ type }: FieldSchema, text: string): unknown {
  try {
    return type === 'string' ? text : JSON.parse(text);
  } catch {
    return text;
  }
}
