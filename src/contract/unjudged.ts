import { type Mistake, mistakeAt } from '../document/document.ts';
import { judged, responseValidator } from '../document/judged.ts';
import { keyOf, type Path } from '../document/path.ts';
import { openapiText } from '../spec/openapi.ts';
import { inlined, schemaNamed } from '../spec/schemas.ts';
import { resources, statementsOf } from '../spec/statements.ts';
import { methods, type ResponseObject, sharedContract } from './document.ts';

/** What openapi.yaml says that the kit cannot judge: it must not be dropped in silence. */
export function unjudged(): Mistake[] {
  const unnamed = unnamedSchemas().map((path) =>
    mistake(path, 'is not judged without a name: refer to a schema in components.schemas'),
  );
  const ajv = responseValidator({ validateSchema: true });
  const unreadable = Object.keys(sharedContract().components.schemas).flatMap((name) => {
    try {
      ajv.compile(inlined(schemaNamed(name)));
      return [];
    } catch (error) {
      // A schema that contains itself has no end.
      const why = error instanceof RangeError ? 'it contains itself' : (error as Error).message;
      const says = `cannot be judged: ${why}. Correct or remove it.`;
      return [mistake(['components', 'schemas', name], says)];
    }
  });
  const mistakes = [...unnamed, ...unreadable];
  return mistakes.length > 0 ? mistakes : unusableSamples();
}

function mistake(path: Path, says: string): Mistake {
  const source = { file: 'openapi.yaml', text: openapiText() };
  return mistakeAt(path, `${keyOf(path)} ${says}`, source);
}

/** Where responses have a schema that is written there. */
function unnamedSchemas(): Path[] {
  const { paths, components } = sharedContract();
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

/** Mutants and histories are made from samples, and clauses are known by their ids. */
function unusableSamples(): Mistake[] {
  return resources.flatMap(({ schema: name, prefix }) => {
    const ids = new Set<string>();
    return statementsOf(schemaNamed(name), prefix).flatMap((statement) => {
      const { id, path, about, schema, sample } = statement;
      const at = ['components', 'schemas', name, ...path.flatMap(stepInSchema)];
      const isTaken = ids.has(id);
      ids.add(id);
      if (isTaken)
        return [mistake(at, `has a clause ${id}, which another field has, too: rename one`)];
      return about === 'present' || judged(inlined(schema))(sample)
        ? []
        : [mistake(at, `needs a valid example: ${JSON.stringify(sample)} is none`)];
    });
  });
}

function stepInSchema(step: string): string[] {
  if (step === '[]') return ['items'];
  if (step === '{}') return ['additionalProperties'];
  return ['properties', step];
}
