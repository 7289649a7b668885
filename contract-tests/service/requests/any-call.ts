import type { OperationPlace } from '../../../src/spec/operations.ts';
import { schemaSample } from '../../../src/spec/schema/samples.ts';
import { schemaNamed } from '../../../src/spec/schemas.ts';
import type { Caller } from '../../judging/caller.ts';
import type { Parameters } from '../../judging/operation.ts';
import type { Ask } from '../../judging/talk/ask.ts';

/** What a call is about, beyond what the contract has as examples. */
interface CallParts {
  readonly caller: Caller;
  /** The feed, the report, the hash, and optional parameters. */
  readonly about: Parameters;
  /** The body, where the sample of its schema will not do. */
  readonly sent?: object | undefined;
}

/** A valid call of any operation, by the contract: every required parameter, and a body where it takes one. */
export function anyCall(place: OperationPlace, { caller, about, sent }: CallParts): Ask {
  const { name, parameters, sends } = place;
  const samples = parameters
    .filter(({ isRequired }) => isRequired)
    .map((one) => [one.name, String(schemaSample(one.schema))]);
  const own = new Set(parameters.map((one) => one.name));
  const named = Object.entries(about).filter(([key]) => own.has(key));
  const request = {
    operation: name,
    caller,
    about: Object.fromEntries([...samples, ...named]) as Parameters,
  };
  if (sends === undefined) return request;
  const said = sent ?? schemaSample(schemaNamed(sends));
  return {
    ...request,
    sent: said,
    body: JSON.stringify(said),
    contentType: 'application/json',
  };
}
