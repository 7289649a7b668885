import type { IncomingMessage } from 'node:http';

/** RFC 9112, 3.2: HTTP/1.1 requires Host, and no version allows two. */
export function hostFlaw({ rawHeaders, httpVersion }: IncomingMessage): string | undefined {
  let hosts = 0;
  for (let i = 0; i < rawHeaders.length; i += 2) {
    const name = rawHeaders[i] as string;
    if (name.length === 4 && name.toLowerCase() === 'host') hosts += 1;
  }
  if (hosts === 1) return undefined;
  if (hosts > 1) return 'the Host header is sent more than once';
  return httpVersion === '1.1' ? 'the Host header is missing' : undefined;
}

/** The host name without port and brackets; undefined where it is malformed. */
export function hostName(header: string | undefined): string | undefined {
  const [, ipv6, name] =
    /^(?:\[([0-9a-f:.]+)\]|([^:[\]/@\s]+))(?::[0-9]*)?$/i.exec(header ?? '') ?? [];
  return (ipv6 ?? name)?.toLowerCase();
}

/** Loopback names and addresses (RFC 6761, 6.3; RFC 1122, 3.2.1.3). */
export function isLoopback(host: string): boolean {
  return /^(localhost|127(\.[0-9]{1,3}){3}|\[?::1\]?)$/i.test(host);
}

/** Whether this address stands for all addresses of the machine. */
export function isWildcard(host: string): boolean {
  return /^(0\.0\.0\.0|::|\[::\])?$/.test(host);
}

/**
 * Whether a Host header fits a server that listens on this address. A page of another origin can point
 * a name of its own at this machine and read the responses (DNS rebinding); its Host header gives it
 * away. A server on all addresses has no name to compare.
 */
export function isMeantFor(header: string | undefined, host: string): boolean {
  const name = hostName(header);
  if (name === undefined) return false;
  return isLoopback(name) || name === host.toLowerCase() || isWildcard(host);
}

/** RFC 9112, 3.2.2: servers accept the absolute form, which clients of a proxy send. */
export function originForm(url: string): string {
  return url.replace(/^https?:\/\/[^/?#]*\/?/i, '/');
}
