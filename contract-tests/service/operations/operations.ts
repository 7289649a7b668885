import type { OperationName } from '../../../src/spec/operations.generated.ts';
import { type OperationPlace, operationPlaces } from '../../../src/spec/operations.ts';
import type { KitOperation } from '../../judging/operation.ts';
import { records } from './records.ts';

export const kitOperation = (name: string): KitOperation => {
  const record = (records as { readonly [name: string]: KitOperation })[name];
  if (!record)
    throw new Error(`contract-tests/service/operations/records.ts has no record of ${name}`);
  return record;
};

export const effectOf = (name: string): KitOperation['effect'] => kitOperation(name).effect;

const places = new Map(operationPlaces.map((place) => [place.name, place]));

export const operationPlace = (name: string): OperationPlace => {
  const place = places.get(name);
  if (!place) throw new Error(`The contract has no operation ${name}`);
  return place;
};

/** The values of a request's parameters, by name. */
export type Parameters = { readonly [name: string]: string | undefined };

/** The path and query of a call. */
export const operationPath = (name: string, values: Parameters): string => {
  const { path, query } = operationPlace(name);
  const filled = path.replace(/\{(\w+)\}/g, (_, key: string) =>
    encodeURIComponent(values[key] ?? ''),
  );
  const asked = query.flatMap((key) => {
    const value = values[key];
    return value === undefined ? [] : [`${key}=${encodeURIComponent(value)}`];
  });
  return asked.length === 0 ? filled : `${filled}?${asked.join('&')}`;
};

/** The paths of the contract as patterns, with parameters as named groups. */
const matchers = operationPlaces.map((place) => ({
  ...place,
  pattern: new RegExp(`^${place.path.replace(/\{(\w+)\}/g, '(?<$1>[^/]+)')}$`),
}));

/** The operation for a method and a path below the URL of an area, with its parameters. */
export const operationAt = (
  method: string,
  pathIn: (area: string) => string | undefined,
): { readonly place: OperationPlace; readonly named: Parameters } | undefined => {
  for (const { pattern, ...place } of matchers) {
    if (place.method !== method) continue;
    const path = pathIn(place.area);
    const match = path === undefined ? undefined : pattern.exec(path);
    if (match) return { place, named: match.groups ?? {} };
  }
  return undefined;
};

/** The operation that a driver uses for a purpose, such as to delete what was created. */
export const operationThat = (effect: KitOperation['effect']): OperationName => {
  const place = operationPlaces.find(({ name }) => effectOf(name) === effect);
  if (!place)
    throw new Error(`contract-tests/service/operations/records.ts has no operation that ${effect}`);
  return place.name as OperationName;
};
