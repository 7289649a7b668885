import { expressByHand } from './express-by-hand.ts';
import { expressValidated } from './express-validated.ts';
import { fastify } from './fastify.ts';
import { hono } from './hono.ts';
import { nodeHttp } from './node-http.ts';
import type { OrdinaryServer } from './ordinary.ts';
import { proxied } from './proxied.ts';
import { python } from './python.ts';
import { sqlite } from './sqlite.ts';

/** All servers; those with `isAvailable` may not be on this machine. */
export const servers: readonly OrdinaryServer[] = [
  nodeHttp,
  expressByHand,
  expressValidated,
  fastify,
  hono,
  sqlite,
  python,
  proxied,
];
