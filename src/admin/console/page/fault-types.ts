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
export interface FaultType {
  readonly type: string;
  readonly title: string;
  readonly fields: readonly Field[];
}

/** The types of faults that the document allows. */
export function faultTypes({ components: { schemas } }: AdminDocument): FaultType[] {
  const followed = ({ $ref = '', ...own }: FieldSchema): FieldSchema => ({
    ...schemas[$ref.slice($ref.lastIndexOf('/') + 1)],
    ...own,
  });
  return (schemas.FaultRule?.oneOf ?? []).map(({ title = '', properties = {}, required = [] }) => ({
    title,
    type: properties.type?.const ?? '',
    fields: fieldsOf(properties, required, followed).filter(({ name }) => name !== 'type'),
  }));
}

/** An object with known members has a field for each of them, such as `request.path`. */
function fieldsOf(
  properties: NonNullable<FieldSchema['properties']>,
  required: readonly string[],
  followed: (schema: FieldSchema) => FieldSchema,
  within = '',
): Field[] {
  return Object.entries(properties).flatMap(([own, written]) => {
    const schema = followed(written);
    const name = `${within}${own}`;
    if (schema.properties) return fieldsOf(schema.properties, [], followed, `${name}.`);
    return [{ ...schema, name, isRequired: required.includes(own) }];
  });
}

export function isNumber({ type }: FieldSchema): boolean {
  return type === 'integer' || type === 'number';
}

/** The fault that is typed in: without the fields that are empty. */
export function typedFault({ type, fields }: FaultType, data: FormData): object {
  const given = fields
    .map((field) => ({ field, text: String(data.get(field.name) ?? '') }))
    .filter(({ text }) => text.trim() !== '')
    .map(({ field, text }) => ({
      name: field.name,
      value: isNumber(field) ? Number(text) : parsed(field, text),
    }));
  const fault: { [name: string]: unknown } = { type };
  for (const { name, value } of given) {
    const [outer = '', inner] = name.split('.', 2);
    if (inner === undefined) fault[outer] = value;
    else fault[outer] = { ...(fault[outer] as object | undefined), [inner]: value };
  }
  return fault;
}

/** JSON if it parses, otherwise text. */
function parsed({ type }: FieldSchema, text: string): unknown {
  try {
    return type === 'string' ? text : JSON.parse(text);
  } catch {
    return text;
  }
}
