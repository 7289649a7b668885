import type { World } from '../service/world.ts';
import type { Edition } from './edition.ts';
import type { RateLimiter } from './rate-limiter.ts';

/** A world and how it is served. */
export interface ServedWorld {
  readonly world: World;
  readonly edition: Edition;
  readonly limiter: RateLimiter;
}
