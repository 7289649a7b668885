import type { ArrivedRequest } from '../context.ts';

/**
 * Sees to it that the router can read the URL. One whose percent-encoding makes no sense is routed
 * by its letters, so that it is known which operation it was meant for, and is refused there.
 */
export function escapeMalformedUrl(req: ArrivedRequest): void {
  const { url = '/' } = req;
  if (!url.includes('%') || isReadable(url)) return;
  req.sentUrl = url;
  req.url = url.replaceAll('%', '%25');
}

function isReadable(url: string): boolean {
  const end = url.indexOf('?');
  try {
    decodeURIComponent(end < 0 ? url : url.slice(0, end));
    return true;
  } catch {
    return false;
  }
}
