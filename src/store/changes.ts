import type { Analysis } from '../domain/analysis.ts';
import type { Caller } from '../domain/caller.ts';
import type { StoredReport } from '../domain/report.ts';
import { type Allowance, type Contents, copyOf } from './contents.ts';
import { hashKeys, reportKey, State } from './state.ts';

/** Restores the data, including the order of its lists. Changes are undone latest first. */
export type Undo = () => void;

/** Applies a change to data and index and returns its undo for the data, or a new state to continue with. */
type Apply<C> = (state: State, change: C) => Undo | State;

function kind<C>(apply: Apply<C>): Apply<C> {
  return apply;
}

/** All kinds of change, each journalled as its own JSON. */
const kinds = {
  'report-added': kind<{ readonly report: StoredReport }>(({ data, index }, { report }) => {
    const before = index.reports.get(reportKey(report.service, report.id));
    if (before) index.removeReport(before);
    index.addReport(report);
    return inReverse(swap(data.reports, before, undefined), swap(data.reports, undefined, report));
  }),
  /** `remember`: whether a deleted id is kept. */
  'report-removed': kind<Pick<StoredReport, 'service' | 'id'> & { readonly remember: boolean }>(
    ({ data, index }, { service, id, remember }) => {
      const key = reportKey(service, id);
      const report = index.reports.get(key);
      const isNew = remember && !index.deleted.has(key);
      if (report) index.removeReport(report);
      if (isNew) index.deleted.add(key);
      return inReverse(
        swap(data.reports, report, undefined),
        swap(data.deleted, undefined, isNew ? { service, id } : undefined),
      );
    },
  ),
  'allowance-set': kind<{ readonly caller: string; readonly allowance: Allowance }>(
    ({ data: { allowances } }, { caller, allowance }) => {
      const before = allowances[caller];
      allowances[caller] = allowance;
      return () => {
        if (before) allowances[caller] = before;
        else delete allowances[caller];
      };
    },
  ),
  'service-added': kind<{ readonly service: string }>(({ data, index }, { service }) => {
    const undo = swap(data.services, undefined, index.services.has(service) ? undefined : service);
    index.services.add(service);
    return undo;
  }),
  'caller-set': kind<{ readonly caller: Caller }>((state, { caller }) =>
    callerSet(state, caller.id, caller),
  ),
  'caller-removed': kind<{ readonly id: string }>((state, { id }) =>
    callerSet(state, id, undefined),
  ),
  'analysis-added': kind<{ readonly analysis: Analysis }>(({ data, index }, { analysis }) => {
    const before = data.analyses.find((one) => one.sha256Hash === analysis.sha256Hash);
    for (const hash of before ? hashKeys(before) : []) index.hashes.delete(hash);
    for (const hash of hashKeys(analysis)) index.hashes.set(hash, analysis);
    return swap(data.analyses, before, analysis);
  }),
  replaced: kind<{ readonly contents: Contents }>((_, { contents }) => new State(copyOf(contents))),
};

type Kinds = typeof kinds;
export type Change = {
  [Type in keyof Kinds]: { readonly type: Type } & (Kinds[Type] extends Apply<infer C> ? C : never);
}[keyof Kinds];

/** Whether this version knows the kind. */
export function isKnown({ type }: Change): boolean {
  return Object.hasOwn(kinds, type);
}

/** The state after a change, and how to undo it in the data. */
export function applied(state: State, change: Change): { state: State; undo: Undo } {
  const result = (kinds[change.type] as Apply<Change>)(state, change);
  return result instanceof State ? { state: result, undo: () => {} } : { state, undo: result };
}

function callerSet({ data, index }: State, id: string, caller: Caller | undefined): Undo {
  const before = index.callers.get(id);
  if (before) index.tokens.delete(before.token);
  if (caller) index.tokens.set(caller.token, caller);
  if (caller) index.callers.set(id, caller);
  else index.callers.delete(id);
  return swap(data.callers, before, caller);
}

/** Replaces one entry; undefined on either side inserts or removes. */
function swap<T>(list: T[], before: T | undefined, after: T | undefined): Undo {
  const out = before === undefined ? [] : [before];
  const into = after === undefined ? [] : [after];
  const at = before === undefined ? list.length : list.lastIndexOf(before);
  list.splice(at, out.length, ...into);
  return () => void list.splice(at, into.length, ...out);
}

function inReverse(...steps: readonly Undo[]): Undo {
  return () => {
    for (const undo of steps.toReversed()) undo();
  };
}
