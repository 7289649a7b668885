import { flagSaysSo, type KitOperation } from './operation.ts';

/** 4.1: an id indicates success, unless there is an error. */
export const create: KitOperation = {
  name: 'create',
  success: { schema: 'ReportCreated', clauses: 'create' },
  succeeded: (answer) => {
    const proof = 'id' in answer.body;
    return 'error' in answer.body ? proof && flagSaysSo(answer) : proof || flagSaysSo(answer);
  },
  describesErrors: true,
};
