import type { OperationName } from '../../../src/spec/operations.generated.ts';
import type { Operation, ReadBody } from '../../judging/operation.ts';
import { isObject, type JsonBody } from '../../judging/talk/body.ts';
import { analysisIn } from './analysis.ts';

/** What the kit knows about an operation beyond the contract. */
type OperationRecord = Pick<Operation, 'succeeded' | 'effect' | 'words'>;

/** The flag that indicates success (4.1, 4.2, 7), or else the status. */
function flagSaysSo({ body, status }: ReadBody): boolean {
  return typeof body.successful === 'boolean' ? body.successful : status < 400;
}

/** Something that only a success has, unless there is an error. */
function succeededBy(hasProof: (body: JsonBody) => boolean) {
  return (answer: ReadBody): boolean =>
    'error' in answer.body
      ? hasProof(answer.body) && flagSaysSo(answer)
      : hasProof(answer.body) || flagSaysSo(answer);
}

/** One record for every operation of openapi.yaml; a missing one does not compile. */
export const records: { readonly [name in OperationName]: OperationRecord } = {
  create: {
    succeeded: succeededBy((body) => 'id' in body),
    effect: 'creates',
    words: {
      calls: 'creates',
      answer: ['the response to a create', 'Responses to creates'],
      refused: 'A create is refused',
    },
  },
  fetch: {
    succeeded: succeededBy(({ report }) => isObject(report)),
    effect: 'nothing',
    words: {
      calls: 'fetches',
      answer: ['a fetched report', 'Fetched reports'],
      refused: 'A stored report is not found',
    },
  },
  delete: {
    // 4.3: a message or the flag success indicates success, unless there is an error.
    succeeded: (answer) => {
      const { body, status } = answer;
      if ('error' in body) return 'message' in body && body.success === true;
      if ('message' in body || 'success' in body) return status < 400 || body.success === true;
      return succeededBy(() => false)(answer);
    },
    effect: 'deletes',
    words: {
      calls: 'deletions',
      answer: ['the response to a delete', 'Responses to deletes'],
      refused: 'A delete is refused',
    },
  },
  lookup: {
    // 4.4: only an analysis indicates success; the format of errors is not specified.
    succeeded: ({ json }) => analysisIn(json) !== undefined,
    effect: 'counts',
    words: {
      calls: 'lookups',
      answer: ['an analysis', 'Analyses'],
      refused: 'A known file is not found',
    },
  },
};
