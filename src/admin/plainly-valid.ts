import type { ValidateFunction } from 'ajv';
import type { Request } from 'express';
import { schemaCompiler } from '../contract/compile-schema.ts';
import { type Document, type Operation, type Parameter, resolved } from '../contract/document.ts';
import { inJsonSchema } from './admin-document.ts';

/** One operation of the control plane, as far as a request is judged by it. */
interface Route {
  readonly method: string;
  readonly path: RegExp;
  /** Checks of what stands in the path, in its order. */
  readonly params: readonly Check[];
  readonly needsBody: boolean;
  /** Undefined where it takes no body. */
  readonly body: Check | undefined;
}

type Check = (value: unknown) => boolean;

/** Says of a request whether the validator would let it through as it is. */
export interface PlainlyValid {
  (req: Pick<Request, 'method' | 'url' | 'body' | 'headers'>): boolean;
  /** Reads the document, which the first request would wait for. */
  readonly prepare: () => void;
}

/**
 * Lets requests past the validator that it would let through as they are: those without a query whose
 * body fits. The validator takes half a second to get ready, and words all that is refused.
 */
export function plainlyValidBy(documentOf: () => Document): PlainlyValid {
  let routes: readonly Route[] | undefined;
  const prepare = (): readonly Route[] => {
    routes ??= routesOf(documentOf());
    return routes;
  };
  const isPlainlyValid = ({ method, url, body, headers }: Parameters<PlainlyValid>[0]) => {
    // The guard leaves a type only to what has a body.
    const hasBody = headers['content-type'] !== undefined;
    const route = prepare().find((one) => one.method === method && one.path.test(url));
    if (!route || (hasBody && !route.body)) return false;
    const [, ...sent] = route.path.exec(url) ?? [];
    const fits = sent.every((text, at) => !text.includes('%') && route.params[at]?.(text));
    return fits && (hasBody ? route.body?.(body) === true : !route.needsBody);
  };
  return Object.assign(isPlainlyValid, { prepare });
}

function routesOf(given: Document): Route[] {
  const document = inJsonSchema(given);
  const { compile } = schemaCompiler(document);
  return Object.entries(document.paths).flatMap(([path, { parameters = [], ...methods }]) =>
    Object.entries(methods as { [method: string]: Operation }).map(([method, operation]) => {
      const body = operation.requestBody?.content['application/json']?.schema;
      return {
        method: method.toUpperCase(),
        path: new RegExp(`^${path.replaceAll('.', '\\.').replace(/\{[^}]+\}/g, '([^/?#]+)')}$`),
        params: parameters.map((one) => {
          const { schema } = resolved<Parameter>(document, one);
          return onFirstUse(() => compile(schema));
        }),
        needsBody: operation.requestBody?.required === true,
        body: body && onFirstUse(() => compile(body)),
      };
    }),
  );
}

function onFirstUse(compile: () => ValidateFunction): Check {
  let validate: ValidateFunction | undefined;
  return (value) => {
    validate ??= compile();
    return validate(value);
  };
}
