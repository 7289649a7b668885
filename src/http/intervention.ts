import type { Request, Response } from 'express';
import { type OperationName, operationOf } from '../domain/operation.ts';
import { identify } from '../service/callers.ts';
import type { Effect, Misfortune } from '../worlds/faults.ts';
import type { HostedWorld } from '../worlds/world.ts';
import type { Intervention, Observer } from './api.ts';
import { deliverBadly, goneSignal, write } from './delivery.ts';
import { forcedReply, preferencesIn } from './prefer.ts';
import { faultReason } from './reason.ts';
import type { Reply } from './reply.ts';
import { elapsed } from './request-log.ts';
import { type HungUp, seen } from './seen-request.ts';
import { wasTurnedAway } from './turned-away.ts';

/** The journal, the faults and the preferences of a world, around its API. */
export function interventionsOf(
  hosted: HostedWorld,
): Required<Pick<Observer, 'replied' | 'unreadable' | 'intervene' | 'deliver'>> {
  const misfortunes = new WeakMap<Request, Misfortune>();
  const unreadable = new WeakMap<Request, string>();

  function note(req: Request, reply: Reply | HungUp): void {
    if (wasTurnedAway(req)) return;
    hosted.journal.add(
      seen(req, reply, {
        time: hosted.clock.now(),
        operation: operationOf(req.method, req.path),
        caller: callerOf(hosted, req),
        faults: misfortunes.get(req)?.faults,
        rawBody: unreadable.get(req),
        ms: elapsed(req),
      }),
    );
  }

  function instead(req: Request, res: Response, operation: OperationName): Intervention {
    const misfortune = misfortunes.get(req)?.instead;
    if (misfortune?.type === 'drop') {
      note(req, { outcome: 'dropped', why: 'A fault cut the connection.' });
      req.socket.destroy();
      return 'hung-up';
    }
    if (misfortune?.type === 'exhausted') return exhausted(hosted);
    if (misfortune) return faultReply(misfortune);
    const forced = forcedReply(
      hosted.served.edition.document,
      operation,
      preferencesIn(req.get('Prefer')),
    );
    for (const one of forced?.applied ?? []) apply(res, one);
    return forced?.reply;
  }

  return {
    replied: (req, res, reply) => {
      const applied = res.get('Preference-Applied');
      const headers = { ...reply.headers, ...(applied && { 'Preference-Applied': applied }) };
      note(req, { ...reply, headers });
    },
    unreadable: (req, body) => void unreadable.set(req, body),
    intervene: (req, res, operation) => {
      const misfortune = hosted.faults.befall(operation, () => callerOf(hosted, req));
      if (misfortune) misfortunes.set(req, misfortune);
      const { wait } = preferencesIn(req.get('Prefer'));
      if (wait !== undefined) apply(res, `wait=${wait}`);
      const delay = (misfortune?.delay ?? 0) + (wait ?? 0) * 1000;
      if (delay === 0) return instead(req, res, operation);
      const gone = goneSignal(res);
      return hosted.pause(delay, gone).then(() => {
        if (!gone.aborted) return instead(req, res, operation);
        note(req, { outcome: 'client-gone', why: 'The caller hung up during a delay.' });
        return 'hung-up';
      });
    },
    deliver: (req, res, reply) => {
      const how = misfortunes.get(req)?.delivery;
      if (how) void deliverBadly(req, res, reply, how, hosted.pause);
      else write(res, reply);
    },
  };
}

/** One header for all of them, which also a page of another origin can read. */
function apply(res: Response, preference: string): void {
  const before = res.get('Preference-Applied');
  res.set('Preference-Applied', before ? `${before}, ${preference}` : preference);
}

function callerOf({ served }: HostedWorld, req: Request): string | undefined {
  const [header, ...more] = req.headersDistinct.authorization ?? [];
  const known = more.length > 0 ? undefined : identify(served.world, header);
  return known?.ok ? known.value.id : undefined;
}

/** Refused as if no requests were left, and nothing is counted. */
function exhausted({ served: { edition, world } }: HostedWorld): Reply {
  const refillIn = world.rules.refillIn(world.now());
  const reply = edition.replies.refused('lookup', {
    kind: 'no-requests-left',
    ...(refillIn !== undefined && { refillIn }),
  });
  return { ...reply, headers: { ...reply.headers, ...faultReason(reply.outcome, reply.status) } };
}

function faultReply({ status, body, headers = {} }: Extract<Effect, { type: 'reply' }>): Reply {
  return {
    status,
    headers: { ...headers, ...faultReason('fault', status) },
    body:
      body === undefined
        ? { type: 'empty' }
        : typeof body === 'string' && hasType(headers)
          ? { type: 'text', value: body }
          : { type: 'json', value: body as object },
    outcome: 'fault',
    why: 'A fault answered instead of the service.',
  };
}

/** A text is sent as it is where its type is given, and as JSON where it is not. */
const hasType = (headers: { readonly [name: string]: string }): boolean =>
  Object.keys(headers).some((name) => name.toLowerCase() === 'content-type');
