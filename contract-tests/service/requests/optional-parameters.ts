import type { OperationParameter, OperationPlace } from '../../../src/spec/operations.ts';
import { otherValue } from '../../../src/spec/schema/nearby-values.ts';
import { schemaSample } from '../../../src/spec/schema/samples.ts';
import type { Parameters } from '../../judging/operation.ts';

function isOptional(one: OperationParameter): boolean {
  return one.in === 'query' && !one.isRequired;
}

export function optionalParameters({ parameters }: OperationPlace): readonly OperationParameter[] {
  return parameters.filter(isOptional);
}

/** Valid values of a parameter: its example and another, its limits, all that it may be where that is listed. */
function valuesOf({ schema }: OperationParameter): readonly string[] {
  const sample = schemaSample(schema);
  const { minimum, maximum, enum: listed = [] } = schema;
  const values = [sample, otherValue(schema, sample), minimum, maximum, ...listed];
  const plain = values.filter((value) => value !== undefined && typeof value !== 'object');
  return [...new Set(plain.map(String))];
}

/** One for each value of each optional query parameter, and one with all of them. */
export function optionalQueries(place: OperationPlace): readonly Parameters[] {
  const optional = optionalParameters(place);
  const alone = optional.flatMap((one) => valuesOf(one).map((value) => ({ [one.name]: value })));
  const together = Object.assign({}, ...alone.toReversed()) as Parameters;
  return optional.length > 1 ? [...alone, together] : alone;
}

/** Whether a request names only what it must: with more, it may be refused for other reasons. */
export function namesNoOptional(place: OperationPlace, about: Parameters): boolean {
  return optionalParameters(place).every(({ name }) => about[name] === undefined);
}
