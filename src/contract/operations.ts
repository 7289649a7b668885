import { type OperationName, operationIds } from '../domain/operation.ts';
import {
  type Document,
  type Method,
  type Operation,
  type Parameter,
  type Reference,
  resolved,
  type Schema,
} from './document.ts';

export function* operationsOf(document: Document): Generator<Operation> {
  for (const item of Object.values(document.paths)) {
    for (const method of ['post', 'get', 'delete'] satisfies Method[]) {
      if (item[method]) yield item[method];
    }
  }
}

export function operationNamed(document: Document, name: OperationName): Operation {
  for (const operation of operationsOf(document)) {
    if (operation.operationId === operationIds[name]) return operation;
  }
  throw new Error(`openapi.yaml has no operation ${operationIds[name]}`);
}

/** The schema of a parameter, wherever the document describes it. */
export function parameterSchema(document: Document, name: string): Schema | Reference {
  const listed = Object.values(document.paths).flatMap((item) => item.parameters ?? []);
  for (const operation of operationsOf(document)) listed.push(...(operation.parameters ?? []));
  for (const one of listed) {
    const parameter = resolved<Parameter>(document, one);
    if (parameter.name === name) return parameter.schema;
  }
  throw new Error(`openapi.yaml has no parameter ${name}`);
}
