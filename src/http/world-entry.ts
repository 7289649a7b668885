import type { Request, RequestHandler } from 'express';
import { write } from './api.ts';
import type { HostedWorld } from './hosted-world.ts';
import { type Worlds, worldsPath } from './worlds.ts';

export interface WorldEntry {
  /** Takes the prefix of a world off the URL: what comes after sees every world alike. */
  readonly enter: RequestHandler;
  /** The world a request is for. */
  readonly worldOf: (req: Request) => HostedWorld;
  /** Its id, also where there is none of that id; undefined for the first world. */
  readonly idOf: (req: Request) => string | undefined;
}

const prefix = new RegExp(`^${worldsPath}/([^/?]+)(?:/|(?=\\?|$))`);

export function worldEntry(worlds: Worlds): WorldEntry {
  const entered = new WeakMap<Request, HostedWorld>();
  const ids = new WeakMap<Request, string>();
  return {
    worldOf: (req) => entered.get(req) ?? worlds.first,
    idOf: (req) => ids.get(req),
    enter: (req, res, next) => {
      const [whole, id] = prefix.exec(req.url) ?? [];
      if (whole === undefined || id === undefined) return next();
      const rest = `/${req.url.slice(whole.length)}`;
      const found = worlds.use(id);
      // The control plane has its own way to say that something is not there.
      if (!found && !rest.startsWith('/__admin/')) return write(res, noWorld(id));
      if (found) entered.set(req, found.hosted);
      ids.set(req, id);
      req.url = rest;
      next();
    },
  };
}

const noWorld = (id: string) => ({
  status: 404,
  // Also for pages of other origins: they could not tell why their calls fail.
  headers: { 'Access-Control-Allow-Origin': '*' },
  body: {
    type: 'json' as const,
    value: {
      error: `There is no world "${id}". It was dropped, was idle too long, or never was.`,
      successful: false,
    },
  },
  outcome: 'unknown-world',
});
