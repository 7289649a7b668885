import { analysisIn } from './body.ts';
import type { KitOperation } from './operation.ts';

/** 4.4: only an analysis proves it; what an error looks like is not shown. */
export const lookup: KitOperation = {
  name: 'lookup',
  success: { schema: 'StaticAnalysis', clauses: 'analysis' },
  succeeded: ({ json }) => analysisIn(json) !== undefined,
  describesErrors: false,
};
