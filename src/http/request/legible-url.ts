import type { IncomingMessage } from 'node:http';

/** URLs as they were sent, where the router is given another. */
const sent = new WeakMap<IncomingMessage, string>();

/**
 * Sees to it that the router can read the URL. One whose percent-encoding makes no sense is routed
 * by its letters, so that it is known which operation it was meant for, and is refused there.
 */
export function makeLegible(req: IncomingMessage): void {
  const { url = '/' } = req;
  if (!url.includes('%') || isLegible(url)) return;
  sent.set(req, url);
  req.url = url.replaceAll('%', '%25');
}

function isLegible(url: string): boolean {
  const end = url.indexOf('?');
  try {
    decodeURIComponent(end < 0 ? url : url.slice(0, end));
    return true;
  } catch {
    return false;
  }
}

/** The URL as it was sent, where the router could not have read it. */
export const illegibleUrl = (req: IncomingMessage): string | undefined => sent.get(req);
