import { operationsAt } from './called-operation.ts';

/** The methods that the contract has at a path, in its order. */
export function methodsAt(path: string): string[] {
  return operationsAt(() => path).map(({ place }) => place.method);
}

/** One that no contract can have: OpenAPI has no word for it. */
export const foreignMethod = 'PROPFIND';
