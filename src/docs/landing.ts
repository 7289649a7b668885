import { Router } from 'express';
import { calledAt } from '../http/called-at.ts';
import { corsHeaders } from '../http/cors.ts';
import { isPerson } from '../pages/person.ts';
import { contractPaths } from '../spec/operations.ts';

/**
 * Redirects people from the base URL to the reference, and lists the endpoints for programs; waiting for
 * the bare URL therefore succeeds.
 */
export function landingRoutes(): Router {
  const router = Router({ caseSensitive: true, strict: true });
  router.get('/', (req, res, next) => {
    const { isKnownWorld, server } = req.context;
    if (!isKnownWorld) return next();
    res.set({ 'Cache-Control': 'no-cache', ...corsHeaders(server.cors, req.get('Origin')) });
    res.vary('Accept');
    if (isPerson(req)) res.redirect(307, `${req.context.baseUrl}/docs/`);
    else res.json(whatThereIs(calledAt(req)));
  });
  return router;
}

function whatThereIs(url: string) {
  return {
    name: 'abuse-feed-kit',
    ...Object.fromEntries(contractPaths.map(({ name, path }) => [name, url + path])),
    contract: `${url}/openapi.json`,
    docs: `${url}/docs/`,
    control: `${url}/__admin`,
    health: `${url}/__admin/health`,
  };
}
