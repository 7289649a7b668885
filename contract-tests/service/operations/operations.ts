import type { OperationName } from '../../../src/spec/operations.generated.ts';
import { type OperationPlace, operationPlaces } from '../../../src/spec/operations.ts';
import { Operations } from '../../judging/operation.ts';
import { records } from './records.ts';

/** The operations of openapi.yaml, each with what the contract does not say about it. */
export const operations = new Operations(
  operationPlaces.map((place) => ({ ...place, ...records[place.name as OperationName] })),
);

/** What the contract says about an operation. */
export function operationPlace(name: string): OperationPlace {
  const place = operationPlaces.find((one) => one.name === name);
  if (!place) throw new Error(`The contract has no operation ${name}`);
  return place;
}
