import { isDeepStrictEqual } from 'node:util';
import {
  type Document,
  isOperation,
  mapValues,
  type OperationObject,
  type PathItem,
  type ReferenceObject,
  type ResponseObject,
  type ServerObject,
  sharedContract,
} from './document.ts';
import { ownResponse } from './operations.ts';

/**
 * An applied document for readers: without our validator's own keywords, with shared responses under
 * `components`, and without unused components.
 * By the default dialect it is openapi.yaml.
 */
export function published(document: Document): Document {
  const known = made.get(document) ?? withoutUnused({ ...document, paths: pathsOf(document) });
  made.set(document, known);
  return known;
}

const made = new WeakMap<Document, Document>();

/**
 * The same, with the URL it is served at. That comes first and without variables: not every tool fills
 * them in.
 */
export function servedAt(document: Document, url: string): Document {
  const servers = (written: readonly ServerObject[]): ServerObject[] =>
    written.map((server) => ({
      ...server,
      ...(server.variables ? filledIn(server, url) : { url }),
    }));
  const { paths, ...rest } = published(document);
  return {
    ...rest,
    servers: servers(document.servers),
    paths: mapValues(paths, (item) =>
      item.servers ? { ...item, servers: servers(item.servers) } : item,
    ),
  };
}

function filledIn({ variables }: ServerObject, url: string): Pick<ServerObject, 'variables'> {
  return variables ? { variables: mapValues(variables, (one) => ({ ...one, default: url })) } : {};
}

function pathsOf({ paths }: Document): Document['paths'] {
  return mapValues(
    paths,
    (item) =>
      mapValues(item as { [key: string]: unknown }, (part) =>
        isOperation(part) ? readable(part) : part,
      ) as PathItem,
  );
}

function readable(operation: OperationObject): OperationObject {
  const { 'x-eov-allow-unknown-query-parameters': _, ...own } = operation;
  const name = own['x-operation'];
  return {
    ...own,
    responses: mapValues(typedSuccess(own.responses), (response) => shared(response, name)),
  };
}

/**
 * A refusal may have a success status and no body. Generators then produce no type for any success of
 * the operation; an empty string as body means the same and avoids that.
 */
function typedSuccess(responses: OperationObject['responses']): OperationObject['responses'] {
  const hasBody = (response: ResponseObject | ReferenceObject) =>
    '$ref' in response || response.content;
  const successes = Object.entries(responses).filter(([status]) => status.startsWith('2'));
  if (!successes.some(([, response]) => hasBody(response))) return responses;
  return mapValues(responses, (response, status) => {
    if ('$ref' in response || hasBody(response) || !status.startsWith('2')) return response;
    const outcomes = response['x-empty-body'] ?? [];
    const examples = Object.fromEntries(outcomes.map((outcome) => [outcome, { value: '' }]));
    const schema = { type: 'string', maxLength: 0 };
    return { ...response, content: { 'text/plain': { schema, examples } } };
  });
}

/** Applying a dialect inlines every response; unchanged ones become references again. */
function shared(
  response: ResponseObject | ReferenceObject,
  operation: string,
): ResponseObject | ReferenceObject {
  const contract = sharedContract();
  for (const [name, written] of Object.entries(contract.components.responses)) {
    if (isDeepStrictEqual(ownResponse(contract, written, operation), response)) {
      return { $ref: `#/components/responses/${name}` };
    }
  }
  return response;
}

/** Repeats until nothing is removed: a component used only by an unused one is unused, too. */
function withoutUnused(document: Document): Document {
  const text = JSON.stringify(document);
  const { securitySchemes, ...others } = document.components;
  const components = mapValues(others as { [kind: string]: object }, (group, kind) =>
    Object.fromEntries(
      Object.entries(group).filter(([name]) => text.includes(`"#/components/${kind}/${name}"`)),
    ),
  );
  const filled = Object.entries(components).filter(([, group]) => Object.keys(group).length > 0);
  const left = {
    ...document,
    components: { ...Object.fromEntries(filled), securitySchemes } as Document['components'],
  };
  return JSON.stringify(left).length === text.length ? left : withoutUnused(left);
}
