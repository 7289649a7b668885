import type { Area } from '../../src/spec/clauses.ts';
import type { Context } from '../drive/context.ts';

/**
 * Requests that only learning needs: they find out how a target answers open points. What comes back
 * is not judged, or a run that learns could end otherwise than one that does not.
 */
export interface Probe {
  readonly points: readonly string[];
  readonly area: Area;
  /** last: when no other probe is at work. */
  readonly stage: 'main' | 'last';
  readonly run: (context: Context) => Promise<void>;
}

const registry: Probe[] = [];

export const probe = (
  area: Area,
  points: readonly string[],
  run: (context: Context) => Promise<unknown>,
  stage: Probe['stage'] = 'main',
): void => {
  registry.push({
    area,
    points,
    stage,
    run: async (context) => {
      await run(context);
    },
  });
};

export const allProbes = (): readonly Probe[] => registry;
