import { analysisIn } from './body.ts';
import type { KitOperation } from './operation.ts';

/** 4.4: only an analysis indicates success; the format of errors is not specified. */
export const lookup: KitOperation = {
  name: 'lookup',
  success: { schema: 'StaticAnalysis', clauses: 'analysis' },
  succeeded: ({ json }) => analysisIn(json) !== undefined,
  describesErrors: false,
};
