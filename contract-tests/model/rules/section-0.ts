import { analysisIn, isObject, looksLikeAnalysis } from '../../talk/answer.ts';
import type { OperationId } from '../../talk/exchange.ts';
import { formatValue } from '../../talk/format.ts';
import { failure, type Rule, rule } from '../rule.ts';
import type { Step } from '../step.ts';

const isJsonType = (type: string | undefined): boolean =>
  /^\s*application\/json\s*(;|$)/i.test(type ?? '');

const jsonHeader = { header: 'content-type' };

const typeOf = ({ exchange }: Step): string | undefined =>
  exchange.response.headers['content-type'];

type Feed = Exclude<OperationId, 'lookup'>;

/** All bodies of an operation are JSON, including errors. */
export const bodyRules = (on: Feed): Rule[] => [
  rule(`${on}/body-is-json`, {
    on,
    when: () => true,
    demand: ({ answer: { json }, exchange: { response } }) =>
      (isObject(json) && !response.cut) ||
      failure(
        'a JSON object',
        response.cut
          ? response.status === 0
            ? 'no answer: the connection is closed each time, while others are answered'
            : 'an answer that breaks off'
          : response.garbled
            ? `a body that cannot be read: ${response.garbled}`
            : json === undefined
              ? 'a body that is no JSON'
              : formatValue(json),
      ),
  }),
  rule(`${on}/content-type-is-json`, {
    on,
    when: ({ exchange }) => exchange.response.status !== 0,
    demand: (step) =>
      isJsonType(typeOf(step)) ||
      failure('Content-Type: application/json', formatValue(typeOf(step)), {
        rests: [`${on}/body-is-json`],
        sign: jsonHeader,
      }),
  }),
];

/** Errors of the lookup may have any format (4.4), but this was meant to be an analysis. */
const isMeantAsAnalysis = (step: Step): boolean => {
  const { answer, exchange } = step;
  const { status, body, cut, garbled } = exchange.response;
  if (analysisIn(answer.json)) return true;
  if (cut) return status < 300;
  if (garbled) return status < 300 && isJsonType(typeOf(step));
  return (
    answer.json === undefined &&
    status < 300 &&
    isJsonType(typeOf(step)) &&
    body.includes('"sha256Hash"')
  );
};

const isFound = ({ lookup }: Step): boolean => lookup?.analysis !== undefined;

export const section0: readonly Rule[] = [
  ...(['create', 'fetch', 'delete'] as const).flatMap(bodyRules),
  rule('lookup/body-is-json', {
    on: 'lookup',
    when: isMeantAsAnalysis,
    demand: (step) =>
      (isFound(step) && !step.exchange.response.cut) ||
      failure(
        'an analysis that is JSON',
        step.exchange.response.garbled
          ? `a body that cannot be read: ${step.exchange.response.garbled}`
          : 'something near to it that cannot be parsed',
      ),
  }),
  rule('lookup/content-type-is-json', {
    on: 'lookup',
    when: isFound,
    demand: (step) =>
      isJsonType(typeOf(step)) ||
      failure('Content-Type: application/json', formatValue(typeOf(step)), { sign: jsonHeader }),
  }),
  rule('lookup/body-is-the-analysis', {
    on: 'lookup',
    when: isFound,
    demand: ({ answer }) =>
      looksLikeAnalysis(answer.json) ||
      failure('the analysis itself as the body', 'an analysis wrapped in something'),
  }),
];
