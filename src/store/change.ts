import type { Analysis } from '../domain/analysis.ts';
import type { Caller } from '../domain/caller.ts';
import type { StoredReport } from '../domain/report.ts';
import type { Allowance, Contents } from './contents.ts';

/** Everything that can happen to the state. Applying the same list again gives the same state. */
export type Change =
  | { readonly type: 'report-added'; readonly report: StoredReport }
  | {
      readonly type: 'report-removed';
      readonly service: string;
      readonly id: string;
      /** Whether the id is kept as one that once existed. */
      readonly remember: boolean;
    }
  | { readonly type: 'allowance-set'; readonly caller: string; readonly allowance: Allowance }
  | { readonly type: 'service-added'; readonly service: string }
  | { readonly type: 'caller-set'; readonly caller: Caller }
  | { readonly type: 'caller-removed'; readonly id: string }
  | { readonly type: 'analysis-added'; readonly analysis: Analysis }
  | { readonly type: 'replaced'; readonly contents: Contents };
