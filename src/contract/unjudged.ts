import { type Mistake, mistakeAt, type Source } from '../document/document.ts';
import { judged, responseValidator } from '../document/judged.ts';
import { keyOf, type Path, pathIn } from '../document/path.ts';
import type { Schema } from '../document/schema.ts';
import { inlined, isAnnotation, referredName, withInner } from '../spec/schemas.ts';
import { resources, statementsOf } from '../spec/statements.ts';
import { type Document, methods, type ReferenceObject, type ResponseObject } from './document.ts';

/** What the schemas of responses say that the kit cannot judge: it must not be dropped in silence. */
export function unjudged(document: Document, source?: Source): Mistake[] {
  return new ResponseSchemas(document, source).mistakes();
}

/** The schemas that responses refer to, and what is wrong with them. */
class ResponseSchemas {
  readonly #document: Document;
  readonly #source: Source | undefined;
  readonly #schemas: { readonly [name: string]: Schema };
  readonly #ajv = responseValidator({ validateSchema: true });
  readonly #visited = new Set<string>();
  readonly #mistakes: Mistake[] = [];

  constructor(document: Document, source: Source | undefined) {
    this.#document = document;
    this.#source = source;
    this.#schemas = document.components.schemas as { readonly [name: string]: Schema };
  }

  mistakes(): Mistake[] {
    const { paths, components } = this.#document;
    for (const [path, item] of Object.entries(paths)) {
      for (const method of methods) {
        const { responses = {} } = item[method] ?? {};
        this.#checkResponses(responses, ['paths', path, method, 'responses']);
      }
    }
    this.#checkResponses(components.responses, ['components', 'responses']);
    if (this.#mistakes.length === 0) for (const resource of resources) this.#checkSamples(resource);
    return this.#mistakes;
  }

  #tell(path: Path, says: string): void {
    this.#mistakes.push(mistakeAt(path, `${keyOf(path)} ${says}`, this.#source));
  }

  #checkResponses(
    responses: { readonly [name: string]: ResponseObject | ReferenceObject },
    path: Path,
  ): void {
    for (const [name, response] of Object.entries(responses)) {
      const { content = {} } = response as ResponseObject;
      for (const [type, { schema }] of Object.entries(content)) {
        const at = [...path, name, 'content', type, 'schema'];
        if ('$ref' in schema) this.#follow(schema as Schema, at, []);
        else
          this.#tell(at, 'is not judged without a name: refer to a schema in components.schemas');
      }
    }
  }

  #follow(schema: Schema, path: Path, within: readonly string[]): void {
    const name = referredName(schema) ?? '';
    const found = this.#schemas[name];
    const at = [...path, '$ref'];
    if (!found) this.#tell(at, `refers to ${schema.$ref}, which is no schema here`);
    else if (within.includes(name)) this.#tell(at, `${name} contains itself without end`);
    else if (!this.#visited.has(name)) {
      this.#visited.add(name);
      this.#check(found, ['components', 'schemas', name], [...within, name]);
    }
  }

  #check(schema: Schema, path: Path, within: readonly string[]): void {
    if (schema.$ref !== undefined) {
      this.#follow(schema, path, within);
      return;
    }
    const before = this.#mistakes.length;
    for (const [keyword, value] of Object.entries(schema)) {
      if (isAnnotation(keyword, value)) continue;
      const at = [...path, keyword];
      const isKnownFormat = keyword !== 'format' || Object.hasOwn(this.#ajv.formats, String(value));
      if (!this.#ajv.getKeyword(keyword)) this.#tell(at, 'is a keyword that cannot be judged');
      else if (!isKnownFormat) this.#tell(at, `is "${value}", which cannot be judged`);
    }
    if (this.#mistakes.length === before) this.#checkKeywords(schema, path);
    withInner(schema, (inner, step) => {
      this.#check(inner, [...path, ...step], within);
      return inner;
    });
  }

  /** The keywords by themselves, without the schemas inside. */
  #checkKeywords(schema: Schema, path: Path): void {
    const ajv = this.#ajv;
    const { allOf: _, ...own } = withInner(schema, () => ({}));
    const plain = inlined(own);
    if (!ajv.validateSchema(plain)) {
      const { instancePath = '', message } = ajv.errors?.[0] ?? {};
      this.#tell([...path, ...pathIn(plain, instancePath)], `${message}`);
      return;
    }
    try {
      ajv.compile(plain);
    } catch (error) {
      this.#tell(path, `cannot be judged: ${(error as Error).message}`);
    }
  }

  /** Mutants and histories are made from samples, and clauses are known by their ids. */
  #checkSamples({ schema: name, prefix }: (typeof resources)[number]): void {
    const ids = new Set<string>();
    const statements = statementsOf(this.#schemas[name] ?? {}, prefix);
    for (const { id, path, about, schema, sample } of statements) {
      const at = ['components', 'schemas', name, ...path.flatMap(stepInSchema)];
      if (ids.has(id))
        this.#tell(at, `has a clause ${id}, which another field has, too: rename one`);
      ids.add(id);
      if (about !== 'present' && !judged(inlined(schema))(sample))
        this.#tell(at, `needs a valid example: ${JSON.stringify(sample)} is none`);
    }
  }
}

function stepInSchema(step: string): string[] {
  if (step === '[]') return ['items'];
  if (step === '{}') return ['additionalProperties'];
  return ['properties', step];
}
