import { type RequestHandler, Router } from 'express';
import type { HostedWorld } from '../worlds/world.ts';
import { api } from './api.ts';
import { contractRoutes } from './contract-routes.ts';
import { cors } from './cors.ts';
import { interventionsOf } from './intervention.ts';
import { bugEntry, logReply } from './request-log.ts';
import type { ServedWorld } from './served-world.ts';

/** Made when the first request comes: a world that is not called costs next to nothing. */
const made = new WeakMap<ServedWorld, RequestHandler>();

/** Everything below the base URL of a world, as its dialect has it now. */
export function worldRoutes(hosted: HostedWorld): RequestHandler {
  const known = made.get(hosted.served) ?? routesOf(hosted);
  made.set(hosted.served, known);
  return known;
}

function routesOf(hosted: HostedWorld): RequestHandler {
  const { log, cors: open } = hosted.surroundings;
  const interventions = interventionsOf(hosted);
  const router = Router({ caseSensitive: true, strict: true });
  let contract: RequestHandler | undefined;
  router.use((req, res, next) => {
    if (req.path !== '/openapi.json' && req.path !== '/openapi.yaml') return next();
    contract ??= contractRoutes(hosted.served.edition.document);
    return contract(req, res, next);
  });
  if (open) router.use(cors);
  router.use(
    api(hosted.served, {
      ...interventions,
      replied: (req, res, reply) => {
        interventions.replied(req, res, reply);
        logReply(log, req, res, reply);
      },
      bug: (problem) => log(bugEntry(problem)),
    }),
  );
  return router;
}
