import type { ArrivedRequest } from '../context.ts';

/**
 * Makes the URL readable for the router. One with invalid percent-encoding is routed with its `%`
 * escaped, so that the operation is known, and refused there.
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
