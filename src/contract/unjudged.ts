import { type Mistake, mistakeAt, type Source } from '../document/document.ts';
import { judged, responseValidator } from '../document/judged.ts';
import { keyOf, type Path } from '../document/path.ts';
import type { Schema } from '../document/schema.ts';
import { inlined, isAnnotation, referredName, withInner, withLimits } from '../spec/schemas.ts';
import { resources, statementsOf } from '../spec/statements.ts';
import { type Document, methods, type ResponseObject } from './document.ts';

/** What the schemas say that the kit cannot judge: it must not be dropped in silence. */
export function unjudged(document: Document, source?: Source): Mistake[] {
  const schemas = document.components.schemas as { readonly [name: string]: Schema };
  const mistakes: Mistake[] = [];
  const tell = (path: Path, says: string): void => {
    mistakes.push(mistakeAt(path, `${keyOf(path)} ${says}`, source));
  };
  for (const path of unnamedSchemas(document))
    tell(path, 'is not judged without a name: refer to a schema in components.schemas');
  const ajv = responseValidator({ validateSchema: true });
  for (const [name, schema] of Object.entries(schemas))
    try {
      ajv.compile(whole(schema, schemas, [name]));
    } catch (error) {
      const { message } = error as Error;
      tell(['components', 'schemas', name], `cannot be judged: ${message}. Correct or remove it.`);
    }
  if (mistakes.length === 0) for (const resource of resources) tellSamples(schemas, resource, tell);
  return mistakes;
}

/** Where responses have a schema that is written there. */
function unnamedSchemas({ paths, components }: Document): Path[] {
  const inOperations = Object.entries(paths).flatMap(([path, item]) =>
    methods.map((method) => [['paths', path, method], item[method]?.responses ?? {}] as const),
  );
  const shared = [['components'], components.responses] as const;
  return [...inOperations, shared].flatMap(([at, responses]) =>
    Object.entries(responses).flatMap(([name, response]) =>
      Object.entries((response as ResponseObject).content ?? {}).flatMap(([type, { schema }]) =>
        '$ref' in schema ? [] : [[...at, 'responses', name, 'content', type, 'schema']],
      ),
    ),
  );
}

/** A schema without references and annotations. Throws where one refers to nothing or to itself. */
function whole(
  written: Schema,
  schemas: { readonly [name: string]: Schema },
  within: readonly string[],
): Schema {
  const { $ref } = written;
  if ($ref !== undefined) {
    const name = referredName(written) ?? '';
    const found = schemas[name];
    if (!found) throw new Error(`it refers to ${$ref}, which is no schema here`);
    if (within.includes(name)) throw new Error(`${name} contains itself without end`);
    return whole(found, schemas, [...within, name]);
  }
  const said = Object.entries(withLimits(written)).filter((entry) => !isAnnotation(...entry));
  return withInner(Object.fromEntries(said), (inner) => whole(inner, schemas, within));
}

/** Mutants and histories are made from samples, and clauses are known by their ids. */
function tellSamples(
  schemas: { readonly [name: string]: Schema },
  { schema: name, prefix }: (typeof resources)[number],
  tell: (path: Path, says: string) => void,
): void {
  const ids = new Set<string>();
  for (const { id, path, about, schema, sample } of statementsOf(schemas[name] ?? {}, prefix)) {
    const at = ['components', 'schemas', name, ...path.flatMap(stepInSchema)];
    if (ids.has(id)) tell(at, `has a clause ${id}, which another field has, too: rename one`);
    ids.add(id);
    if (about !== 'present' && !judged(inlined(schema))(sample))
      tell(at, `needs a valid example: ${JSON.stringify(sample)} is none`);
  }
}

function stepInSchema(step: string): string[] {
  if (step === '[]') return ['items'];
  if (step === '{}') return ['additionalProperties'];
  return ['properties', step];
}
