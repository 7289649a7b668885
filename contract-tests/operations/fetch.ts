import { isObject } from './body.ts';
import { flagSaysSo, type KitOperation } from './operation.ts';

/** 4.2: a report indicates success, unless there is an error. */
export const fetch: KitOperation = {
  name: 'fetch',
  success: { schema: 'ReportFetched', clauses: 'fetch' },
  succeeded: (answer) => {
    const proof = isObject(answer.body.report);
    return 'error' in answer.body ? proof && flagSaysSo(answer) : proof || flagSaysSo(answer);
  },
  describesErrors: true,
};
