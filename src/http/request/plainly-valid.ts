import type { ValidateFunction } from 'ajv';
import { schemaCompiler } from '../../contract/compile-schema.ts';
import type { Document } from '../../contract/document.ts';
import { operationNamed, parameterSchema } from '../../contract/operations.ts';
import type { OperationName } from '../../domain/operation.ts';

/** What is looked at of a request, apart from what its route has matched already. */
export interface Asked {
  /** The parameters of the path, as the router decoded them. */
  readonly params: { readonly [name: string]: unknown };
  /** What follows the question mark, as it was sent; empty where nothing does. */
  readonly query: string;
  readonly announcesBody: boolean;
  /** The parsed body of a create. */
  readonly body?: unknown;
}

/**
 * Lets requests through that the validator middleware would let through as they are, and says no
 * more: whatever it does not recognise is for the validator to decide, and to word.
 */
export type PlainlyValid = (operation: OperationName, asked: Asked) => boolean;

/** Compiled from the same document, when the first request asks: starting does not pay for it. */
export function plainlyValidBy(document: Document): PlainlyValid {
  let checks: Record<OperationName, (asked: Asked) => boolean> | undefined;
  return (operation, asked) => {
    checks ??= compile(document);
    return checks[operation](asked);
  };
}

/** The query of a request that names a report and nothing else. */
export const reportQuery = 'report=';

function compile(document: Document): Record<OperationName, (asked: Asked) => boolean> {
  const compiler = schemaCompiler(document);
  const parameter = (name: string) =>
    onFirstUse(() => compiler.compile(parameterSchema(document, name)));
  const [isService, isId, isHash] = [parameter('service'), parameter('report'), parameter('hash')];
  const isDraft = onFirstUse(() => {
    const { requestBody } = operationNamed(document, 'create');
    return compiler.compile(requestBody?.content['application/json']?.schema ?? { not: {} });
  });
  // What is matched here as an id is one as it was sent: a schema that took `&` or `%` would not do.
  const namesReport = ({ params, query, announcesBody }: Asked): boolean =>
    !announcesBody &&
    query.startsWith(reportQuery) &&
    isUnencoded(query) &&
    isId(query.slice(reportQuery.length)) &&
    isService(params.service);
  return {
    create: ({ params, query, body }) => query === '' && isDraft(body) && isService(params.service),
    fetch: namesReport,
    delete: namesReport,
    lookup: ({ params, query, announcesBody }) =>
      !announcesBody && query === '' && isHash(params.hash),
  };
}

function onFirstUse(compile: () => ValidateFunction): (value: unknown) => boolean {
  let validate: ValidateFunction | undefined;
  return (value) => {
    validate ??= compile();
    return validate(value);
  };
}

const isUnencoded = (query: string): boolean => !/[%&+]/.test(query);
