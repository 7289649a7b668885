import { operationPointId } from '../spec/open-point.ts';
import {
  type Document,
  type Example,
  type Method,
  mapValues,
  methods,
  type OperationObject,
  type PathItem,
  type ReferenceObject,
  type ResponseObject,
  resolved,
} from './document.ts';

/** An operation with its path and method. */
export interface PlacedOperation {
  readonly name: string;
  readonly method: Method;
  readonly path: string;
  readonly item: PathItem;
  readonly operation: OperationObject;
}

export function* placedOperations(document: Document): Generator<PlacedOperation> {
  for (const [path, item] of Object.entries(document.paths)) {
    for (const method of methods) {
      const operation = item[method];
      if (operation) yield { name: operation['x-operation'], method, path, item, operation };
    }
  }
}

export function* operationsOf(document: Document): Generator<OperationObject> {
  for (const { operation } of placedOperations(document)) yield operation;
}

export function placedOperation(document: Document, name: string): PlacedOperation {
  for (const placed of placedOperations(document)) if (placed.name === name) return placed;
  throw new Error(`The document has no operation with the name ${name}`);
}

export function operationObject(document: Document, name: string): OperationObject {
  return placedOperation(document, name).operation;
}

/** A response with its examples resolved, whose open points name the operation. */
export type OwnResponse = ResponseObject & {
  content?: { [type: string]: { examples?: { [outcome: string]: Example } } };
};

/** The responses of an operation, with shared ones resolved for it. */
export function responsesOf(
  document: Document,
  { responses, 'x-operation': name }: OperationObject,
): { [status: string]: OwnResponse } {
  return mapValues(responses, (response) =>
    ownResponse(document, resolved(document, response), name),
  );
}

export function ownResponse(
  document: Document,
  response: ResponseObject,
  name: string,
): OwnResponse {
  const { content } = response;
  if (!content) return response as OwnResponse;
  const own = mapValues(content, ({ examples, ...media }) => ({
    ...media,
    ...(examples && { examples: mapValues(examples, (one) => ownExample(document, one, name)) }),
  }));
  return { ...response, content: own } as OwnResponse;
}

function ownExample(document: Document, written: Example | ReferenceObject, name: string): Example {
  const example = resolved<Example>(document, written);
  const points = example['x-open-point'];
  if (!points) return example;
  const named = points.map((point) => ({ ...point, id: operationPointId(point.id, name) ?? '' }));
  return { ...example, 'x-open-point': named };
}
