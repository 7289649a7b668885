import type { Exchange } from '../talk/exchange.ts';
import { limitFrom } from './limit.ts';
import { probe } from './probe.ts';
import { attemptReport } from './report-attempt.ts';

/** Scores up to here are tried before the limit counts as absent: 32 bits. */
const farthest = 2 ** 31;
const steps = 40;

/** Likely limits, in order of distance from the known score; `far` is tried first. */
const ends = {
  'create.score.minimum': { far: -farthest, likely: [5, 4, 1, 0, -1, -10, -11, -100, -101] },
  'create.score.maximum': { far: farthest, likely: [1, 2, 3, 4, 5, 6, 10, 11, 100, 101, 1000] },
} as const;

for (const [point, { far, likely }] of Object.entries(ends))
  probe('feed', [point], async (context) => {
    const known = context.target.payload.confidenceScore;
    let refusal: Exchange | undefined;
    let success: Exchange | undefined;
    const take = async (confidenceScore: number): Promise<boolean> => {
      const { accepted, answer } = await attemptReport(context, context.draft({ confidenceScore }));
      if (accepted) success = answer.exchange;
      else refusal = answer.exchange;
      return accepted;
    };
    if (await take(far)) {
      context.observe(point, 'unbounded', success);
      return;
    }
    const beyond = likely.filter((value) => (far < 0 ? value < known : value > known));
    const limit = await limitFrom(known, [...beyond, far], take, steps);
    if (limit.kind === 'exact') context.observe(point, limit.value, refusal);
  });
