import { type Request, type RequestHandler, Router } from 'express';
import { calledAt } from '../http/called-at.ts';
import { corsHeaders } from '../http/cors.ts';
import { pageHeaders } from '../pages/headers.ts';
import { html } from './html.ts';

/** Programs accept anything; browsers prefer HTML. */
const isPerson = (req: Request): boolean => req.accepts(['json', 'html']) === 'html';

/**
 * Redirects people from the base URL to the reference, and lists the endpoints for programs; waiting for
 * the bare URL therefore succeeds. Unknown pages respond with an HTML page to people, and as the API does
 * to programs.
 */
export function landingRoutes(
  isWorld: (req: Request) => boolean,
  { cors }: { cors: boolean },
): Router {
  const router = Router({ caseSensitive: true, strict: true });
  const atTheDoor: RequestHandler = (req, res, next) => {
    if (!isWorld(req)) return next();
    res.set({ Vary: 'Accept', 'Cache-Control': 'no-cache', ...(cors && corsHeaders) });
    if (isPerson(req)) res.redirect(307, `${req.context.baseUrl}/docs/`);
    else res.json(whatThereIs(calledAt(req)));
  };
  router.get('/', atTheDoor);
  router.get('/docs/{*file}', (req, res, next) => {
    if (!isPerson(req)) return next();
    pageHeaders(req, res, () => res.status(404).type('html').send(missingPage(req)));
  });
  return router;
}

const whatThereIs = (url: string) => ({
  name: 'abuse-feed-kit',
  feed: `${url}/feed/{service}/api`,
  lookup: `${url}/private/sample/{hash}`,
  contract: `${url}/openapi.json`,
  docs: `${url}/docs/`,
  control: `${url}/__admin`,
  health: `${url}/__admin/health`,
});

/** Its links are absolute, since it is served under any path. */
const missingPage = ({ context, path }: Request): string =>
  html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>No such page · abuse-feed-kit</title>
<link rel="icon" href="data:,">
<link rel="stylesheet" href="/docs/design.css">
<link rel="stylesheet" href="/docs/docs.css">
<script src="/docs/theme.js"></script>
</head>
<body>
<main class="text">
<h1>There is no such page</h1>
<p>Nothing is at <code>${context.baseUrl}${path}</code>. A world that was dropped has no pages either.</p>
<p><a href="/docs/">The reference</a> · <a href="/__admin/console/">The console</a></p>
</main>
</body>
</html>
`.text;
