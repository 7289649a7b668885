/** The four operations, by the name their open points begin with. */
export type OperationName = 'create' | 'fetch' | 'delete' | 'lookup';

const feedPath = /^\/feed\/[^/]+\/api$/;
const lookupPath = /^\/private\/sample\/[^/]+$/;
const feedOperations: { [method: string]: OperationName } = {
  POST: 'create',
  GET: 'fetch',
  DELETE: 'delete',
};

/** The operation a request is meant for, before anything in it is validated. */
export function operationOf(method: string, path: string): OperationName | undefined {
  if (feedPath.test(path)) return feedOperations[method];
  if (lookupPath.test(path) && method === 'GET') return 'lookup';
  return undefined;
}

/** The methods a path takes, or undefined for a path that is none of the API's. */
export function methodsOf(path: string): string[] | undefined {
  if (feedPath.test(path)) return Object.keys(feedOperations);
  if (lookupPath.test(path)) return ['GET'];
  return undefined;
}
