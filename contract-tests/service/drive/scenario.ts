import type { Area } from '../../../src/spec/clauses/clauses.ts';
import type { ClauseId } from '../../../src/spec/clauses.generated.ts';
import type { Context } from './context.ts';

/**
 * spend: limited tokens are used up, after at most one other lookup, so that a count shared between callers shows.
 * last: after all others. end: after all others of every area, when spent tokens are asked again.
 * probe: only to learn how a target answers open points. Its responses are not judged; otherwise a run that learns
 * could have another verdict than one that does not.
 */
export type RunStage = 'spend' | 'main' | 'last' | 'probe' | 'end';

/** Whether the calls of a stage are those of limited tokens. */
export function spends(stage: RunStage): boolean {
  return stage === 'spend' || stage === 'end';
}

/** Requests whose responses test some clauses. It judges nothing: the model sees every exchange. */
export interface Scenario {
  readonly name: string;
  /** Default: that of its first clause. */
  readonly area?: Area;
  readonly clauses: readonly ClauseId[];
  /** The open points that a probe shows. */
  readonly points?: readonly string[];
  readonly stage: RunStage;
  readonly run: (context: Context) => Promise<unknown>;
}

export function scenario(
  name: string,
  clauses: readonly ClauseId[],
  run: Scenario['run'],
  stage: RunStage = 'main',
): Scenario {
  return { name, clauses, stage, run };
}

/** A refusal must persist: the first one is requested five times, others three times. */
export function attempts(isFirst: boolean): readonly number[] {
  return isFirst ? [1, 2, 3, 4, 5] : [1, 2, 6];
}

function typed(type: string, accept = 'application/json') {
  return {
    accept,
    way: { headers: { 'content-type': type } },
  };
}

const manners: { readonly [time: number]: ReturnType<typeof typed> } = {
  4: typed('application/json; charset=utf-8'),
  5: typed('text/plain', '*/*'),
  6: typed('application/x-www-form-urlencoded'),
};

/** 5: permission depends on the caller alone, so that later attempts name other media types. */
export function mannerOf(time: number): Partial<ReturnType<typeof typed>> {
  return manners[time] ?? {};
}
