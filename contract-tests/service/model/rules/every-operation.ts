import type { OperationName } from '../../../../src/spec/operations.generated.ts';
import { type OperationPlace, operationPlaces } from '../../../../src/spec/operations.ts';
import { schemaNamed } from '../../../../src/spec/schemas.ts';
import { isObject } from '../../../judging/talk/answer.ts';
import { isJsonType } from '../../../judging/talk/body.ts';
import { formatValue } from '../../../judging/talk/format.ts';
import { demandRefusalWithReasons, failure, type Rule, rule } from '../rule.ts';
import type { Step } from '../step.ts';

function typeOf({ exchange }: Step): string | undefined {
  return exchange.response.headers['content-type'];
}

function isSuccess({ answer }: Step): boolean {
  return answer.outcome === 'success';
}

/** Where errors may have any format (4.4): this was meant to be a success. */
function isMeantAs(schema: string): (step: Step) => boolean {
  const { required = [] } = schemaNamed(schema);
  return (step) => {
    const { status, body, cut, garbled } = step.exchange.response;
    if (isSuccess(step) || status >= 300) return isSuccess(step);
    if (garbled) return isJsonType(typeOf(step));
    if (cut || step.answer.json !== undefined) return cut ?? false;
    const named = required.filter((field) => body.includes(`"${field}"`));
    return isJsonType(typeOf(step)) && named.length > required.length / 2;
  };
}

function insteadOfJson({ answer: { json }, exchange: { response } }: Step): string {
  if (!response.cut && response.garbled) return `a body that cannot be read: ${response.garbled}`;
  if (!response.cut) return json === undefined ? 'a body that is no JSON' : formatValue(json);
  return response.status === 0
    ? 'no response: the connection is closed each time, while others get one'
    : 'a response that breaks off';
}

/** 0: the bodies of an operation are JSON, errors included where they are described. */
function bodyRules(
  on: OperationName,
  { describesErrors, success: { schema } }: OperationPlace,
): Rule[] {
  return [
    rule(`${on}/body-is-json`, {
      on,
      isForm: true,
      judgesUnreadable: true,
      when: describesErrors ? () => true : isMeantAs(schema),
      demand: (step) =>
        ((describesErrors ? isObject(step.answer.json) : isSuccess(step)) &&
          !step.exchange.response.cut) ||
        failure(describesErrors ? 'a JSON object' : 'a success that is JSON', insteadOfJson(step)),
    }),
    rule(`${on}/content-type-is-json`, {
      on,
      isForm: true,
      when: describesErrors ? ({ exchange }) => exchange.response.status !== 0 : isSuccess,
      demand: (step) =>
        isJsonType(typeOf(step)) ||
        failure('Content-Type: application/json', formatValue(typeOf(step)), {
          rests: [`${on}/body-is-json`],
          sign: { header: 'content-type' },
        }),
    }),
  ];
}

/** 5: an operation that needs a token under every dialect. */
function tokenRules(on: 'create' | 'delete' | 'lookup'): Rule[] {
  return [
    rule(`${on}/token-required`, {
      on,
      when: ({ expected }) => expected.because === 'no-token',
      demand: demandRefusalWithReasons,
      traffic: `a ${on} without a token${on === 'delete' ? ', and one of a report that is gone' : ''}`,
    }),
    rule(`${on}/token-must-be-known`, {
      on,
      when: ({ expected }) => expected.because === 'unknown-token',
      demand: demandRefusalWithReasons,
      rests: [`${on}/token-required`],
      unobservable: 'a listener cannot know which tokens are unknown',
    }),
  ];
}

/** What the specification says of all operations. Their own rules add to these. */
export const everyOperation: readonly Rule[] = operationPlaces.flatMap((place) => [
  ...bodyRules(place.name as OperationName, place),
  ...(place.needsToken ? tokenRules(place.name as 'create') : []),
]);
