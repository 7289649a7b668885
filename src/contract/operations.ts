import { type OperationName, operationIds } from '../domain/operation.ts';
import type { Document, Method, Operation } from './document.ts';

/** One operation, and where it is called. */
export interface Route {
  readonly path: string;
  readonly method: Method;
  readonly operation: Operation;
}

const methods: ReadonlySet<string> = new Set<Method>(['get', 'post', 'put', 'patch', 'delete']);

export function* routesOf(document: Document): Generator<Route> {
  for (const [path, item] of Object.entries(document.paths)) {
    for (const [method, operation] of Object.entries(item)) {
      if (methods.has(method)) yield { path, method, operation } as Route;
    }
  }
}

export function* operationsOf(document: Document): Generator<Operation> {
  for (const { operation } of routesOf(document)) yield operation;
}

export function operationNamed(document: Document, name: OperationName): Operation {
  for (const operation of operationsOf(document)) {
    if (operation.operationId === operationIds[name]) return operation;
  }
  throw new Error(`openapi.yaml has no operation ${operationIds[name]}`);
}
