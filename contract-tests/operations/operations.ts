import { type OperationPlace, operationPlaces } from '../../src/spec/operations.ts';
import { create } from './create.ts';
import { deleteReport } from './delete.ts';
import { fetch } from './fetch.ts';
import { lookup } from './lookup.ts';
import type { KitOperation } from './operation.ts';

const operations = new Map<string, KitOperation>(
  [create, fetch, deleteReport, lookup].map((one) => [one.name, one]),
);

/** For a contract with more operations than openapi.yaml. */
export const addKitOperation = (operation: KitOperation): void => {
  operations.set(operation.name, operation);
};

export const kitOperation = (name: string): KitOperation => {
  const operation = operations.get(name);
  if (!operation) throw new Error(`The kit has no operation ${name}`);
  return operation;
};

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
