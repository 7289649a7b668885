import { type Request, type Response, Router } from 'express';
import type { Document } from '../contract/document.ts';
import { servedAt } from '../contract/published.ts';
import { yamlText } from '../document/yaml.ts';
import { calledAt } from '../http/called-at.ts';
import { corsHeaders } from '../http/cors.ts';
import { sendText } from '../pages/send-text.ts';
import { etagOf } from '../traffic/etag.ts';
import { RecentlyUsed } from '../values/recently-used.ts';

interface Form {
  readonly type: string;
  readonly write: (document: Document) => string;
}

const forms: { readonly [path: string]: Form } = {
  '/openapi.json': {
    type: 'application/json; charset=utf-8',
    write: (document) => JSON.stringify(document),
  },
  '/openapi.yaml': {
    type: 'application/yaml; charset=utf-8',
    write: yamlOf,
  },
};

/** The contract of each world, in both formats. */
export function contractRoutes(): Router {
  const router = Router({ caseSensitive: true, strict: true });
  const serve = (path: string, { type, write }: Form) =>
    router.get(path, async (req: Request, res: Response, next) => {
      const { context } = req;
      const { cors, onAnswer } = context.server;
      onAnswer?.(undefined, 'contract', context);
      if (!context.isKnownWorld) return next();
      // The document differs by dialect and by the URL the server is reached at.
      const text = write(servedAt(context.api.contract.document, calledAt(req)));
      const { etag, isKnown } = etagOf(text, req.headers['if-none-match']);
      res.set({ 'Cache-Control': 'no-cache', ETag: etag, ...corsHeaders(cors, req.get('Origin')) });
      if (isKnown) res.status(304).end();
      else await sendText(req, res.type(type), text);
    });
  for (const [path, form] of Object.entries(forms)) serve(path, form);
  return router;
}

/** Cached: serialising takes a while, and clients fetch it repeatedly. */
const written = new RecentlyUsed<string>({ entries: 16 });

export function yamlOf(document: Document): string {
  return written.getOrMake(JSON.stringify(document), () => yamlText(document, { lineWidth: 100 }));
}
