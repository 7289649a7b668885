import { randomUUID } from 'node:crypto';
import { type FrontRequest, type FrontState, jsonOf, type Layer } from './front.ts';
import { answers, saying } from './layers.ts';

/** Adds a changing value to a header and a field of every response, as servers may (2, 4). */
const telling =
  (name: string, make: () => (request: FrontRequest, world: FrontState) => string): Layer =>
  (world) => {
    const text = make();
    return answers((response, request) => {
      const value = text(request, world);
      const headers = { ...response.headers, [`x-${name}`]: value };
      const isJson = String(headers['content-type']).startsWith('application/json');
      return isJson
        ? saying({ ...response, headers }, { ...jsonOf(response), [name]: value })
        : { ...response, headers };
    })(world);
  };

/** Conforming, but misleading for a judge that compares texts. Each can be put in front of any mutant or fault. */
export const noises: { readonly [name: string]: Layer } = {
  counter: telling('requestNumber', () => {
    let count = 0;
    return () => String(++count);
  }),
  time: telling(
    'servedAt',
    () =>
      (_, { now }) =>
        new Date(now()).toISOString(),
  ),
  'part-of-the-id': telling(
    'traceId',
    () =>
      ({ id }) =>
        `${id.slice(0, 8)}-${randomUUID().slice(0, 8)}`,
  ),
};
