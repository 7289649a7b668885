import type { IncomingMessage } from 'node:http';
import type { HostedWorld } from '../worlds/world.ts';
import type { Reply } from './reply.ts';
import { type Noted, seen } from './seen-request.ts';

/** A request that was refused before any world saw it, with what could be made out of it. */
export interface TurnedAway {
  readonly request: Noted;
  readonly reply: Reply;
}

/** As in the logs of web servers: nothing is known. */
const unknown = '-';

/**
 * What the bytes that could not be parsed say of their request. Only a first line that is plainly
 * one of HTTP is taken: bytes from the middle of a request may hold a token.
 */
export function requestIn(packet: Buffer | undefined, parsed = 0): Noted {
  // Good requests may stand before the bad one.
  const before = packet?.subarray(0, parsed).lastIndexOf('\r\n\r\n') ?? -1;
  const start = before < 0 ? 0 : before + 4;
  const text = packet?.toString('latin1', start, start + longestLine) ?? '';
  const [line = ''] = text.split(/\r?\n/, 1);
  const [, method = unknown, url = unknown] = requestLine.exec(line) ?? [];
  return { method, url, headers: {}, body: undefined };
}

const longestLine = 8192;
const requestLine = /^([A-Za-z-]{1,20}) ([\x20-\x7E]*?) HTTP\/[0-9.]{1,5}$/;

/** What a person can do about bytes that are no HTTP. */
export function flawOf(packet: Buffer | undefined, reason: string | undefined): string | undefined {
  // The first byte of every TLS handshake (RFC 8446, 5.1).
  if (packet?.[0] === 0x16) return 'it is TLS, and this server is called by http://';
  return reason && reason.charAt(0).toLowerCase() + reason.slice(1);
}

const answered = new WeakSet<IncomingMessage>();

/** Notes that a request was answered while the app was still reading it. */
export const turnAway = (req: IncomingMessage): void => void answered.add(req);

/** Whether what the app makes of this request reaches nobody. */
export const wasTurnedAway = (req: IncomingMessage): boolean => answered.has(req);

/** Puts it where the requests that were served are. */
export function noteTurnedAway(hosted: HostedWorld, { request, reply }: TurnedAway): void {
  const { clock, journal, surroundings } = hosted;
  const { method, url } = request;
  const { status, outcome, why } = reply;
  const [nobody, ms] = [undefined, 0];
  journal.add(
    seen(request, reply, {
      ...{ time: clock.now(), ms },
      ...{ operation: nobody, caller: nobody, faults: nobody, rawBody: nobody },
    }),
  );
  const time = new Date().toISOString();
  surroundings.log({ time, method, url, status, ms, outcome, ...(why !== undefined && { why }) });
}
