import { flagSaysSo, type KitOperation } from './operation.ts';

/** 4.3: a message or the flag success indicates success, unless there is an error. */
export const deleteReport: KitOperation = {
  name: 'delete',
  success: { schema: 'ReportDeleted', clauses: 'delete' },
  succeeded: (answer) => {
    const { body, status } = answer;
    if ('error' in body) return 'message' in body && body.success === true;
    if ('message' in body || 'success' in body) return status < 400 || body.success === true;
    return flagSaysSo(answer);
  },
  describesErrors: true,
};
