import { type Mistake, mistakeAt, type Source } from '../document/document.ts';
import { judged, responseValidator } from '../document/judged.ts';
import { keyOf, type Path, pathIn } from '../document/path.ts';
import type { Schema } from '../document/schema.ts';
import { inlined, isAnnotation, referredName, withInner } from '../spec/schemas.ts';
import { resources, statementsOf } from '../spec/statements.ts';
import { type Document, methods, type ReferenceObject, type ResponseObject } from './document.ts';

/** What the schemas of responses say that the kit cannot judge: it must not be dropped in silence. */
export function unjudged(document: Document, source?: Source): Mistake[] {
  const ajv = responseValidator({ validateSchema: true });
  const schemas = document.components.schemas as { readonly [name: string]: Schema };
  const mistakes: Mistake[] = [];
  const visited = new Set<string>();
  for (const [path, item] of Object.entries(document.paths)) {
    for (const method of methods) {
      const { responses = {} } = item[method] ?? {};
      checkResponses(responses, ['paths', path, method, 'responses']);
    }
  }
  checkResponses(document.components.responses, ['components', 'responses']);
  if (mistakes.length === 0) resources.forEach(checkSamples);
  return mistakes;

  function tell(path: Path, says: string): void {
    mistakes.push(mistakeAt(path, `${keyOf(path)} ${says}`, source));
  }

  function checkResponses(
    responses: { readonly [name: string]: ResponseObject | ReferenceObject },
    path: Path,
  ): void {
    for (const [name, response] of Object.entries(responses)) {
      const { content = {} } = response as ResponseObject;
      for (const [type, { schema }] of Object.entries(content)) {
        const at = [...path, name, 'content', type, 'schema'];
        if ('$ref' in schema) follow(schema as Schema, at, []);
        else tell(at, 'is not judged without a name: refer to a schema in components.schemas');
      }
    }
  }

  function follow(schema: Schema, path: Path, within: readonly string[]): void {
    const name = referredName(schema) ?? '';
    const found = schemas[name];
    if (!found) tell([...path, '$ref'], `refers to ${schema.$ref}, which is no schema here`);
    else if (within.includes(name)) tell([...path, '$ref'], `${name} contains itself without end`);
    else if (!visited.has(name)) {
      visited.add(name);
      check(found, ['components', 'schemas', name], [...within, name]);
    }
  }

  function check(schema: Schema, path: Path, within: readonly string[]): void {
    if (schema.$ref !== undefined) {
      follow(schema, path, within);
      return;
    }
    const before = mistakes.length;
    for (const [keyword, value] of Object.entries(schema)) {
      if (isAnnotation(keyword, value)) continue;
      const isKnownFormat = keyword !== 'format' || Object.hasOwn(ajv.formats, String(value));
      if (!ajv.getKeyword(keyword)) tell([...path, keyword], 'is a keyword that cannot be judged');
      else if (!isKnownFormat) tell([...path, keyword], `is "${value}", which cannot be judged`);
    }
    if (mistakes.length === before) checkKeywords(schema, path);
    withInner(schema, (inner, step) => {
      check(inner, [...path, ...step], within);
      return inner;
    });
  }

  /** The keywords by themselves, without the schemas inside. */
  function checkKeywords(schema: Schema, path: Path): void {
    const { allOf: _, ...own } = withInner(schema, () => ({}));
    const plain = inlined(own);
    if (!ajv.validateSchema(plain)) {
      const { instancePath = '', message } = ajv.errors?.[0] ?? {};
      tell([...path, ...pathIn(plain, instancePath)], `${message}`);
      return;
    }
    try {
      ajv.compile(plain);
    } catch (error) {
      tell(path, `cannot be judged: ${(error as Error).message}`);
    }
  }

  /** Mutants and histories are made from samples, and clauses are known by their ids. */
  function checkSamples({ schema: name, prefix }: (typeof resources)[number]): void {
    const ids = new Set<string>();
    for (const { id, path, about, schema, sample } of statementsOf(schemas[name] ?? {}, prefix)) {
      const at = ['components', 'schemas', name, ...path.flatMap(stepInSchema)];
      if (ids.has(id)) tell(at, `has a clause ${id}, which another field has, too: rename one`);
      ids.add(id);
      if (about !== 'present' && !judged(inlined(schema))(sample))
        tell(at, `needs a valid example: ${JSON.stringify(sample)} is none`);
    }
  }
}

function stepInSchema(step: string): string[] {
  return step === '[]'
    ? ['items']
    : step === '{}'
      ? ['additionalProperties']
      : ['properties', step];
}
