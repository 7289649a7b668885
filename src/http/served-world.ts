import type { World } from '../service/world.ts';
import type { RateLimiter } from '../worlds/rate-limiter.ts';
import type { Call } from './answer.ts';
import type { Edition } from './edition.ts';
import type { Reply } from './reply.ts';

/** A world and how it is served. */
export interface ServedWorld {
  readonly world: World;
  readonly edition: Edition;
  readonly limiter: RateLimiter;
  readonly answer: (served: ServedWorld, call: Call) => Promise<Reply>;
}
