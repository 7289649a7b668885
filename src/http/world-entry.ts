import type { Request, RequestHandler } from 'express';
import type { HostedWorld } from '../worlds/world.ts';
import { type Worlds, worldsPath } from '../worlds/worlds.ts';
import { cors } from './cors.ts';
import { write } from './delivery.ts';
import { reasonFor, reasonHeader } from './reason.ts';
import type { Reply } from './reply.ts';
import { noteTurnedAway, type TurnedAway } from './turned-away.ts';

export interface WorldEntry {
  /** Takes the prefix of a world off the URL: what comes after sees every world alike. */
  readonly enter: RequestHandler;
  /** The world a request is for. */
  readonly worldOf: (req: Request) => HostedWorld;
  /** Its id, also where there is none of that id; undefined for the first world. */
  readonly idOf: (req: Request) => string | undefined;
  /** Notes a request that came no further than HTTP, in its world where that can be told. */
  readonly turnedAway: (one: TurnedAway) => void;
}

const prefix = new RegExp(`^${worldsPath}/([^/?]+)(?:/|(?=\\?|$))`);

/** The id in the prefix, and the URL without it. */
function split(url: string): { readonly id: string; readonly rest: string } | undefined {
  const [whole, id] = prefix.exec(url) ?? [];
  if (whole === undefined || id === undefined) return undefined;
  return { id, rest: `/${url.slice(whole.length)}` };
}

export function worldEntry(worlds: Worlds): WorldEntry {
  const entered = new WeakMap<Request, HostedWorld>();
  const ids = new WeakMap<Request, string>();
  return {
    worldOf: (req) => entered.get(req) ?? worlds.first,
    idOf: (req) => ids.get(req),
    enter: (req, res, next) => {
      const place = split(req.url);
      if (!place) return next();
      const found = worlds.use(place.id);
      // The control plane has its own way to say that something is not there.
      if (!found && !place.rest.startsWith('/__admin/')) {
        const { method, url, headers, body } = req;
        const reply = noWorld(place.id);
        const refuse = () => {
          noteTurnedAway(worlds.first, { request: { method, url, headers, body }, reply });
          write(res, reply);
        };
        if (!worlds.first.surroundings.cors) return refuse();
        // Pages of other origins ask first, and could not tell why their calls fail.
        req.url = place.rest;
        return cors(req, res, refuse);
      }
      if (found) entered.set(req, found.hosted);
      ids.set(req, place.id);
      req.url = place.rest;
      next();
    },
    turnedAway: ({ request, reply }) => {
      const place = split(request.url);
      const found = place && worlds.use(place.id);
      if (place && found) {
        noteTurnedAway(found.hosted, { request: { ...request, url: place.rest }, reply });
      } else noteTurnedAway(worlds.first, { request, reply });
    },
  };
}

function noWorld(id: string): Reply {
  const outcome = 'unknown-world';
  const why = `There is no world "${id}". It was dropped, was idle too long, or never was.`;
  return {
    status: 404,
    headers: { [reasonHeader]: reasonFor(undefined, outcome) ?? '' },
    body: { type: 'json', value: { error: why, successful: false } },
    outcome,
    why,
  };
}
